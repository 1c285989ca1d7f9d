"""A decision tree of yes/no questions, as a support team judges an answer (paper, §4.3).

The tree is a file of the team's own (`tree.toml`). A rater walks it for one answer and leaves the
path and the stars; after an edit every earlier path is walked again, and what came out otherwise
is told. Nothing is learned: the tree grows by hand, one mistake after the other.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from truthscore.errors import InputError, did_you_mean
from truthscore.evaluate.lines import decoded
from truthscore.rules import SLOTS
from truthscore.signature import digest

Reply = Literal["yes", "no"]
REPLIES: tuple[Reply, ...] = get_args(Reply)
#: What a tree may end in.
STARS = range(1, 6)
_NODE_KEYS = ("question", "help", "slots", "found", *REPLIES)
_TREE_KEYS = ("name", "start", "nodes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One question. `yes` and `no`: the name of the next node, or the stars in which it ends.

    `slots`: what rules may find that speaks for the reply `found` (`truthscore/rules.py`).
    """

    name: str
    question: str
    yes: str | int
    no: str | int
    help: str = ""
    slots: tuple[str, ...] = ()
    found: Reply = "yes"

    @property
    def leads_to(self) -> tuple[str, ...]:
        """The nodes behind it."""
        return tuple(to for to in (self.yes, self.no) if isinstance(to, str))

    def after(self, reply: Reply) -> str | int:
        """Where a reply leads."""
        return self.yes if reply == "yes" else self.no


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """Nodes by name, without cycles, all of them reached from `start`."""

    name: str
    start: str
    nodes: Mapping[str, Node]

    @property
    def version(self) -> str:
        """Name and digest: what a path was walked on."""
        parts = [self.name, self.start, *(repr(node) for node in self.nodes.values())]
        return f"{self.name}@{digest(parts)}"


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One question as it was asked and answered; `rules`: what the rules spoke for."""

    node: str
    question: str
    reply: Reply
    rules: Reply | None = None


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that was walked: `stars` at the end of `path`. `rating`: of people, if any."""

    id: str
    stars: int
    path: tuple[Step, ...]
    rater: str = ""
    question: str = ""
    answer: str = ""
    rating: float | None = None
    tree: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """A pair on another tree: its stars now, or the node at which nobody has replied yet.

    `reworded`: nodes of its way that asked something else then.
    """

    pair: Pair
    stars: int | None
    path: tuple[tuple[str, Reply], ...]
    asks: str | None = None
    reworded: tuple[str, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether it does not come out as before."""
        return self.stars != self.pair.stars


def load(path: str | Path) -> Tree:
    """A tree from its file. Raises InputError for one that cannot be walked from end to end."""
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}; expected a tree") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(
            f"{path}: not TOML: {error}; compare it with examples/tree.toml"
        ) from error
    return from_data(data, str(path))


def from_data(data: Mapping[str, Any], where: str) -> Tree:
    """A tree from plain data; `where` stands in front of what is wrong with it."""
    _known(data, _TREE_KEYS, where)
    tables = data.get("nodes")
    if not isinstance(tables, Mapping) or not tables:
        raise InputError(f"{where}: no nodes; expected a table [nodes.NAME] for each question")
    nodes = {name: _node(name, table, tables, where) for name, table in tables.items()}
    start = data.get("start")
    if not isinstance(start, str) or start not in nodes:
        raise InputError(
            f"{where}: start is {start!r}; expected the name of the first node"
            f"{did_you_mean(str(start), nodes)} (nodes: {', '.join(nodes)})"
        )
    tree = Tree(name=str(data.get("name") or Path(where).stem), start=start, nodes=nodes)
    _refuse_circles(tree, where)
    reached, ways = {start}, [start]
    while ways:
        for to in tree.nodes[ways.pop()].leads_to:
            if to not in reached:
                reached.add(to)
                ways.append(to)
    lost = [name for name in nodes if name not in reached]
    if lost:
        raise InputError(
            f"{where}: no reply leads to {', '.join(map(repr, lost))}; expected each node behind "
            f"another; name it in a `yes` or `no`, or take it out"
        )
    return tree


def _known(table: Mapping[str, Any], keys: Sequence[str], where: str) -> None:
    for key in table:
        if key not in keys:
            raise InputError(
                f"{where}: {key!r} is not known{did_you_mean(key, keys)}; expected "
                f"{', '.join(keys)}"
            )


def _node(name: str, table: Any, tables: Mapping[str, Any], where: str) -> Node:
    here = f"{where}: [nodes.{name}]"
    if not isinstance(table, Mapping):
        raise InputError(f"{here}: found {table!r}; expected a table with question, yes and no")
    _known(table, _NODE_KEYS, here)
    for key in ("question", *REPLIES):
        if key not in table:
            raise InputError(f"{here}: no {key!r}; expected question, yes and no: add it")
    question, hint = table["question"], table.get("help", "")
    if not isinstance(question, str) or not question.strip() or not isinstance(hint, str):
        raise InputError(f"{here}: question is {question!r}; expected a text, as is `help`")
    for reply in REPLIES:
        _leads(table[reply], tables, f"{here}: {reply}")
    slots, found = table.get("slots", ()), table.get("found", "yes")
    for slot in slots if isinstance(slots, list | tuple) else (slots,):
        if slot not in SLOTS:
            raise InputError(
                f"{here}: slots has {slot!r}, which no rule finds{did_you_mean(str(slot), SLOTS)}; "
                f"expected of {', '.join(SLOTS)}"
            )
    if found not in REPLIES:
        raise InputError(f'{here}: found is {found!r}; expected "yes" or "no"')
    return Node(
        name=name, question=question.strip(), help=hint.strip(), slots=tuple(slots), found=found,
        yes=table["yes"], no=table["no"],
    )  # fmt: skip


def _leads(to: Any, tables: Mapping[str, Any], here: str) -> None:
    if isinstance(to, str):
        if to not in tables:
            raise InputError(
                f"{here} leads to {to!r}, which is no node{did_you_mean(to, tables)}; expected one "
                f"of {', '.join(tables)}, or stars from {STARS[0]} to {STARS[-1]}"
            )
    elif isinstance(to, bool) or not isinstance(to, int) or to not in STARS:
        raise InputError(
            f"{here} is {to!r}; expected the name of a node, or whole stars from {STARS[0]} to "
            f"{STARS[-1]}"
        )


def _refuse_circles(tree: Tree, where: str) -> None:
    """Raises InputError for a way that comes back to itself."""
    try:
        TopologicalSorter({name: node.leads_to for name, node in tree.nodes.items()}).prepare()
    except CycleError as error:
        circle = " → ".join(reversed(error.args[1]))  # it tells who comes before whom
        raise InputError(
            f"{where}: a circle: {circle}; expected every way to end in stars: let one of "
            "these lead on"
        ) from error


def walk(
    tree: Tree, ask: Callable[[Node], Reply | None]
) -> tuple[int, tuple[tuple[Node, Reply], ...]]:
    """The stars of one answer and the way to them. `ask` replies to a node; None: one step back."""
    way: list[tuple[Node, Reply]] = []
    at: str | int = tree.start
    while isinstance(at, str):
        node = tree.nodes[at]
        reply = ask(node)
        if reply is not None:
            way.append((node, reply))
            at = node.after(reply)
        elif way:
            at = way.pop()[0].name
    return at, tuple(way)


def replay(tree: Tree, pair: Pair) -> Replayed:
    """An earlier pair on this tree, by what was replied then to the nodes of its way."""
    said = {step.node: step for step in pair.path}
    path: list[tuple[str, Reply]] = []
    reworded: list[str] = []
    at: str | int = tree.start
    while isinstance(at, str):
        step = said.get(at)
        if step is None:
            return Replayed(
                pair=pair, stars=None, path=tuple(path), asks=at, reworded=tuple(reworded)
            )
        node = tree.nodes[at]
        if step.question != node.question:
            reworded.append(at)
        path.append((at, step.reply))
        at = node.after(step.reply)
    return Replayed(pair=pair, stars=at, path=tuple(path), reworded=tuple(reworded))


def read_pairs(path: str) -> tuple[Pair, ...]:
    """The pairs of a file that `tree walk` wrote; of two for one answer and rater the last counts.

    Raises InputError for a line that is no such pair, and for a file without one.
    """
    kept: dict[tuple[str, str], Pair] = {}
    for _, pair in decoded(path, Pair, "a line that `truthscore tree walk` wrote"):
        kept.pop((pair.id, pair.rater), None)
        kept[pair.id, pair.rater] = pair
    if not kept:
        raise InputError(f"{path}: no pairs; expected lines that `truthscore tree walk` wrote")
    return tuple(kept.values())
