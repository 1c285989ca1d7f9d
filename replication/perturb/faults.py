"""The planted faults: each takes a faithful answer and returns one edit that makes it untrue.

A function returns None where it cannot be sure: a fault that is no fault would blame the scorer
for being right. "Nowhere in the context" is checked on the whole context, distractors included.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import regex

from replication.perturb.answers import (
    Answer,
    Part,
    Plan,
    can_be_informal,
    label_marks,
    said_aloud,
    toned,
)
from replication.perturb.grammar import Grammar
from replication.perturb.pages import BOLD, LEANS, Library, Section

#: Words too short or too common to say what a sentence is about.
CONTENT_WORD = regex.compile(r"\p{L}{5,}")
#: A sentence of another page is on topic when it shares this many words with title and answer...
TOPIC_WORDS = 2
#: ... and is news when so many of its words stand nowhere in the context.
NEW_WORDS, NEW_SHARE = 3, 0.3
#: Names that stand for a label only beside one of these words.
CLASS_NL = r"(?:het |de )?(veld|pagina|actie|knop|tabblad|sneltabblad|optie|menu|venster)"
CLASS_EN = r"(field|page|action|button|tab|FastTab|option|menu|window|check box|dialog|toggle)"
#: In a Dutch clause that one of these opens, "niet" stands elsewhere.
SUBORDINATE = regex.compile(
    r"\b(?:die|dat|om|of|hoe|welke|waar\p{Ll}*|wat|wie|omdat|zodat|nadat|zodra|doordat|hoewel|"
    r"terwijl|totdat)\b",
    regex.IGNORECASE,
)
PRONOUNS = {
    "nl": regex.compile(
        r"\b(?:dit|deze|die|dat|hem|ze|zij|hun|hiervan|daarvan|daarmee|er)\b", regex.I
    ),
    "en": regex.compile(r"\b(?:it|its|they|them|their|this|these|those|that|he|she)\b", regex.I),
}


@dataclass(frozen=True)
class Edit:
    """Characters `start` to `end` of the faithful answer become `put`."""

    start: int
    end: int
    put: str
    omission: bool = False
    note: str = ""


@dataclass(frozen=True)
class Case:
    """All that a fault may look at."""

    plan: Plan
    answer: Answer
    context: str
    library: Library
    labels: Labels
    grammar: Grammar
    rng: random.Random

    @property
    def section(self) -> Section:
        """The section the answer was made from."""
        return self.plan.section

    @cached_property
    def lowered(self) -> str:
        """The whole context in small letters."""
        return self.context.casefold()

    def absent(self, text: str) -> bool:
        """Whether the context nowhere holds `text` as a word of its own."""
        return not regex.search(rf"(?<!\w){regex.escape(text.casefold())}(?!\w)", self.lowered)

    def matches(self, pattern: str, role: str = "") -> list[tuple[Part, regex.Match[str]]]:
        """Places where `pattern` holds in a sentence of the answer, in random order."""
        found = []
        for part in self.answer.said():
            if role and part.role != role:
                continue
            for start, end in sentence_spans(self.answer.text, part):
                piece = self.answer.text[start:end]
                found += [
                    (Part(part.role, start, end), match) for match in regex.finditer(pattern, piece)
                ]
        self.rng.shuffle(found)
        return found


def sentence_spans(text: str, part: Part) -> list[tuple[int, int]]:
    spans, start = [], part.start
    for match in regex.finditer(r"[.!?](?=\s+\p{Lu})", text[part.start : part.end]):
        spans.append((start, part.start + match.end()))
        start = part.start + match.end()
        while start < part.end and text[start].isspace():
            start += 1
    return [*spans, (start, part.end)]


class Labels:
    """The UI labels of one language by site and by the word beside them."""

    def __init__(self, library: Library) -> None:
        self._by_class: dict[tuple[str, str], list[str]] = {}
        seen: set[tuple[str, str, str]] = set()
        for section in library.sections:
            for name, label in labelled(section.text, library.lang):
                key = (section.site, name, label)
                if plausible(label) and name and key not in seen:
                    seen.add(key)
                    self._by_class.setdefault((section.site, name), []).append(label)

    def like(self, site: str, name: str) -> list[str]:
        """Labels of that site which stand beside the same word."""
        return self._by_class.get((site, name), [])


def plausible(label: str) -> bool:
    return bool(regex.fullmatch(r"\p{Lu}[\p{L}\d /&-]{2,32}[\p{L}\d]", label)) and (
        label.count(" ") < 4
    )


def labelled(text: str, lang: str) -> list[tuple[str, str]]:
    """Bold labels with the kind of thing they name ("" where no word says it)."""
    found = []
    for match in BOLD.finditer(text):
        before, after = text[: match.start()], text[match.end() : match.end() + 20]
        if lang == "nl":
            beside = regex.search(rf"{CLASS_NL} $", before[-30:])
        else:
            beside = regex.match(rf" {CLASS_EN}\b", after)
        found.append((beside.group(1) if beside else "", match.group(1)))
    return found


def wrong_label(case: Case) -> Edit | None:
    before, after = label_marks(case.plan.style, case.grammar)
    known = [pair for said in case.plan.said for pair in labelled(said, case.grammar.lang)]
    case.rng.shuffle(known)
    for name, label in known:
        if not name or not plausible(label):
            continue
        pattern = rf"(?<!\w){regex.escape(before + label + after)}(?!\w)"
        places = list(regex.finditer(pattern, case.answer.text))
        if len(places) != 1 or case.answer.text.count(label) != 1:
            continue
        words = {word.casefold() for word in regex.findall(r"\w{3,}", label)}
        for _ in range(40):
            options = case.labels.like(case.section.site, name)
            if not options:
                break
            other = case.rng.choice(options)
            shared = words & {word.casefold() for word in regex.findall(r"\w{3,}", other)}
            if not shared and case.absent(other) and fits(label, other):
                start = places[0].start() + len(before)
                return Edit(start, start + len(label), other)
    return None


def fits(label: str, other: str) -> bool:
    """Keeps one-word buttons one word, and long names long, so that the exchange looks real."""
    return abs(label.count(" ") - other.count(" ")) <= 1


def invented_step(case: Case) -> Edit | None:
    steps = [part for part in case.answer.parts if part.role in ("step", "statement")]
    if len(steps) < 3:
        return None
    table = case.grammar["steps"]
    template = case.rng.choice(table["invented"])
    if "{label}" in template:
        label = case.rng.choice(table["labels"])
        if not case.absent(label):
            return None
        template = template.replace("{label}", f"**{label}**")
    elif any(case.absent(word) is False for word in template_nouns(template)):
        return None
    new = said_aloud(template, case.plan, case.grammar)
    if case.plan.form == "numbered":
        # Only after the last step: anywhere else, the numbers after it would change too.
        marker = case.plan.marker.format(n=len(steps) + 1)
        return Edit(steps[-1].end, steps[-1].end, f"\n{marker}{new}")
    place = case.rng.randrange(1, len(steps))
    if LEANS.match(steps_source(case, place)):
        return None
    joint = f"{case.plan.marker}{new}\n" if case.plan.form == "bulleted" else f"{new} "
    at = steps[place].start - (len(case.plan.marker) if case.plan.form == "bulleted" else 0)
    return Edit(at, at, joint)


def steps_source(case: Case, place: int) -> str:
    return case.plan.said[place] if place < len(case.plan.said) else ""


def template_nouns(template: str) -> list[str]:
    """The telling nouns of an invented step: none of them may be the page's own advice."""
    return [word for word in CONTENT_WORD.findall(template) if len(word) > 7]


def swapped_steps(case: Case) -> Edit | None:
    """The first two or the last two steps: opening before filling in, filling in before OK."""
    steps = [part for part in case.answer.parts if part.role in ("step", "statement")]
    table = case.grammar["steps"]
    said = case.plan.said
    if len(steps) < 3 or any(LEANS.match(each) for each in said):
        return None
    options = []
    for first in (0, len(said) - 2):
        one, two = said[first], said[first + 1]
        optional = any(regex.search(table["optional"], each, regex.I) for each in (one, two))
        if optional or words_shared(one, two) > 0.5 or len(two.split()) < 3:
            continue
        opens = regex.search(table["opening"], one) and not regex.search(table["opening"], two)
        closes = regex.search(table["closing"], two) and not regex.search(table["closing"], one)
        if (first == 0 and opens) or (first > 0 and closes):
            options.append(first)
    if not options:
        return None
    # Nearly every procedure opens something first: the rarer swap at its end has precedence.
    first = options[-1]
    one, two = steps[first], steps[first + 1]
    text = case.answer.text
    put = case.answer.of(two) + text[one.end : two.start] + case.answer.of(one)
    return Edit(one.start, two.end, put)


def words_shared(one: str, two: str) -> float:
    first, second = set(CONTENT_WORD.findall(one)), set(CONTENT_WORD.findall(two))
    return len(first & second) / max(1, min(len(first), len(second)))


def missing_step(case: Case) -> Edit | None:
    steps = [part for part in case.answer.parts if part.role in ("step", "statement")]
    if len(steps) < 4 or case.plan.form == "numbered":
        return None
    place = case.rng.randrange(1, len(steps) - 1)
    said = case.plan.said
    if LEANS.match(said[place + 1]) or regex.search(
        case.grammar["steps"]["optional"], said[place], regex.I
    ):
        return None
    # From the start of this step to that of the next: the marker of the next one is kept.
    return Edit(steps[place].start, steps[place + 1].start, "", omission=True)


def dropped_condition(case: Case) -> Edit | None:
    if case.plan.fact:
        return slot_fault("c", omission=True)(case)
    table = case.grammar["conditions"]
    for pattern in (*table["trailing"], table["leading"], table["leading_noun"]):
        for part, match in case.matches(pattern):
            sentence = case.answer.of(part)
            if regex.search(table["keep"], sentence, regex.I):
                continue
            drop, groups = match.span("drop"), match.groupdict()
            start, end, put = drop[0], drop[1], ""
            if "subject" in groups:
                end = match.end("subject")
                put = groups["subject"][0].upper() + groups["subject"][1:]
                if "verb" in groups:
                    put = f"{put} {groups['verb']}"
                if PRONOUNS[case.grammar.lang].search(sentence[end:]):
                    continue
            left = sentence[:start] + put + sentence[end:]
            # "if you can" promises nothing: without it, hardly anything changes.
            few = len(sentence[drop[0] : drop[1]].split()) < 4
            if few or len(left.split()) < 4 or left.rstrip(".").endswith(","):
                continue
            return Edit(part.start + start, part.start + end, put, omission=True)
    return None


def added_condition(case: Case) -> Edit | None:
    if case.plan.fact:
        return slot_fault("c")(case)
    table = case.grammar["conditions"]
    clause = toned(case.rng.choice(table["added"]), case.plan.informal, case.grammar)
    for part, match in case.matches(table["plain"], role="statement"):
        sentence = match.group()
        if regex.search(table["conditional"], sentence, regex.I) or not sentence.endswith("."):
            continue
        if sentence.count(",") or len(sentence.split()) > 22:
            continue
        end = part.start + match.end() - 1
        return Edit(end, end, clause)
    return None


def flips(
    sentence: str, grammar: Grammar, verbs: frozenset[str] | None = None
) -> list[tuple[int, int, str]]:
    """Ways to reverse one sentence: characters and what they become.

    `verbs` are the known Dutch infinitives: "niet" stands before one.
    """
    bare = BOLD.sub(lambda match: "§" * len(match.group()), sentence)
    if regex.search(grammar["negation"]["unsafe"], bare, regex.I):
        return []
    negated = len(regex.findall(r"\b(?:niet|nooit|not|never|cannot)\b|n't\b", bare, regex.I))
    found = []
    for rule in grammar["flip"]:
        for match in regex.finditer(rule["find"], bare):
            hit = match.group("hit")
            verb, _, rest = hit.partition(" ")
            removes = bool(regex.search(r"\b(?:niet|nooit|not|never|cannot)\b|n't|can not", hit))
            # "blocked or allowed": half of it would be reversed.
            listed = regex.match(r"(?: \p{Ll}+)? (?:of|or|en|and)\b", bare[match.end("hit") :])
            if negated > removes or listed:
                continue
            if not removes and SUBORDINATE.search(bare[: match.start("hit")]):
                continue
            put = (
                rule["put"]
                .format(
                    hit=hit,
                    first=verb,
                    verb=verb,
                    adjective=rest,
                    positive=grammar["negation"].get("positive", {}).get(hit, ""),
                )
                .replace("can not", "cannot")
            )
            if rule.get("move"):
                # "U kunt de order verwijderen" -> "U kunt de order niet verwijderen".
                tail = match.start("tail")
                if verbs is not None and match.group("tail") not in verbs:
                    continue
                if regex.search(
                    r",|\b(?:om|te|die|dat|en|of|zodat|waarmee|ook)\b", match.group("rest")
                ):
                    continue
                found.append((tail, match.end("tail"), f"niet {match.group('tail')}"))
            else:
                found.append((*match.span("hit"), put))
    return found


def flipped_negation(case: Case) -> Edit | None:
    if case.plan.fact:
        return slot_fault("neg")(case)
    options = []
    for part in case.answer.said():
        for start, end in sentence_spans(case.answer.text, part):
            for a, b, put in flips(
                case.answer.text[start:end], case.grammar, case.library.infinitives
            ):
                options.append(Edit(start + a, start + b, put))
    return case.rng.choice(options) if options else None


def contradiction_inside(case: Case) -> Edit | None:
    lead = case.rng.choice(case.grammar["phrases"]["contradiction"])
    text = case.answer.text
    said = case.answer.said()
    if case.plan.fact:
        fact = next(part for part in said if part.role == "fact")
        start, end = case.answer.slots["neg"]
        other = toned(case.plan.fact.others["neg"][0], case.plan.informal, case.grammar)
        new = text[fact.start : start] + other + text[end : fact.end]
    else:
        options = []
        for part in said[:-1] or said:
            for start, end in sentence_spans(text, part):
                sentence = text[start:end]
                if LEANS.match(sentence) or len(sentence.split()) > 24:
                    continue
                options += [
                    sentence[:a] + put + sentence[b:]
                    for a, b, put in flips(sentence, case.grammar, case.library.infinitives)
                ]
        if not options:
            return None
        new = case.rng.choice(options)
    if new.split()[0] in case.grammar["phrases"]["small_words"]:
        new = new[0].lower() + new[1:]
    last = said[-1]
    joint = " " if last.role != "step" else "\n\n"
    return Edit(last.end, last.end, joint + lead + new)


def slot_fault(slot: str, *, omission: bool = False) -> Callable[[Case], Edit | None]:
    """The fault of a planted fact: the value in its slot becomes another one."""

    def make(case: Case) -> Edit | None:
        fact = case.plan.fact
        assert fact is not None
        options = list(fact.others[slot])
        case.rng.shuffle(options)
        start, end = case.answer.slots[slot]
        for other in options:
            if slot in "nude" and not fact.decoy and not case.absent(other) and slot != "u":
                continue
            put = toned(other, case.plan.informal, case.grammar)
            if slot == "r":
                start, end, put = with_article(case.answer.text, start, end, put, case.grammar)
            if slot == "u":
                number = regex.escape(fact.values["n"])
                if regex.search(rf"\b{number} {regex.escape(other)}\b", case.context):
                    continue
            if put and case.answer.text[start:end] and case.answer.text[start].isupper():
                put = put[0].upper() + put[1:]
            if not put and slot == "c" and start == 0:
                return None
            return Edit(start, end, put, omission=omission)
        return None

    return make


def with_article(
    text: str, start: int, end: int, put: str, grammar: Grammar
) -> tuple[int, int, str]:
    """English: "an administrator" becomes "a user", so the article is part of the edit."""
    article = regex.search(r"\b([Aa]n?) $", text[:start])
    if grammar.lang != "en" or not article:
        return start, end, put
    wanted = "an" if any(put.startswith(each) for each in grammar["roles"]["an"]) else "a"
    if wanted == article.group(1).lower():
        return start, end, put
    if article.group(1)[0] == "A":
        wanted = wanted.capitalize()
    return article.start(1), end, f"{wanted} {put}"


def wrong_number(case: Case) -> Edit | None:
    if case.plan.fact:
        return slot_fault("n")(case)
    for part, match in case.matches(case.grammar["numbers"]["native"]):
        value = int(match.group("hit"))
        options = [value * 2, value + 5, value * 10, value + 2, value * 3]
        case.rng.shuffle(options)
        share = regex.match(
            r"%| procent\b| percent\b", case.answer.text[part.start + match.end() :]
        )
        if share:
            options = [other for other in options if other <= 100]
        for other in options:
            if other > 1 and other != value and value > 1 and case.absent(str(other)):
                start, end = (part.start + each for each in match.span("hit"))
                return Edit(start, end, str(other))
    return None


def wrong_unit(case: Case) -> Edit | None:
    if case.plan.fact:
        return slot_fault("u")(case)
    for part, match in case.matches(case.grammar["numbers"]["units"]):
        other = case.grammar["numbers"]["other_unit"][match.group("hit")]
        number = match.group().split()[0]
        if number != "1" and not regex.search(rf"\b{number} {other}\b", case.context):
            start, end = (part.start + each for each in match.span("hit"))
            return Edit(start, end, other)
    return None


def wrong_role(case: Case) -> Edit | None:
    if case.plan.fact:
        return slot_fault("r")(case)
    table = case.grammar["roles"]
    pairs = list(table["pairs"])
    case.rng.shuffle(pairs)
    for role, other in pairs:
        # "Microsoft 365 users" is the name of a licence.
        pattern = rf"(?<! 365 )(?<![\w*-]){role}(?![\w*-]){table['after']}"
        for part, match in case.matches(pattern):
            sentence = case.answer.of(part)
            nearby = sentence[max(0, match.start() - 25) : match.end() + 25]
            if regex.search(table["unsafe"], nearby) or f"{role}" in BOLD.findall(sentence):
                continue
            if regex.search(other.rstrip("s"), case.section.text, regex.I):
                continue
            if len(regex.findall(rf"\b{role}", sentence, regex.I)) != 1:
                continue
            start, end = (part.start + each for each in match.span())
            return Edit(*with_article(case.answer.text, start, end, other, case.grammar))
    return None


def singular_plural(case: Case) -> Edit | None:
    if case.plan.fact:
        return slot_fault("s")(case)
    table = case.grammar["plural"]
    pairs = list(table["pairs"])
    case.rng.shuffle(pairs)
    for one, other in pairs:
        for part, match in case.matches(rf"(?<!\w){regex.escape(one)}(?!\w)"):
            sentence = case.answer.of(part)
            fits_before = regex.search(rf"\b{table['before']}", sentence[: match.start()])
            if not fits_before or not regex.search(table["after"], sentence[match.end() :]):
                continue
            start, end = (part.start + each for each in match.span())
            return Edit(start, end, other)
    return None


def sentence_from_other_page(case: Case) -> Edit | None:
    said = case.answer.said()
    topic = {word.casefold() for word in CONTENT_WORD.findall(
        f"{case.section.title} {case.section.heading} {' '.join(case.plan.said)}"
    )}  # fmt: skip
    informal = can_be_informal(case.grammar)
    for _ in range(400):
        other = case.rng.choice(case.library.sections)
        if other.site != case.section.site or other.page == case.section.page or not other.runs:
            continue
        sentence = case.rng.choice(case.rng.choice(other.runs))
        words = {word.casefold() for word in CONTENT_WORD.findall(sentence)}
        new = {word for word in words if word[:6] not in case.lowered}
        if len(words & topic) < TOPIC_WORDS or len(new) < max(NEW_WORDS, NEW_SHARE * len(words)):
            continue
        if LEANS.match(sentence) or (case.plan.informal and not informal(sentence)):
            continue
        if not 8 <= len(sentence.split()) <= 28:
            continue
        new_text = said_aloud(sentence, case.plan, case.grammar)
        if case.plan.form != "prose":
            return Edit(said[-1].end, said[-1].end, f"\n\n{new_text}", note=other.id)
        places = [
            part for place, part in enumerate(said[1:], start=1)
            if place < len(case.plan.said) and not LEANS.match(case.plan.said[place])
        ]  # fmt: skip
        if places and case.rng.random() < 0.5:
            at = case.rng.choice(places).start
            return Edit(at, at, f"{new_text} ", note=other.id)
        return Edit(said[-1].end, said[-1].end, f" {new_text}", note=other.id)
    return None


#: Fault -> what makes it. The order is that of the tables.
FAULTS: Mapping[str, Callable[[Case], Edit | None]] = {
    "wrong_label": wrong_label,
    "invented_step": invented_step,
    "swapped_steps": swapped_steps,
    "dropped_condition": dropped_condition,
    "added_condition": added_condition,
    "flipped_negation": flipped_negation,
    "wrong_number": wrong_number,
    "wrong_date": slot_fault("d"),
    "wrong_unit": wrong_unit,
    "wrong_role": wrong_role,
    "singular_plural": singular_plural,
    "other_error_code": slot_fault("e"),
    "sentence_from_other_page": sentence_from_other_page,
    "contradiction_inside": contradiction_inside,
    "missing_step": missing_step,
}
#: The slot a fault exchanges in a planted fact; faults that are not here are never planted.
SLOTS: Mapping[str, str] = {
    "dropped_condition": "c",
    "added_condition": "c",
    "flipped_negation": "neg",
    "contradiction_inside": "neg",
    "wrong_number": "n",
    "wrong_date": "d",
    "wrong_unit": "u",
    "wrong_role": "r",
    "singular_plural": "s",
    "other_error_code": "e",
}
#: Faults that only planted facts can carry.
PLANTED_ONLY = frozenset({"wrong_date", "other_error_code"})
