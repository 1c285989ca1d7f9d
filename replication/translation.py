"""Translation measured on real help pages, with providers on this machine.

    python replication/translation.py --data ../shared/data/helpcentre [--paragraphs] [--pairs]

--paragraphs: 500 Dutch paragraphs go through a provider that moves spaces, restyles quotes, changes
the order and now and then loses a placeholder, as real ones do; counted is on how many every step,
label, number and error code survives.

--pairs: 500 answers made from Dutch pages that have an English counterpart, scored in Dutch and in
translated mode; the provider's memory is the English page. A third copies the page, a third copies
it with one sentence from another page, a third has a label that no page has.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import random
import re
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from truthscore import TruthScorer
from truthscore.example import example_from
from truthscore.formats import Row
from truthscore.text.markup import blocks, normalise
from truthscore.translate.run import Order, translate_rows
from truthscore.translate.sentences import sentences

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "examples" / "translation"))
from folders import folder_with
from server import Recorded, Server

#: By name: pip leaves a folder "build" behind, which changes what sorters of imports take it for.
build = importlib.import_module("build")

PARAGRAPHS = 500
PAIRS = 500
SEED = 8
#: What is counted, in patterns of this script's own: those that protect must not mark themselves.
LABEL = re.compile(r"\*\*[^*\n]+?\*\*|“[^“”\n]+[”“]|`[^`\n]+`|\[[^\[\]\n]+\]\([^()\n]+\)")
NUMBER = re.compile(r"\d+")
CODE = re.compile(r"\b[A-Z]{1,8}[-_]?\d{2,8}\b|\b0x[0-9A-Fa-f]+\b")
#: Share of a provider's answers in which a placeholder is lost.
LOSES = 0.02
#: Share of a page's sentences that its counterpart must have, for a pair.
COVERED = 0.9


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with("businesscentral_nl.jsonl.gz"), required=True)
    parser.add_argument("--paragraphs", action="store_true")
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--profile", action="append", help="default: paper and grounded")
    args = parser.parse_args()
    both = not (args.paragraphs or args.pairs)
    if args.paragraphs or both:
        paragraphs(args.data)
    if args.pairs or both:
        pairs(args.data, args.profile or ("paper", "grounded"))


def pages(path: Path) -> dict[str, dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return {page["id"]: page for page in map(json.loads, stream)}


def serving(translate: object) -> Server:
    server = Server(translate)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def translated(rows: list[dict[str, object]], translate: object) -> list[dict[str, object]]:
    """The rows as `truthscore translate` writes them."""
    server = serving(translate)
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "out.jsonl"
        order = Order(source="nl", target="en", provider="libre", base_url=server.url, cache=None)
        given = (Row(f"row {n}", n, row) for n, row in enumerate(rows, start=1))
        outcome = translate_rows(given, output, order)
        for id_, reason in outcome.failed:
            print(f"failed: {id_}: {reason}")
        made = [json.loads(line) for line in output.read_text("utf-8").splitlines()]
    server.shutdown()
    return made


# --- what survives ----------------------------------------------------------------------------


class Shuffler:
    """A provider that leaves nothing where it was; the same text always comes back the same."""

    def __call__(self, text: str) -> str:
        """The "translation" of one line."""
        chance = random.Random(text)
        if chance.random() < LOSES:
            text = re.sub(r"\{\d+\}", "", text, count=1)
        words = [word + "e" if word.isalpha() else word for word in text.split(" ")]
        if chance.random() < 0.3 and len(words) > 3:  # other word order
            cut = chance.randrange(1, len(words) - 1)
            words = words[cut:] + words[:cut]
        text = " ".join(words)
        text = re.sub(r"\{(\d+)\}", lambda m: chance.choice(
            ("{%s}", " {%s}", "{%s} ", "{ %s }", "{ %s}", " { %s } ")) % m[1], text)  # fmt: skip
        text = re.sub(r"\s*([.,:;])", lambda m: chance.choice(("", " ")) + m[1], text)
        text = text.translate(str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'"}))
        if chance.random() < 0.2:
            text = text[:1].lower() + text[1:]
        return " ".join(text.split()) if chance.random() < 0.5 else text


def paragraphs(data: Path) -> None:
    found = []
    for name in ("businesscentral_nl", "gnome_nl"):
        for page in pages(data / f"{name}.jsonl.gz").values():
            found += [part for part in re.split(r"\n\s*\n", normalise(page["text"]))
                      if telling(part)]  # fmt: skip
    chosen = random.Random(SEED).sample(sorted(set(found)), PARAGRAPHS)
    rows = translated(
        [{"id": str(n), "question": "", "answer": text} for n, text in enumerate(chosen)],
        Shuffler(),
    )  # fmt: skip
    kept = Counter()
    whole = 0
    for text, row in zip(chosen, rows, strict=True):
        after = row["translation"]["answer"]["text"]
        same = {
            "steps": steps(text) == steps(after),
            "labels": labels(text) == labels(after),
            "numbers": numbers(text) == numbers(after),
            "error codes": codes(text) == codes(after),
        }
        kept.update(name for name, held in same.items() if held)
        whole += all(same.values())
        if not all(same.values()):
            print(f"  lost {[name for name, held in same.items() if not held]}: {text[:100]!r}")
    print(f"{PARAGRAPHS} of {len(set(found))} paragraphs with a step, label, number or code")
    print(f"in them: {sum(len(steps(t)) for t in chosen)} steps, "
          f"{sum(map(labels, chosen))} labels, "
          f"{sum(numbers(t).total() for t in chosen)} numbers, "
          f"{sum(codes(t).total() for t in chosen)} codes")  # fmt: skip
    for name in ("steps", "labels", "numbers", "error codes"):
        print(f"{name:<14}{kept[name] / PARAGRAPHS:>8.1%}")
    print(f"{'all of them':<14}{whole / PARAGRAPHS:>8.1%}")


def labels(text: str) -> int:
    return len(LABEL.findall(text))


def numbers(text: str) -> Counter[str]:
    return Counter(NUMBER.findall(text))


def codes(text: str) -> Counter[str]:
    return Counter(CODE.findall(text))


def steps(text: str) -> list[int | None]:
    return [block.number for block in blocks(text) if block.kind == "step"]


def telling(text: str) -> bool:
    return bool(20 <= len(text) <= 3_000 and sentences(text)
                and (steps(text) or labels(text) or numbers(text) or codes(text)))  # fmt: skip


# --- Dutch beside translated ------------------------------------------------------------------


def parallel(data: Path) -> tuple[dict[str, str], list[dict[str, str]]]:
    """The memory of all page pairs, and the Dutch pages that it covers."""
    memory: dict[str, str] = {}
    covered = []
    for name in ("gnome", "businesscentral"):
        dutch = pages(data / f"{name}_nl.jsonl.gz")
        english = pages(data / f"{name}_en.jsonl.gz")
        for page in dutch.values():
            other = english.get(page.get("parallel_id", ""))
            if other is None:
                continue
            text, counterpart = normalise(page["text"]), normalise(other["text"])
            ours, theirs = blocks(text), blocks(counterpart)
            if [block.kind for block in ours] != [block.kind for block in theirs]:
                continue
            told = 0
            for one, two in zip(ours, theirs, strict=True):
                left, right = text[one.start : one.end], counterpart[two.start : two.end]
                found = list(build.pairs(left, right))
                told += len(sentences(left)) if found or not sentences(left) else 0
                for sent, answer in found:
                    memory.setdefault(sent, answer)
            if told >= COVERED * len(sentences(text)):
                covered.append(page)
    return memory, covered


def pairs(data: Path, profiles: Sequence[str]) -> None:
    memory, covered = parallel(data)
    chance = random.Random(SEED)
    rows = []
    while len(rows) < PAIRS:
        page = chance.choice(covered)
        row = constructed(page, chance.choice(covered), len(rows), chance)
        if row is not None:
            rows.append(row)
    made = [example_from(row, default_id="") for row in translated(rows, Recorded(memory.items()))]
    print(f"{len(covered)} Dutch pages whose counterpart says the same, {len(memory)} sentences")
    for profile in profiles:
        compare(profile, rows, made)


def constructed(page: dict, other: dict, number: int, chance: random.Random) -> dict | None:
    """An answer from a page: copied, with a foreign sentence, or with an invented label."""
    text = normalise(page["text"])
    units = [block for block in blocks(text) if block.kind in ("step", "paragraph", "bullet")
             and block.end - block.start > 25]  # fmt: skip
    if len(units) < 3 or page["id"] == other["id"]:
        return None
    start = chance.randrange(len(units) - 2)
    lines = [text[unit.start : unit.end] for unit in units[start : start + 3]]
    sort = ("copied", "foreign", "label")[number % 3]
    if sort == "foreign":
        foreign = normalise(other["text"])
        theirs = [foreign[block.start : block.end] for block in blocks(foreign)
                  if block.kind == "paragraph" and block.end - block.start > 25]  # fmt: skip
        if not theirs:
            return None
        lines[1] = chance.choice(theirs)
    elif sort == "label":
        lines[1] = "Klik op de knop **Direct verzenden**."
    answer = "\n".join(f"{place}. {line}" for place, line in enumerate(lines, start=1))
    return {"id": f"{sort}-{number}", "lang": "nl", "question": f"Hoe werkt dit: {page['title']}?",
            "answer": answer,
            "context": [{"id": page["id"], "title": page["title"], "text": text}]}  # fmt: skip


def compare(profile: str, rows: list[dict], made: list) -> None:
    """How often both modes say the same, and by which feature they differ."""
    results = [
        list(TruthScorer.load(profile, mode=mode, score_types="all").score_many(made))
        for mode in ("original", "translated")
    ]
    scorer = TruthScorer.load(profile, lang="nl")
    decision = scorer.profile.decision

    def verdict(found: object) -> str:
        if found.score is None:
            return found.reason
        if found.score >= decision.send_from:
            return "send"
        return "block" if found.score < decision.block_below else "review"

    same, apart, moved = Counter(), Counter(), Counter()
    differences, by_sort = [], Counter()
    for row, dutch, english in zip(rows, *results, strict=True):
        sort = row["id"].partition("-")[0]
        by_sort[sort] += 1
        differences.append(abs((dutch.score or 0.0) - (english.score or 0.0)))
        if verdict(dutch) == verdict(english):
            same[sort] += 1
            continue
        apart[f"{verdict(dutch)} → {verdict(english)}"] += 1
        changed = {
            name: abs((found.value or 0.0) - (english.features[name].value or 0.0))
            for name, found in dutch.features.items()
        }
        moved[max(changed, key=lambda name: (changed[name], name))] += 1
    differences.sort()
    held = Counter(verdict(dutch) for dutch in results[0])
    decided = sum(1 for dutch in results[0] if dutch.override is not None)
    print(f"\n{profile}: same verdict (send, review, block) on {same.total()} of {len(rows)} "
          f"= {same.total() / len(rows):.1%}")  # fmt: skip
    for sort, count in sorted(by_sort.items()):
        print(f"  {sort:<10}{same[sort]:>5} of {count}")
    print(f"  stars apart: median {differences[len(rows) // 2]:.2f}, "
          f"95th percentile {differences[int(len(rows) * 0.95)]:.2f}")  # fmt: skip
    print(f"  in Dutch: {', '.join(f'{name} {count}' for name, count in held.most_common())}; "
          f"an override decides {decided}")  # fmt: skip
    for what, count in apart.most_common():
        print(f"  {what:<22}{count}")
    for name, count in moved.most_common():
        print(f"  moved most: {name:<22}{count}")


if __name__ == "__main__":
    main()
