"""`truthscore explain`: one answer, what was found in it in colour, and the passages beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from truthscore.cli.options import input_options, load_scorer, scorer_options
from truthscore.cli.terminal import echo, shown_console

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from truthscore.types import Evidence, Example, Span, StatementKind, Verdict

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
#: Rows of evidence per feature; `--all` shows every one.
SHOWN = 6


@click.command(name="explain")
@click.argument("answers", metavar="FILE")
@click.option("--id", "wanted", required=True, help="The id of the row to explain.")
@click.option("--all", "show_all", is_flag=True, help="All evidence, not the first rows of each.")
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
    profile: str,
    lang: str,
    pipelines: Mapping[str, str],
    score_types: str | None,
    mapping: Mapping[str, str],
    ignore_unknown: bool,
    input_format: str | None,
    encoding: str,
) -> int:
    """Score one row of FILE as `score` does and show why: what was found against it in sentences,
    then all evidence with its passages, missing names in red, what is unsupported in yellow, the
    matched guide in green.
    """
    from truthscore.cli.one_row import one_row
    from truthscore.cli.score import Beside
    from truthscore.types import Example

    row = one_row(
        answers,
        wanted,
        mapping=mapping,
        ignore_unknown=ignore_unknown,
        input_format=input_format,
        encoding=encoding,
    )
    scorer = load_scorer(profile, lang, pipelines, score_types)
    beside = Beside(accepted or scorer.profile.answers_file)
    [seen] = (each for each in beside.each(iter([row])) if isinstance(each, Example))
    verdict = next(iter(scorer.score_many([seen])))
    show(seen, verdict, show_all=show_all)
    if verdict.reason == "message_type" and verdict.detection is not None:
        scored = ", ".join(scorer.profile.score.types)
        echo(
            f"profile {scorer.profile.name} scores {scored}; this question is of type "
            f"{verdict.detection.type}. --score-types all scores it and shows evidence."
        )
    return 0


def show(example: Example, verdict: Verdict, *, show_all: bool) -> None:
    """Print the explanation of one verdict."""
    from rich.markup import escape
    from rich.panel import Panel
    from rich.table import Table

    from truthscore.wording import told

    console = shown_console()
    title = f"{escape(verdict.id)}  {_stars(verdict)}"
    console.print(Panel(_marked(example, verdict), title=title, subtitle=_subtitle(verdict)))
    if verdict.status != "scored":
        console.print(f"not scored: {escape(verdict.reason or '')}")
        return
    for sentence in told(example, verdict):
        console.print(f"• {escape(sentence)}")
    _show_statements(console, example, verdict)
    for name, found in verdict.features.items():
        value = "does not apply" if found.value is None else f"{found.value:.2f}"
        note = f"  {escape(found.note)}" if found.note else ""
        console.print(f"\n[bold]{name}[/]  {value}[dim]{note}[/]")
        table = Table(show_header=False, box=None, padding=(0, 2))
        table.add_column(ratio=2, overflow="fold")
        table.add_column(ratio=3, overflow="fold")
        rows = sorted(found.evidence, key=lambda each: -list(STYLES).index(each.role))
        for each in rows if show_all else rows[:SHOWN]:
            table.add_row(
                f"[{STYLES[each.role]}]{each.role}[/] {escape(_quoted(example, each))}"
                + (f" [dim]{each.rule}[/]" if each.rule else ""),
                escape(_passage(example, each.match, AROUND)) if each.match else _nowhere(each),
            )
        console.print(table)
        if len(rows) > SHOWN and not show_all:
            console.print(f"  [dim]and {len(rows) - SHOWN} more (--all)[/]")
    console.print(f"\n[dim]{escape(verdict.signature)}[/]")


def _show_statements(console: Console, example: Example, verdict: Verdict) -> None:
    """Print each sentence by itself, with its stars and the passage it was held against."""
    from rich.markup import escape
    from rich.table import Table

    if not verdict.statements:
        return
    console.print("\n[bold]sentence by sentence[/]")
    table = Table(show_header=False, box=None, padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=2, overflow="fold")
    table.add_column(ratio=3, overflow="fold")
    for each in verdict.statements:
        style = STATEMENT_STYLES[each.verdict]
        table.add_row(
            f"[{style}]{each.verdict.replace('_', ' ')}[/]",
            "" if each.stars is None else f"{each.stars:.1f}",
            escape(_passage(example, each.span, 0)),
            "" if each.passage is None else escape(_passage(example, each.passage, 1)),
        )
    console.print(table)


def _quoted(example: Example, each: Evidence) -> str:
    """The words of the answer, and the label where it says something else."""
    words = _passage(example, each.span, 0)
    same = words.casefold() == each.label.casefold()
    return f"“{words}”" if same else f"“{words}” ({each.label})"


def _stars(verdict: Verdict) -> str:
    if verdict.score is None:
        return "not scored"
    return "★" * round(verdict.score) + "☆" * (5 - round(verdict.score)) + f" {verdict.score:.2f}"


def _subtitle(verdict: Verdict) -> str:
    parts = [verdict.detection.type if verdict.detection else "", verdict.lang or ""]
    if verdict.override:
        parts.append(f"override: {verdict.override}")
    if verdict.base_score is not None:
        parts.append(f"base {verdict.base_score:.2f}")
    return " · ".join(part for part in parts if part)


def _marked(example: Example, verdict: Verdict) -> Text:
    from rich.text import Text

    from truthscore.report.answers_page import UNMARKED
    from truthscore.text.markup import normalise
    from truthscore.types import ANSWER

    text = Text(normalise(example.answer))
    for role, style in STYLES.items():  # later roles are laid over earlier ones
        for name, found in verdict.features.items():
            for each in found.evidence if name not in UNMARKED else ():
                if each.role == role and each.span.source == ANSWER:
                    text.stylize(style, each.span.start, each.span.end)
    return text


def _passage(example: Example, span: Span, around: int) -> str:
    from truthscore.page_name import over_rows, page_name
    from truthscore.text.markup import normalise
    from truthscore.types import ANSWER, QUESTION

    texts = {ANSWER: normalise(example.answer), QUESTION: normalise(example.question)}
    texts.update({document.id: document.text for document in example.context})
    text = texts.get(span.source, "")
    start, end = max(0, span.start - around), min(len(text), span.end + around)
    before, after = "…" if around and start else "", "…" if around and end < len(text) else ""
    shown = " ".join(text[start:end].split())
    names = {page.id: over_rows(page.id, page_name(page)) for page in example.context}
    source = names.get(span.source, span.source)
    return f"{source}: {before}{shown}{after}" if around else shown


def _nowhere(each: Evidence) -> str:
    return "[red]in no document[/]" if each.role in ("missing", "unsupported") else ""
