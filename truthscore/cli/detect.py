"""`truthscore detect`: the message type of questions, with the pattern that decided."""

from __future__ import annotations

from collections.abc import Mapping

import click

from truthscore.cli.options import input_options
from truthscore.profiles import DEFAULT
from truthscore.shown import json_text


@click.command(name="detect")
@click.argument("questions", metavar="FILE", required=False)
@click.option("--question", "-q", help="One question instead of a file.")
@click.option("--output", "-o", default="-", help="Where to write JSONL; default: standard output.")
@click.option(
    "--lang",
    default="auto",
    show_default=True,
    metavar="nl|en|auto",
    help="Language of the questions; auto: each row's own `lang`, else recognised.",
)
@click.option("--profile", "-p", default=DEFAULT, show_default=True, metavar="NAME|FILE",
              help="The profile whose patterns tell the type.")  # fmt: skip
@input_options
def command(
    questions: str | None,
    question: str | None,
    output: str,
    lang: str,
    profile: str,
    mapping: Mapping[str, str],
    ignore_unknown: bool,
    input_format: str | None,
    encoding: str,
) -> int:
    """Tell the message type of each question in FILE (rows need only `question`).

    Types: error, general, reasoning, instruction, binary, action, unspecified. No pipeline is
    loaded: this takes microseconds a question.
    """
    from truthscore import language as languages
    from truthscore import profile as profiles
    from truthscore import resources
    from truthscore.detect import detect
    from truthscore.errors import InputError
    from truthscore.formats import Row, open_output, read_examples
    from truthscore.text import langid
    from truthscore.text.markup import normalise
    from truthscore.types import Example

    if (questions is None) == (question is None):
        raise click.UsageError("give either FILE or --question")
    settings = profiles.load(profile)
    known = resources.languages()
    rows = (
        [Example(id="question", question=question, answer="")]
        if question is not None
        else read_examples(
            questions or "-",
            mapping=mapping,
            ignore_unknown=ignore_unknown,
            input_format=input_format,
            encoding=encoding,
            answers=False,
        )
    )
    with open_output(output) as stream:
        for row in rows:
            if isinstance(row, Row):
                raise InputError(f"{row.where}: {row.error}")
            text = normalise(row.question)
            code = lang if lang != "auto" else row.lang or langid.identify(text)
            line: dict[str, object] = {"id": row.id, "lang": code, "message_type": None}
            if code in known:
                found = detect(text, languages.load(str(code)), settings)
                line["message_type"] = found.type
                line["message_type_rule"] = (
                    {
                        "list": found.rule.list,
                        "pattern": found.rule.pattern,
                        "span": [found.span.start, found.span.end] if found.span else None,
                    }
                    if found.rule
                    else None
                )
            stream.write(json_text(line) + "\n")
    return 0
