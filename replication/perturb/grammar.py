"""The fault grammar of one language, read from `data/<lang>.toml`."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import regex

SLOT = regex.compile(r"\{(?:a:)?([nuders]|neg|c)\}")
DATA = Path(__file__).parent / "data"
#: Shapes of made-up error codes; `#` is a digit, `%` a hexadecimal digit.
CODES = ("E###", "####", "0x8007%%%%", "ERR-###", "BC####", "SYS_##")


@dataclass(frozen=True)
class Grammar:
    """Word lists, rules and facts of one language, as the TOML file has them."""

    lang: str
    tables: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.tables[name]

    def facts(self, kind: str) -> list[Mapping[str, Any]]:
        """The fact templates that can carry a fault (or a notation) of this kind."""
        return [fact for fact in self.tables["fact"] if kind in fact["kinds"]]

    def pairs(self, kind: str) -> list[list[str]]:
        """Sentences of the page with the same said in other words."""
        return [pair for each in self.tables["pair"] if each["kind"] == kind
                for pair in each["texts"]]  # fmt: skip

    def rewrites(self, kind: str) -> Mapping[str, Any] | None:
        """The rewrite rules of a kind of paraphrase, if it has any."""
        found = [each for each in self.tables["rewrite"] if each["kind"] == kind]
        return found[0] if found else None


@cache
def load(lang: str) -> Grammar:
    with (DATA / f"{lang}.toml").open("rb") as stream:
        return Grammar(lang=lang, tables=tomllib.load(stream))


@dataclass(frozen=True)
class Fact:
    """A planted fact: the page's wording, the answer's, and the value in each slot."""

    kind: str
    source: str
    answer: str
    values: Mapping[str, str]
    others: Mapping[str, tuple[str, ...]]
    question: str = ""
    alone: bool = False
    #: For numbers and dates: the raw value, from which other notations are made.
    raw: Mapping[str, Any] = field(default_factory=dict)
    #: A fact of the same kind with the wrong value, planted elsewhere in the context.
    decoy: str = ""


def fact(kind: str, slot: str, grammar: Grammar, rng: random.Random, place: int) -> Fact:
    """Fact number `place` of a kind (they take turns), with values drawn by `rng`."""
    known = grammar.facts(kind)
    entry = known[place % len(known)]
    values: dict[str, str] = {}
    others: dict[str, tuple[str, ...]] = {}
    raw: dict[str, Any] = {}
    for name in ("n", "u", "r", "s", "neg", "c"):
        if name not in entry:
            continue
        options = [written(each, grammar) for each in entry[name]]
        chosen = 0 if entry.get("fixed") else rng.randrange(len(options))
        if name == "n":
            raw["n"] = entry["n"][chosen]
        values[name] = options[chosen]
        others[name] = tuple(each for each in options if each != options[chosen])
    if "{d}" in entry["source"]:
        raw["d"] = (rng.randint(1, 28), rng.randint(1, 12), rng.randint(2021, 2028))
        values["d"] = date(raw["d"], grammar)
        others["d"] = tuple(date(each, grammar) for each in other_dates(raw["d"], rng))
    if "{e}" in entry["source"]:
        values["e"], wrong = codes(rng)
        others["e"] = (wrong,)
    if "c" in values:
        # The clause and what stands in its place; which of the two is true is the kind's.
        full, bare = entry["c"] if entry.get("front") else (values["c"], "")
        dropped = kind == "dropped_condition"
        values["c"], others["c"] = (full, (bare,)) if dropped else (bare, (full,))
    made = Fact(
        kind=kind,
        source=entry["source"],
        answer=rng.choice(entry["answers"]),
        values=values,
        others=others,
        question=entry.get("question", ""),
        alone=entry.get("alone", False),
        raw=raw,
    )
    if slot == "e" and rng.random() < 0.5:
        decoy = known[(place + 1 + rng.randrange(len(known) - 1)) % len(known)]
        made = replace(made, decoy=fill(decoy["source"], {"e": others["e"][0]})[0])
    return made


def fill(template: str, values: Mapping[str, str]) -> tuple[str, dict[str, tuple[int, int]]]:
    """The template with its slots filled, and where each value stands."""
    text, spans, end = "", {}, 0
    for match in SLOT.finditer(template):
        text += template[end : match.start()]
        value = values[match.group(1)]
        if match.group().startswith("{a:"):
            text += "an " if value[0] in "aeio" else "a "
        if not text and value:
            value = value[0].upper() + value[1:]
        spans[match.group(1)] = (len(text), len(text) + len(value))
        text += value
        end = match.end()
    return text + template[end:], spans


def written(value: str | int, grammar: Grammar) -> str:
    if isinstance(value, int):
        return f"{value:,}".replace(",", grammar["numbers"]["thousands"])
    return value


def date(parts: tuple[int, int, int], grammar: Grammar, form: str = "date") -> str:
    day, month, year = parts
    name: str | int = grammar["numbers"]["months"][month - 1] if form == "date" else month
    return str(grammar["numbers"][form]).format(day=day, month=name, year=year)


def other_dates(parts: tuple[int, int, int], rng: random.Random) -> list[tuple[int, int, int]]:
    day, month, year = parts
    made = [
        (day, month, year + rng.choice((-1, 1, 2))),
        (day, (month + rng.randint(1, 10)) % 12 + 1, year),
        ((day + rng.randint(3, 20)) % 28 + 1, month, year),
    ]
    rng.shuffle(made)
    return [each for each in made if each != parts]


def codes(rng: random.Random) -> tuple[str, str]:
    """Two different error codes of the same shape."""
    shape = rng.choice(CODES)
    while True:
        first, second = (
            "".join(
                rng.choice("0123456789ABCDEF") if each == "%"
                else rng.choice("123456789") if each == "#" else each
                for each in shape
            )
            for _ in range(2)
        )  # fmt: skip
        if first != second:
            return first, second
