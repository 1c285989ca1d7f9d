"""Faithful answers that look like a chatbot's: a plan of what to say, and its rendering.

A plan is data; `render` is a pure function of it. So a twin, a paraphrase (a plan with one thing
changed) and a faulty answer (an edit of the rendered text) never drift apart.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

import regex

from replication.perturb.grammar import Fact, Grammar, fill
from replication.perturb.pages import BOLD, LEANS, Section

#: How labels are written: as on the page, without marks, or between one of the quote pairs.
STYLES = ("bold", "bold", "bold", "plain", "plain", "quotes0", "quotes1", "quotes2")
FORMS = ("numbered", "bulleted", "prose")
SHORT, LONG = 2, 6


@dataclass(frozen=True)
class Plan:
    """What an answer says (`said`, as on the page) and how."""

    section: Section
    said: tuple[str, ...]
    form: str
    style: str
    informal: bool
    intro: str
    outro: str
    fact: Fact | None = None
    fact_first: bool = False
    marker: str = "{n}. "


@dataclass(frozen=True)
class Part:
    """A stretch of the rendered answer."""

    role: str
    start: int
    end: int


@dataclass(frozen=True)
class Answer:
    """The rendered text, its parts in order, and where the planted values stand."""

    text: str
    parts: tuple[Part, ...]
    slots: dict[str, tuple[int, int]]

    def said(self) -> list[Part]:
        """The parts that say something about the subject: no greeting, no goodbye."""
        return [part for part in self.parts if part.role in ("statement", "step", "fact")]

    def of(self, part: Part) -> str:
        """The text of a part."""
        return self.text[part.start : part.end]


def plan_steps(section: Section, grammar: Grammar, rng: random.Random, form: str) -> Plan | None:
    count = min(len(section.steps), rng.randint(3, LONG))
    looks = grammar["steps"]["looks"]
    if count < 3 or LEANS.match(section.steps[0]):
        return None
    if not all(regex.match(looks, BOLD.sub("X", each), regex.I) for each in section.steps[:2]):
        return None
    said = section.steps[:count]
    if form == "prose":
        said = tuple(statement(each, grammar) if rng.random() < 0.3 else each for each in said)
    intro = rng.choice([each for each in grammar["phrases"]["intro_steps"] if each])
    if form == "prose":
        intro = rng.choice(grammar["phrases"]["intro_prose"])
    marker = rng.choice(("{n}. ", "{n}. ", "{n}) "))
    if form == "bulleted":
        marker = rng.choice(("- ", "* "))
    return replace(_plan(section, said, grammar, rng), form=form, intro=intro, marker=marker)


def plan_prose(
    section: Section, grammar: Grammar, rng: random.Random, low: int = SHORT
) -> Plan | None:
    """A window of sentences that stand together on the page."""
    said = [sentence for run in section.runs for sentence in run]
    count = rng.randint(low, 5)
    if len(said) < low:
        return None
    starts = [place for place in range(len(said) - low + 1) if not LEANS.match(said[place])]
    if not starts:
        return None
    start = rng.choice(starts)
    plan = _plan(section, tuple(said[start : start + count]), grammar, rng)
    return replace(plan, intro=rng.choice(grammar["phrases"]["intro_prose"]))


def plan_fact(section: Section, fact: Fact, grammar: Grammar, rng: random.Random) -> Plan | None:
    """An answer around a planted fact; facts that answer the question stand alone."""
    if fact.alone:
        plan = _plan(section, (), grammar, rng)
        intro = rng.choice(grammar["phrases"]["intro_prose"])
        return replace(plan, fact=fact, intro=intro)
    plan = None
    if section.steps and rng.random() < 0.4:
        plan = plan_steps(section, grammar, rng, rng.choice(FORMS))
    plan = plan or plan_prose(section, grammar, rng, low=1)
    if plan is None:
        return None
    first = plan.form == "prose" and not plan.section.steps and rng.random() < 0.3
    return replace(plan, said=plan.said[:4], fact=fact, fact_first=first)


def _plan(section: Section, said: tuple[str, ...], grammar: Grammar, rng: random.Random) -> Plan:
    outro = rng.choice(grammar["phrases"]["outro"])
    informal = rng.random() < 0.45 and bool(grammar["informal"]["pairs"])
    plan = Plan(section, said, "prose", rng.choice(STYLES), informal, "", outro)
    return replace(plan, informal=informal and all(map(can_be_informal(grammar), said)))


def statement(text: str, grammar: Grammar) -> str:
    """An imperative of one clause as "You choose ..."; anything else as it is."""
    phrases = grammar["phrases"]
    bare = BOLD.sub("X", text)
    first = bare.split()[0]
    if first not in phrases["imperative"] or bare.count(".") > 1:
        return text
    if regex.search(phrases["imperative_unsafe"], bare):
        return text
    return str(phrases["imperative"][first]) + text[len(first) :]


def can_be_informal(grammar: Grammar) -> Callable[[str], bool]:
    """Whether every verb that goes with "u" is one whose "je" form is known."""
    known = {*grammar["informal"]["inverted"], *grammar["informal"]["harmless"]}

    def check(text: str) -> bool:
        bare = BOLD.sub("X", text)
        # "u ... zich" and "u een bestand ... heeft" change with their pronoun, far from it.
        if regex.search(r"\b[Uu]\b(?! heeft)[^.]*\bheeft\b|\b[Uu]\b[^.]*\bzich\b", bare):
            return False
        return all(
            match.group(1).lower() in known for match in regex.finditer(r"\b(\w+t) u\b", bare)
        )

    return check


def render(plan: Plan, grammar: Grammar) -> Answer:
    text = ""
    parts: list[Part] = []
    slots: dict[str, tuple[int, int]] = {}

    def add(role: str, piece: str, joint: str) -> int:
        nonlocal text
        text += joint if text or joint not in (" ", "\n", "\n\n") else ""
        parts.append(Part(role, len(text), len(text) + len(piece)))
        text += piece
        return parts[-1].start

    def add_fact(joint: str) -> None:
        assert plan.fact is not None
        template = hidden(plan.fact.answer)
        template = shown(toned(template, plan.informal, grammar))
        values = {
            name: toned(value, plan.informal, grammar) for name, value in plan.fact.values.items()
        }
        piece, inside = fill(template, values)
        start = add("fact", piece, joint)
        slots.update({name: (start + a, start + b) for name, (a, b) in inside.items()})

    listed = plan.form != "prose" and len(plan.said) > 0
    if plan.intro:
        add("intro", toned(plan.intro, plan.informal, grammar), "")
    if plan.fact and plan.fact_first:
        add_fact(" ")
    for number, said in enumerate(plan.said, start=1):
        piece = said_aloud(said, plan, grammar)
        if listed:
            text += "\n" if text else ""
            add("step", piece, plan.marker.format(n=number))
        else:
            add("statement", piece, " ")
    if plan.fact and not plan.fact_first:
        add_fact("\n\n" if listed else " ")
    if plan.outro:
        add("outro", toned(plan.outro, plan.informal, grammar), "\n\n" if listed else " ")
    return Answer(text=text, parts=tuple(parts), slots=slots)


def said_aloud(text: str, plan: Plan, grammar: Grammar) -> str:
    return styled(toned(text, plan.informal, grammar), plan.style, grammar)


def toned(text: str, informal: bool, grammar: Grammar) -> str:
    """Dutch "u" to "je" outside labels; other languages have no rules here."""
    if not informal:
        return text

    def change(piece: str) -> str:
        for polite, plain in grammar["informal"]["inverted"].items():
            piece = regex.sub(rf"\b{polite} u\b", f"{plain} je", piece)
            piece = regex.sub(rf"\b{polite.capitalize()} u\b", f"{plain.capitalize()} je", piece)
        for find, put in grammar["informal"]["pairs"]:
            piece = regex.sub(find, put, piece)
        return piece

    return outside_labels(text, change)


def outside_labels(text: str, change: Callable[[str], str]) -> str:
    """`change` applied to the text with its labels hidden, so that it can see across them."""
    labels: list[str] = []

    def hide(match: regex.Match[str]) -> str:
        labels.append(match.group())
        return f"\ue100{chr(0xE200 + len(labels) - 1)}"

    changed = change(BOLD.sub(hide, text))
    return regex.sub("\ue100(.)", lambda match: labels[ord(match.group(1)) - 0xE200], changed)


def styled(text: str, style: str, grammar: Grammar) -> str:
    if style == "bold":
        return text
    before, after = label_marks(style, grammar)
    return BOLD.sub(lambda match: f"{before}{match.group(1)}{after}", text)


def label_marks(style: str, grammar: Grammar) -> tuple[str, str]:
    if style == "bold":
        return "**", "**"
    if style == "plain":
        return "", ""
    before, after = grammar["phrases"]["label_quotes"][int(style[-1])]
    return before, after


def hidden(template: str) -> str:
    """Slots as private characters: "{u}" must not be read as the word "u"."""
    return regex.sub(
        r"\{(a:)?(n|u|d|e|r|s|neg|c)\}",
        lambda match: chr(0xE000 + _SLOTS.index(match.group(2)) + (16 if match.group(1) else 0)),
        template,
    )


def shown(template: str) -> str:
    return regex.sub(
        r"[\ue000-\ue01f]",
        lambda match: (
            f"{{{'a:' if ord(match.group()) >= 0xE010 else ''}"
            f"{_SLOTS[(ord(match.group()) - 0xE000) % 16]}}}"
        ),
        template,
    )


_SLOTS = ("n", "u", "d", "e", "r", "s", "neg", "c")
