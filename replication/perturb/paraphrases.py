"""Meaning-preserving rewrites: answers that say the same in other words, and must not be blamed.

Each changes one thing of a plan, so that a false alarm names its cause.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

import regex

from replication.perturb import grammar as grammars
from replication.perturb.answers import (
    STYLES,
    Plan,
    can_be_informal,
    outside_labels,
    statement,
)
from replication.perturb.grammar import Fact, Grammar
from replication.perturb.pages import BOLD, LEANS

#: Kinds whose base is an ordinary answer / one with a planted pair of sentences / a planted fact.
REWRITTEN = (
    "synonym", "word_order", "clause_reorder", "sentence_split", "sentence_merge",
    "label_notation", "compound_split", "politeness", "rewording", "inflection",
)  # fmt: skip
#: Sentences that open with a clause read badly as the half of a longer one.
CLAUSE_OPENERS = {"Als", "Wanneer", "Om", "If", "When", "To"}
KINDS = (*REWRITTEN, "number_notation")


def rewritten(kind: str, plan: Plan, grammar: Grammar, rng: random.Random) -> Plan | None:
    """The plan with one thing said differently, or None where no rule of this kind fits."""
    special = SPECIAL.get(kind)
    if special:
        changed = special(plan, grammar, rng)
        if changed:
            return changed
    table = grammar.rewrites(kind)
    if table is None:
        return None
    options: list[Plan] = []
    for place, said in enumerate(plan.said):
        if "(s)" in said:
            continue
        if table.get("unsafe") and regex.search(table["unsafe"], BOLD.sub("X", said), regex.I):
            continue
        for find, put in table["rules"]:
            changed_text = applied(find, put, said)
            if changed_text != said:
                said_now = (*plan.said[:place], changed_text, *plan.said[place + 1 :])
                options.append(replace(plan, said=said_now))
                break
    return rng.choice(options) if options else None


def applied(find: str, put: str, text: str) -> str:
    r"""One rule on one sentence. `\2!` starts with a capital letter, `\2~` with a small one."""

    def expand(match: regex.Match[str]) -> str:
        def group(each: regex.Match[str]) -> str:
            value = match.group(int(each.group(1))) or ""
            if each.group(2) == "!":
                return value[:1].upper() + value[1:]
            return value[:1].lower() + value[1:] if each.group(2) == "~" else value

        return regex.sub(r"\\(\d)([!~]?)", group, put)

    if "*" in find:
        return regex.sub(find, expand, text, count=1)
    return outside_labels(text, lambda piece: regex.sub(find, expand, piece, count=1))


def other_style(plan: Plan, _: Grammar, rng: random.Random) -> Plan | None:
    if not any(BOLD.search(said) for said in plan.said):
        return None
    if rng.random() < 0.4:
        return None  # the rules of the table: "het veld X" as "het X-veld"
    options = sorted({style for style in STYLES if style != plan.style})
    return replace(plan, style=rng.choice(options))


def other_tone(plan: Plan, grammar: Grammar, _: random.Random) -> Plan | None:
    if not grammar["informal"]["pairs"]:
        return None
    addressed = any(regex.search(r"\b[Uu]w?\b", BOLD.sub("X", said)) for said in plan.said)
    if not addressed or not all(map(can_be_informal(grammar), plan.said)):
        return None
    return replace(plan, informal=not plan.informal)


def merged(plan: Plan, grammar: Grammar, _: random.Random) -> Plan | None:
    if plan.form != "prose":
        return None
    small = set(grammar["phrases"]["small_words"]) - CLAUSE_OPENERS
    link = " en " if grammar.lang == "nl" else ", and "
    for place in range(len(plan.said) - 1):
        one, two = plan.said[place], plan.said[place + 1]
        short = len(one.split()) + len(two.split()) <= 30
        simple = not regex.search(r"[,?!]|\b(?:and|en|but|maar)\b", BOLD.sub("X", one + two))
        one_sentence = BOLD.sub("X", one).count(".") == BOLD.sub("X", two).count(".") == 1
        starts = {one.split()[0], two.split()[0]} <= small
        if short and simple and one_sentence and starts and not LEANS.match(two):
            both = one[:-1] + link + two[0].lower() + two[1:]
            return replace(plan, said=(*plan.said[:place], both, *plan.said[place + 2 :]))
    return None


def as_statement(plan: Plan, grammar: Grammar, rng: random.Random) -> Plan | None:
    """ "Choose X." as "You choose X.": another form of the verb."""
    changed = [(place, statement(said, grammar)) for place, said in enumerate(plan.said)]
    changed = [(place, said) for place, said in changed if said != plan.said[place]]
    if not changed:
        return None
    place, said = rng.choice(changed)
    return replace(plan, said=(*plan.said[:place], said, *plan.said[place + 1 :]))


SPECIAL: Mapping[str, Callable[[Plan, Grammar, random.Random], Plan | None]] = {
    "label_notation": other_style,
    "politeness": other_tone,
    "sentence_merge": merged,
    "inflection": as_statement,
}


def pair_fact(kind: str, grammar: Grammar, place: int) -> tuple[Fact, str] | None:
    """A planted sentence of the page, and the same said in other words."""
    known = grammar.pairs(kind)
    if not known:
        return None
    one, two = known[place % len(known)]
    return Fact(kind=kind, source=one, answer=one, values={}, others={}), two


def notations(fact: Fact, grammar: Grammar) -> list[tuple[str, str]]:
    """Other ways to write the fact's number or date: (slot, text); "n" with its unit as "nu"."""
    table = grammar["numbers"]
    found: list[tuple[str, str]] = []
    if "d" in fact.raw:
        return [("d", grammars.date(fact.raw["d"], grammar, "date_digits"))]
    number, unit = fact.raw["n"], fact.values["u"]
    spelled = table["spelled"].get(str(number))
    if spelled:
        found.append(("n", spelled))
    if number >= 1000:
        found.append(("n", str(number)))
        if unit in ("euro", "dollar", "euros", "dollars"):
            found.append(("n", f"{fact.values['n']}{table['decimal']}00"))
    if unit == table["percent"]:
        found.append(("nu", f"{number}%"))
    if unit in ("euro", "euros"):
        space = " " if grammar.lang == "nl" else ""
        found.append(("nu", f"€{space}{fact.values['n']}"))
    return found
