"""`truthscore export`: scored lines in, what the client of a tracing tool takes out."""

from __future__ import annotations

import click

from truthscore.cli.options import map_option, profile_option
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.formats import Row, read_examples
from truthscore.open_files import open_output
from truthscore.shown import json_text
from truthscore.verdict_line import read_verdicts

#: The tools that take a score; events of OpenTelemetry are `integrations.opentelemetry.emit`.
TO = ("langfuse", "langsmith", "phoenix")


@click.command(name="export")
@click.argument("tool", type=click.Choice(TO))
@click.argument("scored", metavar="SCORED.jsonl")
@click.option(
    "--answers", required=True, metavar="ROWS", help="The rows that were scored, for the reasons."
)
@click.option("--output", "-o", default="-", metavar="OUT.jsonl", help="Where to write.")
@profile_option("The profile that scored: it decides.")
@map_option
def command(
    tool: str, scored: str, answers: str, output: str, profile: str, mapping: dict[str, str]
) -> int:
    """Turn the lines of `truthscore score` into scores of TOOL, for the rows of `import`.

    A line has the keyword arguments of the tool's Python client: Langfuse `create_score`, LangSmith
    `create_feedback`, Phoenix `spans.add_span_annotation`. Nothing is sent: that takes your key.

    \b
      for line in open("OUT.jsonl"):
          langfuse.create_score(**json.loads(line))
    """
    from truthscore.integrations.traces import scores
    from truthscore.profile import load
    from truthscore.spreadsheet import told

    settings = load(profile)
    examples = {
        each.id: each
        for each in read_examples(answers, mapping=mapping)
        if not isinstance(each, Row)
    }
    count = 0
    with open_output(output) as stream:
        for line, verdict in read_verdicts(scored):
            if verdict.id not in examples:
                raise InputError(
                    f"{line.where}: {answers} has no row {verdict.id!r}; expected the rows that "
                    "were scored"
                )
            found = told(verdict, examples[verdict.id], settings)
            for score in scores(
                tool, id_=verdict.id, decision=found.decision, stars=verdict.score,
                reason=found.reason,
            ):  # fmt: skip
                stream.write(json_text(score) + "\n")
                count += 1
    echo(f"{count} scores → {output}", err=True)
    return 0
