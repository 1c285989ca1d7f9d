"""Builds the perturbation suite: faithful answers, and the same with exactly one planted fault.

    python -m replication.perturb.build --data ../shared/data/helpcentre --seed 0 --out rows.jsonl

Pure and seeded: the same pages and seed give the same bytes. Every fault has its own stream of
random numbers, so a change to one leaves the rows of the others alone.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import regex

from replication.folders import folder_with
from replication.perturb import grammar as grammars
from replication.perturb import paraphrases
from replication.perturb.answers import (
    FORMS,
    Answer,
    Part,
    Plan,
    plan_fact,
    plan_prose,
    plan_steps,
    render,
)
from replication.perturb.faults import (
    FAULTS,
    PLANTED_ONLY,
    SLOTS,
    Case,
    Edit,
    Labels,
    sentence_spans,
)
from replication.perturb.grammar import Fact, Grammar, fill
from replication.perturb.pages import HEADING, ITEM, Library, Section, library, read_pages

LANGUAGES = ("nl", "en")
#: Rows of each fault, and of each kind of paraphrase, per language.
PER_FAULT, PER_PARAPHRASE = 110, 36
#: At most this share of a fault's rows comes from the pages when facts can be planted too.
NATIVE_SHARE = 0.55
#: The help centre of a desktop. Planted facts are about business software: not for its pages.
DESKTOP = "gnome"
#: At most so many rows of a fault may share one exchange, apart from its labels.
SAME_EXCHANGE = 3
#: "Om een map aan te maken" asks how to "een map aanmaken".
OM_TE = regex.compile(
    r"Om (.+?) (?:(in|uit|aan|op|af|toe|bij|over|weer|door|mee|terug|na) )?te (\p{Ll}+en)"
)
#: How often a section is tried again with other random choices.
TRIES = 2

Row = dict[str, Any]


@dataclass(frozen=True)
class Source:
    """What rows of one language are made from."""

    library: Library
    labels: Labels
    grammar: Grammar


@dataclass(frozen=True)
class Base:
    """A faithful answer with its question and context: what a fault or a paraphrase changes."""

    plan: Plan
    answer: Answer
    question: str
    context: list[dict[str, str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with("*_nl.jsonl.gz", "*_en.jsonl.gz"),
        required=True,
        help="folder of *_<lang>.jsonl.gz",
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--per-fault", type=int, default=PER_FAULT)
    parser.add_argument("--per-paraphrase", type=int, default=PER_PARAPHRASE)
    parser.add_argument("--out", type=Path, required=True, help="JSONL file to write")
    args = parser.parse_args()
    rows = build(
        {lang: read_pages(args.data, lang) for lang in LANGUAGES},
        seed=args.seed,
        per_fault=args.per_fault,
        per_paraphrase=args.per_paraphrase,
    )
    args.out.write_text(
        "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8"
    )


def build(
    pages: dict[str, list[dict[str, str]]],
    *,
    seed: int = 0,
    per_fault: int = PER_FAULT,
    per_paraphrase: int = PER_PARAPHRASE,
) -> list[Row]:
    rows: list[Row] = []
    for lang, known in pages.items():
        made = library(known, lang)
        source = Source(made, Labels(made), grammars.load(lang))
        for kind in FAULTS:
            rows += fault_rows(kind, source, seed, per_fault)
        for kind in paraphrases.KINDS:
            rows += paraphrase_rows(kind, source, seed, per_paraphrase)
    return rows


def fault_rows(kind: str, source: Source, seed: int, wanted: int) -> list[Row]:
    lang = source.library.lang
    plantable = kind in SLOTS
    native = 0 if kind in PLANTED_ONLY else wanted
    if plantable:
        native = int(native * NATIVE_SHARE)
    found: list[Row] = []
    for base, edit in planned(kind, source, seed, planted=False) if native else ():
        found += twin_and_faulty(kind, f"{lang}-{kind}-{len(found) // 2:04d}", base, edit, source)
        if len(found) >= 2 * native:
            break
    if plantable:
        for base, edit in planned(kind, source, seed, planted=True):
            number = f"{lang}-{kind}-{len(found) // 2:04d}"
            found += twin_and_faulty(kind, number, base, edit, source)
            if len(found) >= 2 * wanted:
                break
    return found


def planned(kind: str, source: Source, seed: int, *, planted: bool) -> Iterator[tuple[Base, Edit]]:
    """Bases the fault can be planted in, no section twice before all were tried."""
    lang, grammar = source.library.lang, source.grammar
    number = 0
    seen: Counter[str] = Counter()
    for turn in range(TRIES * (6 if planted else 1)):
        rng = random.Random(f"{seed}:{kind}:{lang}:{planted}:{turn}")
        for section in shuffled(source.library.sections, rng):
            fact = None
            if planted and section.site == DESKTOP:
                continue
            if planted:
                fact = grammars.fact(kind, SLOTS[kind], grammar, rng, number)
            base = base_of(section, kind, fact, source, rng)
            if base is None:
                continue
            edit = FAULTS[kind](case_of(base, source, rng))
            if edit is None:
                number += planted
                continue
            # The same exchange over and over says nothing new (help centres repeat texts).
            before = base.answer.text[max(0, edit.start - 20) : edit.end]
            key = regex.sub(r"[*\"'‘’“”][^*\"'‘’“”]+[*\"'‘’“”]", "X", f"{before}|{edit.put}")
            seen[key] += 1
            if not planted and seen[key] > SAME_EXCHANGE:
                continue
            number += 1
            yield base, edit


def base_of(
    section: Section, kind: str, fact: Fact | None, source: Source, rng: random.Random
) -> Base | None:
    grammar = source.grammar
    if not (section.runs or section.steps):
        return None
    if fact:
        plan = plan_fact(section, fact, grammar, rng)
    elif kind in ("invented_step", "swapped_steps"):
        plan = plan_steps(section, grammar, rng, rng.choice(FORMS))
    elif kind == "missing_step":
        plan = plan_steps(section, grammar, rng, rng.choice(FORMS[1:]))
    elif section.steps and (kind == "wrong_label" or rng.random() < 0.3):
        plan = plan_steps(section, grammar, rng, rng.choice(FORMS))
    else:
        plan = plan_prose(section, grammar, rng)
    return None if plan is None else based(plan, source, rng)


def based(plan: Plan, source: Source, rng: random.Random) -> Base:
    section, fact = plan.section, plan.fact
    text = source.library.around(section)
    own = section.text
    if fact:
        text = text.replace(own, with_fact(own, fill(fact.source, fact.values)[0], rng), 1)
    documents = [{"id": section.page, "title": section.title, "text": text}]
    for place, other in enumerate(source.library.distractors(section, rng)):
        body = other.text
        if fact and fact.decoy and place == 0:
            body = with_fact(body, fact.decoy, rng)
        documents.append({"id": other.id, "title": other.title, "text": body})
    rng.shuffle(documents)
    question = question_of(section, source, rng)
    if fact and fact.question:
        question = fact.question
        if "e" in fact.values:
            question = question.replace("{e}", fact.values["e"])
    return Base(plan, render(plan, source.grammar), question, documents)


def case_of(base: Base, source: Source, rng: random.Random) -> Case:
    context = "\n".join(f"{each['title']}\n{each['text']}" for each in base.context)
    return Case(
        plan=base.plan,
        answer=base.answer,
        context=context,
        library=source.library,
        labels=source.labels,
        grammar=source.grammar,
        rng=rng,
    )


def with_fact(text: str, fact: str, rng: random.Random) -> str:
    """The text with one sentence more, at the end of a paragraph."""
    lines = text.split("\n")
    fits = [
        place
        for place, line in enumerate(lines)
        if regex.match(r"[\p{L}*]", line) and line.rstrip().endswith(".")
        and not HEADING.match(line) and not ITEM.match(line)
    ]  # fmt: skip
    if not fits:
        return f"{text}\n\n{fact}"
    place = rng.choice(fits)
    lines[place] = f"{lines[place].rstrip()} {fact}"
    return "\n".join(lines)


def question_of(section: Section, source: Source, rng: random.Random) -> str:
    grammar = source.grammar
    table = grammar["question"]
    heading = section.heading.strip(" .:*")
    if regex.search(grammar["phrases"]["generic_heading"], heading, regex.I):
        heading = section.title.strip(" .:*")
    heading = regex.sub(r"^(?:Ontwerpdetails|Design Details|Walkthrough|Procedure): ", "", heading)
    heading = regex.sub(r"\s*\([^)]*\)", "", heading)
    heading = heading or section.title
    aim = OM_TE.fullmatch(heading)
    if aim:
        heading = f"{aim.group(1)} {aim.group(2) or ''}{aim.group(3)}"
        heading = heading[0].upper() + heading[1:]
    if heading.endswith("?"):
        return heading
    # "Business Central ..." and "IC-partners ..." keep their capital.
    small = regex.match(r"\p{Lu}[\p{Ll}-]*(?:$| [^\p{Lu}])", heading)
    lowered = heading[0].lower() + heading[1:] if small else heading
    verbal = regex.search(table["infinitive"], heading) and not regex.search(
        rf"{table['not_infinitive']}|^\S+$", heading, regex.I
    )
    if grammar.lang == "nl":
        verbal = verbal and heading.split()[-1] in source.library.infinitives
    if verbal:
        lowered = regex.sub(r"^[Tt]o (.)", lambda match: match.group(1).lower(), lowered)
        lowered = regex.sub(r"\byour\b", "my", regex.sub(r"\buw\b", "mijn", lowered))
        return str(rng.choice(table["how"])).format(h=lowered)
    return str(rng.choice(table["about"])).format(h=heading)


def shuffled(sections: Sequence[Section], rng: random.Random) -> list[Section]:
    mixed = list(sections)
    rng.shuffle(mixed)
    # GNOME is a twentieth of the sections; a little more of it keeps the topics varied.
    desktop = [each for each in mixed if each.site == DESKTOP]
    rest = [each for each in mixed if each.site != DESKTOP]
    for place, each in enumerate(desktop):
        rest.insert(min(len(rest), 7 * place + 3), each)
    return rest


def twin_and_faulty(kind: str, number: str, base: Base, edit: Edit, source: Source) -> list[Row]:
    text = base.answer.text
    faulty = text[: edit.start] + edit.put + text[edit.end :]
    planted = base.plan.fact is not None
    group = "omission" if kind == "missing_step" else "fault"
    meta = {
        "kind": kind,
        "group": group,
        "base_id": f"{number}-twin",
        "fault_span": None if edit.omission else [edit.start, edit.start + len(edit.put)],
        "original": text[edit.start : edit.end],
        "replaced": edit.put,
        "edit_at": edit.start,
        "planted": planted,
    }
    if edit.omission:
        meta["anchor_span"] = list(sentence_around(faulty, edit.start))
    if edit.note:
        meta["from_section"] = edit.note
    return [
        row(f"{number}-twin", base, text, source, twin_meta(kind, number, planted)),
        row(f"{number}-faulty", base, faulty, source, meta),
    ]


def twin_meta(kind: str, number: str, planted: bool) -> Row:
    return {
        "kind": kind,
        "group": "twin",
        "base_id": f"{number}-twin",
        "fault_span": None,
        "original": "",
        "replaced": "",
        "planted": planted,
    }


def row(identity: str, base: Base, answer: str, source: Source, meta: Row) -> Row:
    return {
        "id": identity,
        "lang": source.library.lang,
        "question": base.question,
        "answer": answer,
        "context": base.context,
        "meta": meta,
    }


def sentence_around(text: str, place: int) -> tuple[int, int]:
    """The sentence or list item of `text` that holds the character at `place`."""
    start = max(text.rfind("\n", 0, place) + 1, 0)
    end = text.find("\n", place)
    line = Part("line", start, len(text) if end < 0 else end)
    spans = sentence_spans(text, line)
    return next((span for span in spans if span[0] <= place < span[1]), spans[-1])


def paraphrase_rows(kind: str, source: Source, seed: int, wanted: int) -> list[Row]:
    lang = source.library.lang
    found: list[Row] = []
    pairs = bool(source.grammar.pairs(kind))
    share = wanted if not pairs else wanted // 2
    makers: list[tuple[Iterable[tuple[Base, Plan]], int]] = []
    if kind == "number_notation":
        makers.append((number_pairs(source, seed), wanted))
    else:
        makers.append((rewritten_pairs(kind, source, seed), share))
        if pairs:
            makers.append((planted_pairs(kind, source, seed), wanted))
    for maker, limit in makers:
        if limit <= len(found) // 2:
            continue
        for base, plan in maker:
            number = f"{lang}-{kind}-{len(found) // 2:04d}"
            planted = plan.fact is not None
            meta = {**twin_meta(kind, number, planted), "group": "paraphrase"}
            text = render(plan, source.grammar).text
            if text == base.answer.text:
                continue
            found += [
                row(f"{number}-twin", base, base.answer.text, source,
                    twin_meta(kind, number, planted)),
                row(f"{number}-paraphrase", base, text, source, meta),
            ]  # fmt: skip
            if len(found) >= 2 * limit:
                break
    return found


def rewritten_pairs(kind: str, source: Source, seed: int) -> Iterator[tuple[Base, Plan]]:
    for turn in range(TRIES):
        rng = random.Random(f"{seed}:{kind}:{source.library.lang}:rewrite:{turn}")
        for section in shuffled(source.library.sections, rng):
            if not (section.runs or section.steps):
                continue
            plan = None
            if section.steps and rng.random() < 0.5:
                plan = plan_steps(section, source.grammar, rng, rng.choice(FORMS))
            plan = plan or plan_prose(section, source.grammar, rng)
            changed = plan and paraphrases.rewritten(kind, plan, source.grammar, rng)
            if plan and changed:
                yield based(plan, source, rng), changed


def planted_pairs(kind: str, source: Source, seed: int) -> Iterator[tuple[Base, Plan]]:
    rng = random.Random(f"{seed}:{kind}:{source.library.lang}:pair")
    for place, section in enumerate(shuffled(source.library.sections, rng)):
        made = paraphrases.pair_fact(kind, source.grammar, place)
        if section.site == DESKTOP:
            continue
        plan = plan_fact(section, made[0], source.grammar, rng) if made else None
        if made and plan:
            changed = replace(plan, fact=replace(made[0], answer=made[1]))
            yield based(plan, source, rng), changed


def number_pairs(source: Source, seed: int) -> Iterator[tuple[Base, Plan]]:
    rng = random.Random(f"{seed}:number_notation:{source.library.lang}")
    for place, section in enumerate(shuffled(source.library.sections, rng)):
        if section.site == DESKTOP:
            continue
        kind = "date_notation" if place % 3 == 0 else "number_notation"
        fact = grammars.fact(kind, "", source.grammar, rng, place // 2)
        plan = plan_fact(section, fact, source.grammar, rng)
        options = paraphrases.notations(fact, source.grammar)
        if plan is None or not options:
            continue
        slot, text = rng.choice(options)
        answer, values = fact.answer, dict(fact.values)
        if slot == "nu":
            if "{n} {u}" not in answer:
                continue
            answer = answer.replace("{n} {u}", "{n}")
        values["n" if slot == "nu" else slot] = text
        changed = replace(plan, fact=replace(fact, answer=answer, values=values))
        yield based(plan, source, rng), changed


if __name__ == "__main__":
    main()
