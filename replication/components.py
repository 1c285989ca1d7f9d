"""How well component names are found, on help pages whose own bold labels are the truth.

    python replication/components.py --data ../shared/data/helpcentre

For Business Central and GNOME, Dutch and English: (a) recall with the bold marks kept; (b) recall
with the marks taken out of the text, a label counting as found when the finds cover at least half
of it; (c) precision: the share of finds that lie on a gold label; (d) the share of pages that,
scored as an answer against themselves, have no missing component.

Gold is a bold label that can be a name: it begins with a capital or a digit, holds a letter, has
at most 15 words, and is no sentence (ends in ? or !, or in a full stop after four words or more),
no lead-in that ends in a colon, not on the language's stop lists, and not under "See also".

Pages name many components without bold ("the Tell Me feature", italic option values, cells of a
field table). Raw precision counts them as wrong; "known" counts a find as right when the same
words are a bold label elsewhere in that help centre. What is left is listed with `--show`.

The word lists were tuned on half of the pages ("tuned", by a hash of the page's id); the other
half ("held out") was only ever scored. Deterministic.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import regex
from folders import folder_with

from truthscore import language, profile
from truthscore.features.base import IndexedDocument, Inputs
from truthscore.features.components_defined import COMPONENTS_DEFINED
from truthscore.language import LanguagePack
from truthscore.notations import can_be_a_name, plain
from truthscore.text.component_lists import rules_for
from truthscore.text.component_rules import ComponentRules
from truthscore.text.components import Component, extract
from truthscore.text.model import ParsedDocument, ParsedText

SETS = ("businesscentral_nl", "gnome_nl", "businesscentral_en", "gnome_en")

BOLD = regex.compile(r"\*\*([^*\n]+?)\*\*")


@dataclass
class Tally:
    """Counts of one half of one set."""

    pages: int = 0
    gold: int = 0
    kept: int = 0
    removed: int = 0
    finds: dict[str, list[int]] = field(
        default_factory=lambda: {"kept": [0, 0, 0], "removed": [0, 0, 0]}
    )
    clean: int = 0
    missed: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with(*[f"{name}.jsonl.gz" for name in SETS]),
        required=True,
        help="folder of *.jsonl.gz pages",
    )
    parser.add_argument("--show", type=int, default=0, help="print so many misses of each kind")
    options = parser.parse_args()
    print(
        f"{'set':<20}{'half':<10}{'pages':>6}{'gold':>7}{'R kept':>8}{'R rem.':>8}"
        f"{'P kept':>8}{'known':>7}{'P rem.':>8}{'known':>7}{'self':>7}"
    )
    for name in SETS:
        tuned, held = tally_of(options.data / f"{name}.jsonl.gz", name[-2:])
        for half, tally in (("tuned", tuned), ("held out", held)):
            print(f"{name:<20}{half:<10}{line(tally)}")
            for title, cases in (
                ("missed without marks", tally.missed),
                ("found, but no bold label", tally.strange),
                ("missing from its own page", tally.broken),
            ):
                for case in cases[:: max(1, len(cases) // options.show)] if options.show else ():
                    print(f"    {title}: {case!r}")


def line(tally: Tally) -> str:
    kept, removed = tally.finds["kept"], tally.finds["removed"]
    return (
        f"{tally.pages:>6}{tally.gold:>7}{tally.kept / tally.gold:>8.3f}"
        f"{tally.removed / tally.gold:>8.3f}{kept[1] / kept[0]:>8.3f}{kept[2] / kept[0]:>7.3f}"
        f"{removed[1] / removed[0]:>8.3f}{removed[2] / removed[0]:>7.3f}"
        f"{tally.clean / tally.pages:>7.3f}"
    )


def tally_of(path: Path, lang: str) -> tuple[Tally, Tally]:
    pack = language.load(lang)
    rules = rules_for(pack, profile.load("paper"))
    stops = {
        plain(word)
        for each in ("stop_label", "stop_title")
        for word in pack.components["words"][each]
    }
    with gzip.open(path, "rt", encoding="utf-8") as file:
        pages = [json.loads(each) for each in file]
    known = {plain(label) for page in pages for label in BOLD.findall(page["text"])}
    halves = (Tally(), Tally())
    for page in pages:
        number = int(hashlib.md5(page["id"].encode()).hexdigest(), 16) % 2
        count(halves[number], page, known, stops, pack, rules)
    return halves


def count(
    tally: Tally,
    page: dict[str, str],
    known: set[str],
    stops: set[str],
    pack: LanguagePack,
    rules: ComponentRules,
) -> None:
    text = page["text"]
    gold = [
        match.span(1)
        for match in BOLD.finditer(before_links(text, pack))
        if can_be_a_name(match.group(1), stops)
    ]
    bare, moved = without_marks(text, gold)
    tally.pages += 1
    tally.gold += len(gold)
    for marks, source, spans in (("kept", text, gold), ("removed", bare, moved)):
        finds = extract(source, rules)
        hits = [span for span in spans if covered(span, finds)]
        if marks == "kept":
            tally.kept += len(hits)
        else:
            tally.removed += len(hits)
            tally.missed += [source[max(0, a - 40) : b + 20] for a, b in set(spans) - set(hits)]
        for find in finds:
            on_gold = any(find.start < end and start < find.end for start, end in spans)
            sums = tally.finds[marks]
            sums[0] += 1
            sums[1] += on_gold
            sums[2] += on_gold or plain(find.label) in known
            if not on_gold and plain(find.label) not in known:
                tally.strange.append(
                    f"{find.cue}: {source[max(0, find.start - 40) : find.end + 20]}"
                )
    lost = missing_from_itself(page, pack)
    tally.clean += not lost
    tally.broken += lost


def before_links(text: str, pack: LanguagePack) -> str:
    """The text up to its "See also" list, which ends a page."""
    headings = "|".join(regex.escape(each) for each in pack.components["words"]["link_heading"])
    found = regex.search(rf"(?im)^#+[ ]*(?:{headings})[ ]*$", text)
    return text[: found.start()] if found else text


def without_marks(text: str, gold: list[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """The text without `**`, and where the gold labels have gone."""
    pieces: list[str] = []
    moved: list[tuple[int, int]] = []
    wanted, position, length = set(gold), 0, 0
    for match in BOLD.finditer(text):
        before = text[position : match.start()]
        start = length + len(before)
        length = start + len(match.group(1))
        pieces += [before, match.group(1)]
        if match.span(1) in wanted:
            moved.append((start, length))
        position = match.end()
    return "".join([*pieces, text[position:]]), moved


def covered(span: tuple[int, int], finds: Iterable[Component]) -> bool:
    inside = sum(max(0, min(span[1], f.end) - max(span[0], f.start)) for f in finds)
    return 2 * inside >= span[1] - span[0]


def missing_from_itself(page: dict[str, str], pack: LanguagePack) -> list[str]:
    paper = profile.load("paper")
    document = ParsedDocument(source="page", title="", parsed=untagged(page["text"]))
    assert COMPONENTS_DEFINED.index is not None
    derived = COMPONENTS_DEFINED.index(document, pack, paper)
    measured = COMPONENTS_DEFINED.measure(
        Inputs(
            question=untagged(""),
            answer=document.parsed,
            documents=(
                IndexedDocument(document=document, indexes={COMPONENTS_DEFINED.name: derived}),
            ),
            language=pack,
            profile=paper,
        )
    )
    return [each.label for each in measured.evidence if each.role == "missing"]


def untagged(text: str) -> ParsedText:
    """Names are read from the text; nothing else of a parse is needed."""
    return ParsedText(
        text=text,
        starts=(),
        ends=(),
        lowers=(),
        lemmas=(),
        pos=(),
        deps=(),
        heads=(),
        stops=(),
        sentences=(),
    )


if __name__ == "__main__":
    main()
