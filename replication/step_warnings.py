"""How often an answer tells a step without the warning at it (paper, §8.3: side effects).

    python -m replication.step_warnings --data BENCH --pages HELPCENTRE

First the labelled answers, true and untrue: those that tell a guide of a page, and those in which
`warning.left_out` fires. Then every guide of the help pages with a warning at a step, told as an
answer: with its warnings (it must not fire), and its steps alone. Both are true; the second shows
how many guides would be marked if chatbots told bare steps.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from replication.folders import folder_with
from replication.material import COUNTED, READ, rows
from truthscore import Example, TruthScorer
from truthscore.example import documents

SETS = ("natural_nl_dev", "natural_en_dev", "nl_support_dev")
CENTRES = ("businesscentral_nl", "gnome_nl", "businesscentral_en", "gnome_en")
RULE = "warning.left_out"
#: Pages of a help centre whose guides are told, the first ones: more take minutes.
PAGES = 150


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data", type=folder_with(*(f"{name}.jsonl.gz" for name in SETS)), required=True
    )
    parser.add_argument("--half", choices=(COUNTED, READ), default=READ)
    parser.add_argument("--pages", type=folder_with(*(f"{name}.jsonl.gz" for name in CENTRES)))
    args = parser.parse_args(argv)
    scorer = TruthScorer.load("grounded")
    print(
        f"{'set':<20}{'label':<8}{'answers':>8}{'tell a guide':>14}{'fires':>7}   half: {args.half}"
    )
    for name in SETS:
        for label, counts in answers(args.data, name, args.half, scorer).items():
            told = "true" if label else "untrue"
            print(f"{name:<20}{told:<8}{counts[0]:>8}{counts[1]:>14}{counts[2]:>7}")
    if args.pages:
        print(f"\n{'help centre':<20}{'guides warned':>14}{'fires, told with':>18}{'without':>9}")
        for name in CENTRES:
            guides = list(told_guides(args.pages / f"{name}.jsonl.gz", name[-2:]))
            whole, steps = (fired([pair[at] for pair in guides], scorer) for at in (0, 1))
            print(f"{name:<20}{len(guides):>14}{whole:>18}{steps:>9}")


def answers(
    data: Path, name: str, half: str, scorer: TruthScorer
) -> dict[bool, tuple[int, int, int]]:
    """By label: answers, those that tell a guide of a page, those in which the rule fires."""
    mine = [row for row in rows(data, name) if row.half == half and row.label is not None]
    every, guides, hits = Counter[bool](), Counter[bool](), Counter[bool]()
    for row, verdict in zip(mine, scorer.score_many(row.example for row in mine), strict=True):
        found = verdict.features.get("guide_fidelity")
        label = bool(row.label)
        every[label] += 1
        if found is not None and found.value is not None:
            guides[label] += 1
            hits[label] += any(each.rule == RULE for each in found.evidence)
    return {label: (every[label], guides[label], hits[label]) for label in (True, False)}


def told_guides(path: Path, lang: str) -> Iterator[tuple[Example, Example]]:
    """Each guide with warnings: told with them, and its steps alone."""
    from truthscore import language
    from truthscore.text import parser as parsers
    from truthscore.text.guides import guides
    from truthscore.text.warnings import at_steps

    pack = language.load(lang)
    parser = parsers.load(pack, "auto")
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        pages = [json.loads(line) for _, line in zip(range(PAGES), stream, strict=False)]
    for page, parsed in zip(pages, parser.parse([page["text"] for page in pages]), strict=True):
        for number, guide in enumerate(guides(parsed, 2, pack.link_headings)):
            warned = list(at_steps(parsed, guide, pack.warnings)) if guide.numbered else []
            if not warned:
                continue
            text, context = parsed.text, documents([{"id": "page", "text": page["text"]}])
            lines = [text[step.start : step.end] for step in guide.steps]
            whole = list(lines)
            for at, start, end in warned:
                whole[at] += f"\n   {text[start:end]}"
            yield tuple(  # type: ignore[misc]
                Example(
                    id=f"{page['id']}-{number}", question=page["title"], lang=lang, context=context,
                    answer="\n".join(f"{n}. {line}" for n, line in enumerate(told, start=1)),
                )
                for told in (whole, lines)
            )  # fmt: skip


def fired(examples: Sequence[Example], scorer: TruthScorer) -> int:
    """In how many of the answers the rule fires."""
    return sum(
        any(each.rule == RULE for found in verdict.features.values() for each in found.evidence)
        for verdict in scorer.score_many(examples)
    )


if __name__ == "__main__":
    main()
