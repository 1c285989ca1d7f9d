"""`truthscore detect`: the message type of questions, with the pattern that decided, and how often
it is the one that people gave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from truthscore import resources
from truthscore.cli.options import Reading, input_options, profile_option
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.evaluate.figures import two
from truthscore.open_files import open_output
from truthscore.shown import json_text
from truthscore.text import langid
from truthscore.text.markup import normalise
from truthscore.types import Example

if TYPE_CHECKING:
    from truthscore.evaluate.classification import ClassRow


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
@profile_option("The profile whose patterns tell the type.")
@click.option(
    "--figures", metavar="FILE",
    help="Where to write precision, recall and F1 by type as JSONL, of rows whose true type is "
    "known; for people they stand on standard error.",
)  # fmt: skip
@input_options
def command(
    questions: str | None,
    question: str | None,
    output: str,
    lang: str,
    profile: str,
    figures: str | None,
    reading: Reading,
) -> int:
    """Tell the message type of each question in FILE (rows need only `question`).

    Types: error, general, reasoning, instruction, binary, action, unspecified. No pipeline is
    loaded: this takes microseconds a question. Rows may have their true type in `message_type` (or
    --map message_type=NAME): then precision, recall and F1 by type follow.
    """
    from truthscore import language as languages
    from truthscore import profile as profiles
    from truthscore.detect import detect

    if figures == output == "-":
        raise click.UsageError("--figures and --output cannot both be standard output")
    if (questions is None) == (question is None):
        raise click.UsageError("give either FILE or --question")
    settings = profiles.load(profile)
    known = resources.languages()
    rows = (
        iter([Example(id="question", question=question, answer="")])
        if question is not None
        else reading.right(questions or "-", answers=False)
    )
    gold: list[str] = []
    typed: list[str] = []
    with open_output(output) as stream:
        for row in rows:
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
            if row.gold_type is not None:
                line["gold_type"] = row.gold_type
                gold.append(row.gold_type)
                typed.append(str(line["message_type"]))
            stream.write(json_text(line) + "\n")
    if figures is not None and not gold:
        raise InputError(
            "no row has its true type, which --figures needs; expected a field `message_type`, or "
            "--map message_type=NAME"
        )
    if gold:
        rates = _rates(gold, typed)
        echo(table(rates), err=True)
        if figures is not None:
            with open_output(figures) as stream:
                for rate in rates:
                    told = {"type": rate.name, "n": rate.n, "precision": rate.precision,
                            "recall": rate.recall, "f1": rate.f1}  # fmt: skip
                    stream.write(json_text(told) + "\n")
    return 0


def _rates(gold: Sequence[str], typed: Sequence[str]) -> Sequence[ClassRow]:
    """The types that somebody or the detector gave, those that `paper` scores, and all."""
    from truthscore.evaluate.classification import classify

    found = classify(gold, typed)
    if found is None:
        return ()
    given = {*gold, *typed}
    return (*(each for each in found.classes if each.name in given), found.scored, found.whole)


def table(rates: Sequence[ClassRow]) -> str:
    """The figures for people, a type a line; a dash where there is nothing to divide by."""
    width = max(len(each.name) for each in rates)
    lines = [f"{'type':<{width}}{'n':>7}{'precision':>11}{'recall':>8}{'F1':>6}"]
    for each in rates:
        precision, recall, f1 = map(two, (each.precision, each.recall, each.f1))
        lines.append(f"{each.name:<{width}}{each.n:>7}{precision:>11}{recall:>8}{f1:>6}")
    return "\n".join(lines)
