"""`truthscore explain`: one answer, what was found in it in colour, and the passages beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from typing import IO, TYPE_CHECKING

import click

from truthscore.cli.options import Reading, Scoring, input_options, scorer_options
from truthscore.cli.tally import Beside
from truthscore.cli.terminal import echo, shown_console
from truthscore.decisions import FALLBACK_LANGUAGE, named, stars
from truthscore.report import texts
from truthscore.rules import RULES
from truthscore.types import ANSWER, Evidence, Example, Span, StatementKind, Verdict
from truthscore.wording import told

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.segment import Segment
    from rich.text import Text

    from truthscore.profile import Profile
    from truthscore.report.card import Given

#: Role → how it is marked in the answer, and in which order marks are laid over each other.
STYLES = {
    "supports": "green",
    "unsupported": "yellow",
    "contradicts": "bold magenta",
    "missing": "bold white on red",
}
#: How the verdict on a statement is shown.
STATEMENT_STYLES: Mapping[StatementKind, str] = {
    "supported": "green", "contradicted": "red", "not_found": "yellow", "no_claim": "dim",
}  # fmt: skip
#: Characters shown around a passage.
AROUND = 60
#: Lines that are shown of one answer, and of its text; `--all` shows every one.
LINES, ANSWER_LINES = 30, 12
#: How each decision is shown.
DECISION_STYLES = {"send": "bold green", "review": "bold yellow", "hold": "bold red"}


@click.command(name="explain")
@click.argument("answers", metavar="FILE")
@click.option("--id", "wanted", required=True, help="The id of the row to explain.")
@click.option("--all", "show_all", is_flag=True, help="All that was measured, not 30 lines.")
@click.option(
    "--answers", "accepted", metavar="FILE",
    help="Accepted answers (`truthscore learn`) as second evidence, as in `score`.",
)  # fmt: skip
@scorer_options
@input_options
def command(
    answers: str,
    wanted: str,
    show_all: bool,
    accepted: str | None,
    scoring: Scoring,
    reading: Reading,
) -> int:
    """Score one row of FILE as `score` does and show why, in at most 30 lines: what is done with
    the answer, what was found against it, its sentences coloured (green: on a page, yellow: not
    found, red: not so), and the passage beside each that does not pass. `--all` has all evidence.
    """
    row = reading.one(answers, wanted)
    scorer = scoring.scorer()
    beside = Beside(accepted or scorer.profile.answers_file)
    [seen] = (each for each in beside.each(iter([row])) if isinstance(each, Example))
    verdict = next(iter(scorer.score_many([seen])))
    show(seen, verdict, scorer.profile, show_all=show_all)
    if verdict.reason == "message_type" and verdict.detection is not None:
        scored = ", ".join(scorer.profile.score.types)
        echo(
            f"profile {scorer.profile.name} scores {scored}; this question is of type "
            f"{verdict.detection.type}. --score-types all scores it and shows evidence."
        )
    return 0


def explained(example: Example, verdict: Verdict, profile: Profile) -> str:
    """What `show` prints in short, as a text, with what each rule says that was broken."""
    file = StringIO()
    show(example, verdict, profile, show_all=False, file=file)
    found = (each.rule for one in verdict.features.values() for each in one.evidence)
    ids = set(found)
    rules = [f"{each.id}: {each.says}" for each in RULES if each.id in ids]
    return "\n".join([*map(str.rstrip, file.getvalue().splitlines()), *rules])


def show(
    example: Example,
    verdict: Verdict,
    profile: Profile,
    *,
    show_all: bool,
    file: IO[str] | None = None,
) -> None:
    """Print the explanation of one verdict: in short, then, where asked for, all of it. `file`:
    where to; None: the terminal."""
    console = shown_console(file=file)
    short = list(_short(example, verdict, profile, show_all=show_all))
    printed = [line for each in short for line in console.render_lines(each, pad=False)]
    hint = (
        []
        if show_all or file
        else console.render_lines(f"[dim]profile {profile.name}; --all: more[/]")
    )
    if not show_all:
        printed = printed[: LINES - len(hint)]
    for line in (*printed, *hint):
        console.print(_text(line), highlight=False)
    if show_all and verdict.status == "scored":
        _show_all(console, example, verdict)


def _text(line: Sequence[Segment]) -> Text:
    """A rendered line with its styles."""
    from rich.text import Text

    return Text.assemble(*((each.text, each.style or "") for each in line))


def _short(
    example: Example, verdict: Verdict, profile: Profile, *, show_all: bool
) -> Iterator[RenderableType]:
    """What is done with an answer and why; its text; what does not pass, beside its passage."""
    from rich.markup import escape
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text

    from truthscore.report.card import Given
    from truthscore.spreadsheet import told as told_of

    found = told_of(verdict, example, profile)
    words = texts.load(found.code if found.code in texts.languages() else FALLBACK_LANGUAGE)
    shown = stars(verdict.score, found.code) or words.table["no_stars"]
    style = DECISION_STYLES[found.decision]
    yield f"[{style}]{named(found.decision, found.code)}[/]  {shown}  [dim]{escape(verdict.id)}[/]"
    for each in dict.fromkeys((found.reason, *told(example, verdict))):
        yield f"• {escape(each)}"
    given = Given(example)
    answer = _marked(given, verdict)
    lines = answer.split("\n")
    if len(lines) > ANSWER_LINES and not show_all:
        answer = Text("\n").join([*lines[: ANSWER_LINES - 1], Text("…")])
    yield Panel(answer)
    table = Table(show_header=False, box=None, padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=2, overflow="fold")
    table.add_column(ratio=3, overflow="fold")
    for one in verdict.statements:
        if one.verdict in ("supported", "no_claim") and not show_all:
            continue
        table.add_row(
            f"[{STATEMENT_STYLES[one.verdict]}]{words.statements[one.verdict]}[/]",
            stars(one.stars, found.code),
            escape(_passage(given, one.span, 0)),
            "" if one.passage is None else escape(_passage(given, one.passage, 1)),
        )
    if table.row_count:
        yield table


def _show_all(console: Console, example: Example, verdict: Verdict) -> None:
    """Print what every feature measured, with all evidence, and the signature."""
    from rich.markup import escape
    from rich.table import Table

    from truthscore.report.card import Given

    given = Given(example)
    console.print(f"[dim]{escape(_subtitle(verdict))}[/]")
    for name, found in verdict.features.items():
        value = "does not apply" if found.value is None else f"{found.value:.2f}"
        note = f"  {escape(found.note)}" if found.note else ""
        console.print(f"\n[bold]{name}[/]  {value}[dim]{note}[/]")
        table = Table(show_header=False, box=None, padding=(0, 2))
        table.add_column(ratio=2, overflow="fold")
        table.add_column(ratio=3, overflow="fold")
        for each in sorted(found.evidence, key=lambda each: -list(STYLES).index(each.role)):
            table.add_row(
                f"[{STYLES[each.role]}]{each.role}[/] {escape(_quoted(given, each))}"
                + (f" [dim]{each.rule}[/]" if each.rule else ""),
                escape(_passage(given, each.match, AROUND)) if each.match else _nowhere(each),
            )
        console.print(table)
    console.print(f"\n[dim]{escape(verdict.signature)}[/]")


def _quoted(given: Given, each: Evidence) -> str:
    """The words of the answer, and the label where it says something else."""
    words = _passage(given, each.span, 0)
    same = words.casefold() == each.label.casefold()
    return f"“{words}”" if same else f"“{words}” ({each.label})"


def _subtitle(verdict: Verdict) -> str:
    parts = [verdict.detection.type if verdict.detection else "", verdict.lang or ""]
    if verdict.override:
        parts.append(f"override: {verdict.override}")
    if verdict.base_score is not None:
        parts.append(f"base {verdict.base_score:.2f}")
    return " · ".join(part for part in parts if part)


def _marked(given: Given, verdict: Verdict) -> Text:
    from rich.text import Text

    from truthscore.report.card import UNMARKED

    text = Text(given.texts[ANSWER])
    for each in verdict.statements:
        text.stylize(STATEMENT_STYLES[each.verdict], each.span.start, each.span.end)
    if verdict.statements:
        return text
    for role, style in STYLES.items():  # later roles are laid over earlier ones
        for name, found in verdict.features.items():
            for one in found.evidence if name not in UNMARKED else ():
                if one.role == role and one.span.source == ANSWER:
                    text.stylize(style, one.span.start, one.span.end)
    return text


def _passage(given: Given, span: Span, around: int) -> str:
    text = given.text(span)
    start, end = max(0, span.start - around), min(len(text), span.end + around)
    before, after = "…" if around and start else "", "…" if around and end < len(text) else ""
    shown = " ".join(text[start:end].split())
    return f"{given.title(span)}: {before}{shown}{after}" if around else shown


def _nowhere(each: Evidence) -> str:
    return "[red]in no document[/]" if each.role in ("missing", "unsupported") else ""
