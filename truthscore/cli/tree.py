"""`truthscore tree`: a team's own decision tree, walked by people and checked after each edit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click

from truthscore.cli import EXIT_THRESHOLD
from truthscore.cli.options import Reading, input_options, profile_option
from truthscore.cli.terminal import echo, shown_console
from truthscore.errors import InputError
from truthscore.evaluate import tree as trees
from truthscore.evaluate.tree import Node, Replayed, Reply, Tree
from truthscore.open_files import open_output
from truthscore.page_name import page_name
from truthscore.rules import SLOT_OF
from truthscore.shown import json_text
from truthscore.types import Example, Verdict
from truthscore.wording import blamed, tell

#: What a rater types; the Dutch yes as well.
KEYS: Mapping[str, Reply] = {"y": "yes", "j": "yes", "n": "no"}
#: Characters of a question in a line of `check`.
SHOWN = 70


@click.group(name="tree")
def command() -> None:
    """Judge answers by a decision tree of your own (tree.toml), one yes/no question at a time."""


@command.command(name="walk")
@click.argument("tree", metavar="TREE")
@click.argument("answers", metavar="FILE")
@click.option("--id", "wanted", required=True, help="The id of the row to judge.")
@click.option("--answers", "replies", metavar="yn...", help="Replies instead of asking for them.")
@click.option("--rater", default="", help="Who judges; written with the path.")
@click.option(
    "--output", "-o", default="-",
    help="Where to add the line (JSONL, for `tree check`); default: standard output.",
)  # fmt: skip
@click.option("--blind", is_flag=True, help="Do not show what the rules found.")
@profile_option("The profile whose findings stand beside the questions.")
@input_options
def walk(
    tree: str,
    answers: str,
    wanted: str,
    replies: str | None,
    rater: str,
    output: str,
    blind: bool,
    profile: str,
    reading: Reading,
) -> int:
    """Lead a rater through TREE for one row of FILE: y, n, b for one step back, q to stop.

    Beside each question stands what the rules found of its kind. The path and the stars are added
    to the output.
    """
    import msgspec

    made = trees.load(tree)
    example = reading.one(answers, wanted)
    verdict = None
    if not blind:
        from truthscore.scorer import TruthScorer

        verdict = next(iter(TruthScorer.load(profile).score_many([example])))
    _show(example)
    ask = _asker(example, verdict, iter(replies) if replies is not None else None)
    stars, way = trees.walk(made, ask)
    pair = trees.Pair(
        id=example.id, stars=stars, rater=rater, question=example.question, answer=example.answer,
        rating=example.rating, tree=made.version,
        path=tuple(
            trees.Step(node=node.name, question=node.question, reply=reply,
                       rules=_spoken(node, verdict))
            for node, reply in way
        ),
    )  # fmt: skip
    told = ", ".join(f"{step.node} {step.reply}" for step in pair.path)
    echo(f"{'★' * stars}{'☆' * (5 - stars)}  {told}", err=True)
    with open_output(output, append=output != "-") as stream:
        stream.write(msgspec.json.encode(pair).decode("utf-8") + "\n")
    return 0


@command.command(name="check")
@click.argument("tree", metavar="TREE")
@click.argument("pairs", metavar="PAIRS")
@click.option("--json", "as_json", is_flag=True, help="JSONL, a line for each pair.")
def check(tree: str, pairs: str, as_json: bool) -> int:
    """Walk every earlier pair of PAIRS (written by `tree walk`) on TREE, and tell which changed.

    Exit code 1 when one has other stars now, or comes to a question that nobody replied to.
    """
    made = trees.load(tree)
    found = [trees.replay(made, pair) for pair in trees.read_pairs(pairs)]
    if as_json:
        for each in found:
            echo(json_text(_as_data(each)))
    else:
        echo(summary(made, found))
    return EXIT_THRESHOLD if any(each.changed for each in found) else 0


def summary(tree: Tree, found: list[Replayed]) -> str:
    """What changed, a line each, and the counts."""
    lines = []
    for each in found:
        pair = each.pair
        about = f"  {pair.question[:SHOWN]}".rstrip()
        way = ", ".join(f"{node} {reply}" for node, reply in each.path) or "from the start"
        if each.asks is not None:
            lines.append(f"{pair.id}: was {pair.stars}, now asks {each.asks!r} ({way}): walk it "
                         f"again{about}")  # fmt: skip
        elif each.changed:
            lines.append(f"{pair.id}: was {pair.stars}, now {each.stars} ({way}){about}")
    open_ = sum(each.asks is not None for each in found)
    other = sum(each.changed for each in found) - open_
    lines.append(
        f"{len(found)} pairs on {tree.version}: {len(found) - other - open_} as before, {other} "
        f"with other stars, {open_} to walk again"
    )
    reworded = dict.fromkeys(node for each in found for node in each.reworded)
    if reworded:
        lines.append(f"asked in other words since: {', '.join(reworded)}")
    rated = [each for each in found if each.stars is not None and each.pair.rating is not None]
    if rated:
        near = sum(abs((each.stars or 0) - (each.pair.rating or 0)) <= 1 for each in rated)
        lines.append(f"{near} of {len(rated)} with a rating of people are within 1 star of it")
    return "\n".join(lines)


def _as_data(each: Replayed) -> dict[str, Any]:
    return {
        "id": each.pair.id, "rater": each.pair.rater, "before": each.pair.stars,
        "stars": each.stars, "changed": each.changed, "asks": each.asks,
        "path": [list(step) for step in each.path], "reworded": list(each.reworded),
    }  # fmt: skip


def _show(example: Example) -> None:
    """The question, the answer and the pages, on standard error: the path goes to the output."""
    from rich.markup import escape
    from rich.panel import Panel

    console = shown_console(stderr=True)
    for page in example.context:
        console.print(Panel(escape(page.text), title=escape(page_name(page)), style="dim"))
    console.print(Panel(escape(example.answer), title=escape(example.question)))


def _spoken(node: Node, verdict: Verdict | None) -> Reply | None:
    """The reply that the rules speak for; None where they are not asked."""
    if verdict is None or not node.slots:
        return None
    there = any(SLOT_OF[each.rule or ""] in node.slots for each in blamed(verdict))
    other: Reply = "no" if node.found == "yes" else "yes"
    return node.found if there else other


def _asker(
    example: Example, verdict: Verdict | None, given: Iterator[str] | None
) -> Callable[[Node], Reply | None]:
    """What replies to a node: the given letters, else the person at the terminal."""

    def ask(node: Node) -> Reply | None:
        echo(f"\n{node.question}", err=True)
        if node.help:
            echo(f"  {node.help}", err=True)
        spoken = _spoken(node, verdict)
        if spoken is not None and verdict is not None:
            echo(f"  rules: {spoken}", err=True)
            for each in blamed(verdict):
                if SLOT_OF[each.rule or ""] in node.slots:
                    echo(f"    {tell(each, example, verdict.lang)}", err=True)
        if given is None:
            typed = click.prompt("  y/n (b back, q quit)", type=click.Choice([*KEYS, "b", "q"]),
                                 show_choices=False, err=True)  # fmt: skip
            if typed == "q":
                raise click.Abort
            return KEYS.get(typed)
        letter = next(given, "")
        if letter not in KEYS:
            raise InputError(
                f"--answers: found {letter or 'nothing more'!r} at node {node.name!r}; expected y "
                "or n for each question on the way"
            )
        return KEYS[letter]

    return ask
