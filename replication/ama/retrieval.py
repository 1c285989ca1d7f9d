"""What each part of a retriever is worth, by questions with a page that answers them.

    python -m replication.ama.retrieval --data ../shared/data [--half read] [--scale 100000]
        [--postgres postgresql://desk@127.0.0.1:5432/postgres]

`questions.jsonl` has 50 questions in Dutch and the same number in English, written beside 50 pages
of two help centres in a customer's words and, where that could be, not in the page's. Each page is
there in both languages. Pages of which the SHA-256 of source and name is odd may be read, the
others are only counted. What ships is no common words, Dutch stems, and groups of words
(`truthscore/retrieve/words.py`), whose settings were chosen with totals of the counted half in
view; 4 or 5 letters gained much on the first and lost on the second. The linear ranker is learnt
on the half that may be read, so its line there is no figure, and once more on questions of MTRAG
and ClapNQ over their own passages. Neither gains on the counted half, so nothing that ships has
one.

Printed for each part: the mean reciprocal rank, R@3 and nDCG@3 of pages, with the interval of the
first and the change against BM25 on whole pages, as *Ask Me Anything* gives them (Tables 4 and 5).
`--natural`: the questions of `natural` instead, each beside all pages of its language there;
`dev_*` and those across languages (`cross`), asked of the pages of the other one, are counted.
`--scale`: time and memory of so many chunks, resampled from the sentences of the help centres with
seed 0. `--postgres`: a line for full-text search on that server, where the
table `truthscore_chunks` is replaced.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import random
import resource
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import bm25s
import numpy as np

from replication.ama.left_out import DEPTH, fused, learn, reranked
from replication.faithfulness.material import items_of
from replication.folders import folder_with
from truthscore.evaluate.retrieval import Retrieval, measure
from truthscore.retrieve.chunking import PRESETS, chunks
from truthscore.retrieve.finder import Finder
from truthscore.retrieve.postgres import PostgresFinder, keep
from truthscore.retrieve.retriever import Chunk, Found, Retriever
from truthscore.retrieve.words import DECIMALS, Words, in_language, rare
from truthscore.text import vectors
from truthscore.text.markup import normalise
from truthscore.text.vectors import Floats, unit
from truthscore.types import ContextDocument, Span

CENTRES = ("businesscentral", "gnome")
QUESTIONS = Path(__file__).with_name("questions.jsonl")
#: Sets of questions with passages of their own.
ELSEWHERE = ("mtrag_dev", "clapnq_dev")
WAYS = (("nl", "nl"), ("en", "en"), ("nl", "en"), ("en", "nl"))
#: Sets of `natural`; `train_*` and `invented` may be read.
NATURAL = ("train_nl", "train_en", "dev_nl", "dev_en", "invented", "cross")
#: Weight of the vectors' scores beside those of the words; both have spread 1.
DENSE = 0.5
SEED = 0
#: A's settings (§2.2), and the variant in which a word that most texts have still counts a little.
K1, B, METHOD = 1.0, 0.5, "lucene"
SNOWBALL = {"nl": "dutch", "en": "english"}
#: Words of a made-up chunk, and how many questions are timed.
CHUNK_WORDS, TIMED = 60, 200


@dataclass(frozen=True)
class Question:
    """A question and the page of a help centre that answers it."""

    id: str
    lang: str
    question: str
    source: str
    page: str

    @property
    def half(self) -> str:
        """By its page."""
        digest = hashlib.sha256((self.source + self.page).encode()).digest()
        return "read" if digest[-1] % 2 else "counted"


#: A number for each page, and the pages that are found, with their scores.
Scorer = Callable[[Question], Floats]
Search = Callable[[Question], Mapping[str, float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    folder = folder_with("helpcentre/*.jsonl.gz", "bench/*.jsonl.gz")
    parser.add_argument("--data", type=folder, required=True)
    parser.add_argument("--half", choices=("read", "counted"), default="counted")
    parser.add_argument("--postgres", help="URL of a server, which gets a line too")
    parser.add_argument("--natural", action="store_true", help="questions of `natural` instead")
    parser.add_argument("--scale", type=int, help="measure so many chunks instead")
    args = parser.parse_args()
    if args.scale:
        scale(args.data, args.scale)
        return
    if args.natural:
        natural(args.data)
        return
    every = [Question(**row) for row in map(json.loads, QUESTIONS.read_text("utf-8").splitlines())]
    asked = [each for each in every if each.half == args.half]
    finders = {
        lang: Finder(each for page in read_pages(args.data, lang) for each in chunks(page))
        for lang in ("nl", "en")
    }
    read = [each for each in every if each.half == "read"]
    rankers = {
        "... and a linear ranker, learnt on read": learn(_judged(read, finders)),
        "... the same, learnt on MTRAG and ClapNQ": learn(_elsewhere(args.data)),
    }
    print(f"{args.half} half: {len(asked)} questions, two languages")
    for lang, other in WAYS:
        mine = [each for each in asked if each.lang == lang]
        pages = read_pages(args.data, other)
        print(f"\n{len(mine)} questions in {lang}, {len(pages)} pages in {other}")
        print(f"  {'part':<44}{'MRR':>7}  {'95 %':<13}{'change':>8}{'R@3':>7}{'nDCG@3':>8}")
        searches = _searches(finders[other], pages, rankers)
        if args.postgres:
            keep(args.postgres, (each for page in pages for each in chunks(page)))
            server = partial(_pages, PostgresFinder(args.postgres), len(pages))
            searches["PostgreSQL: postgres.PostgresFinder"] = server
        table(mine, pages, other, searches)


def natural(data: Path) -> None:
    """MRR over the questions of `natural`, by what is asked of which pages."""
    rows = {name: items_of(data / "natural" / f"{name}.jsonl.gz") for name in NATURAL}
    pools: dict[str, dict[str, ContextDocument]] = {"nl": {}, "en": {}}
    for items in rows.values():
        for each in items:
            lang = each.get("page_lang", each["lang"])
            for page in each["context"]:
                pools[lang].setdefault(
                    page["text"],
                    ContextDocument(
                        id=str(len(pools[lang])), title=page.get("title") or "", text=page["text"],
                        lang=lang,
                    ),
                )  # fmt: skip
    finders = {
        lang: Finder(each for page in pool.values() for each in chunks(page))
        for lang, pool in pools.items()
    }
    for lang, pool in pools.items():
        words = _by_words([page.text for page in pool.values()], lang, common=True)
        for name, items in rows.items():
            mine = [each for each in items if each.get("page_lang", each["lang"]) == lang]
            ranks: dict[str, list[float]] = {"BM25": [], "Finder": []}
            for each in mine:
                right = pool[each["context"][each["page"]]["text"]].id
                asked = Question(each["id"], each["lang"], each["question"], name, right)
                scores = dict(zip(map(str, range(len(pool))), words(asked).tolist(), strict=True))
                ranks["BM25"].append(_reciprocal(scores, right))
                ranks["Finder"].append(_reciprocal(_pages(finders[lang], DEPTH, asked), right))
            if mine:
                told = ", ".join(f"{way} {np.mean(found):.3f}" for way, found in ranks.items())
                print(f"{name}: {len(mine)} questions, {len(pool)} pages in {lang}: {told}")


def _reciprocal(scores: Mapping[str, float], right: str) -> float:
    """One by the place of the right page, of equal ones the middle; 0 where it is not found."""
    mine = scores.get(right, 0.0)
    if mine <= 0.0:
        return 0.0
    above = sum(score > mine for score in scores.values())
    equal = sum(score == mine for score in scores.values())
    return 1.0 / (above + (equal + 1) / 2)


def _searches(
    finder: Finder, pages: Sequence[ContextDocument], rankers: Mapping[str, Floats]
) -> dict[str, Search]:
    return {
        "what ships: truthscore.retrieve.Finder": partial(_pages, finder, len(pages)),
        "... and vectors, by reciprocal ranks": _fused_ranks(finder, pages),
        **{name: partial(_reranked, finder, weights) for name, weights in rankers.items()},
    }


def _pages(retriever: Retriever, most: int, each: Question) -> dict[str, float]:
    found = retriever.search(each.question, lang=each.lang, top=most)
    return {one.chunk.origin: one.score for one in found}


def _reranked(finder: Finder, weights: Floats, each: Question) -> Mapping[str, float]:
    found = finder.search(each.question, lang=each.lang, top=DEPTH)
    return reranked(weights, each.question, found, each.lang)


def _fused_ranks(finder: Finder, pages: Sequence[ContextDocument]) -> Search:
    joint = vectors.load("nl", "en")
    assert joint is not None
    cut = [each for page in pages for each in chunks(page)]
    made = unit(joint.sums([
        "\n".join((each.title, " > ".join(each.headings), each.text)) for each in cut
    ]))  # fmt: skip
    place = {page.id: at for at, page in enumerate(pages)}
    at = np.array([place[each.origin] for each in cut])

    def cosines(each: Question) -> Floats:
        [asked] = unit(joint.sums([each.question]))
        found: Floats = (made @ asked).round(DECIMALS)
        return found

    by_vectors = _best(cosines, at, len(pages))

    def search(each: Question) -> Mapping[str, float]:
        nearest = np.argsort(-by_vectors(each), kind="stable")[:DEPTH].tolist()
        return fused(list(_pages(finder, DEPTH, each)), [pages[one].id for one in nearest])

    return search


def _judged(
    asked: Sequence[Question], finders: Mapping[str, Finder]
) -> Iterator[tuple[str, Sequence[Found], str, str]]:
    """What is found for questions, in both languages, with the page that answers each."""
    for lang, finder in finders.items():
        for each in asked:
            found = finder.search(each.question, lang=each.lang, top=DEPTH)
            yield each.question, found, f"{each.source}_{lang}:{each.page}", each.lang


def _elsewhere(data: Path) -> Iterator[tuple[str, Sequence[Found], str, str]]:
    """What is found for questions of people among the passages of other sets, in English; of a
    question's passages the best that was found is the right one, and the others are left out."""
    asked: dict[str, set[str]] = {}
    passages: dict[str, ContextDocument] = {}
    for name in ELSEWHERE:
        with gzip.open(data / "bench" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as stream:
            for row in map(json.loads, stream):
                for each in row["context"]:
                    passages[each["id"]] = ContextDocument(
                        id=each["id"], title=each["title"], text=each["text"], lang="en"
                    )
                asked.setdefault(row["question"], set()).update(x["id"] for x in row["context"])
    finder = Finder(each for page in passages.values() for each in chunks(page))
    for question, right in asked.items():
        found = finder.search(question, lang="en", top=DEPTH)
        best = next((each for each in found if each.chunk.origin in right), None)
        if best:
            kept = [each for each in found if each is best or each.chunk.origin not in right]
            yield question, kept, best.chunk.origin, "en"


def read_pages(data: Path, lang: str) -> list[ContextDocument]:
    found = []
    for name in CENTRES:
        path = data / "helpcentre" / f"{name}_{lang}.jsonl.gz"
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            found += [
                ContextDocument(id=row["id"], title=row["title"], text=row["text"], lang=lang)
                for row in map(json.loads, stream)
            ]
    return sorted(found, key=lambda page: page.id)


def table(
    asked: Sequence[Question], pages: Sequence[ContextDocument], lang: str,
    searches: Mapping[str, Search],
) -> None:  # fmt: skip
    qrels = {each.id: {f"{each.source}_{lang}:{each.page}": 1} for each in asked}
    ids = [page.id for page in pages]
    floor: float | None = None
    for name, scorer in parts(pages, lang):
        run = {each.id: dict(zip(ids, scorer(each).tolist(), strict=True)) for each in asked}
        floor = line(name, figures_of(measure(qrels, run, seed=SEED)), floor)
    for name, search in searches.items():
        found = {each.id: search(each) or {ids[0]: 0.0} for each in asked}
        line(name, figures_of(measure(qrels, found, seed=SEED)), floor)


def figures_of(found: Retrieval) -> Mapping[str, tuple[float, float | None, float | None]]:
    return {each.measure: (each.mean, each.low, each.high) for each in found.figures}


def line(
    name: str, found: Mapping[str, tuple[float, float | None, float | None]], floor: float | None
) -> float:
    mean, low, high = next(value for key, value in found.items() if key.startswith("RR"))
    recall = next(value[0] for key, value in found.items() if key.startswith("R@"))
    gain = next(value[0] for key, value in found.items() if key.startswith("nDCG"))
    change = f"{mean / floor - 1:+.0%}" if floor else ""
    span = f"{low:.2f} - {high:.2f}" if low is not None and high is not None else ""
    print(f"  {name:<44}{mean:7.3f}  {span:<13}{change:>8}{recall:7.2f}{gain:8.3f}", flush=True)
    return mean if floor is None else floor


def parts(pages: Sequence[ContextDocument], lang: str) -> list[tuple[str, Scorer]]:
    """The name of each part and how it scores all pages for a question."""
    place = {page.id: at for at, page in enumerate(pages)}
    whole = _by_words([page.text for page in pages], lang, common=True)
    plain = _by_words([page.text for page in pages], lang)
    titled = _by_words([f"{page.title} {page.title} {page.text}" for page in pages], lang)
    found: list[tuple[str, Scorer]] = [
        ("BM25 k1 1.0 b 0.5, words of whole pages", whole),
        ("by chance", lambda each: np.random.default_rng(_seed(each)).random(len(pages))),
        ("without common words", plain),
        ("... and stems", _by_words([page.text for page in pages], lang, stems=True)),
        ("... and 4 letters", _by_words([page.text for page in pages], lang, 4)),
        ("... and 5 letters", _by_words([page.text for page in pages], lang, 5)),
        ("... and the title, twice", titled),
        ("groups of words instead", _by_groups([page.text for page in pages], lang)),
    ]
    for preset, cutting in PRESETS.items():
        cut = [each for page in pages for each in chunks(page, cutting)]
        at = np.array([place[each.origin] for each in cut])
        texts = [f"{each.title} {' '.join(each.headings)} {each.text}" for each in cut]
        by = _best(_by_words(texts, lang), at, len(pages))
        found.append((f"... the best chunk of preset {preset}", by))
        if preset == "C":
            dense = _best(_by_vectors(cut), at, len(pages))
            found += [
                ("vectors of title and chunk", dense),
                ("without common words, and the vectors", _fused(plain, dense)),
                ("without common words, and the chunks", _fused(plain, by, 1.0)),
            ]
    return found


def _seed(each: Question) -> int:
    return int.from_bytes(hashlib.sha256(each.id.encode()).digest()[:4])


def _by_words(
    texts: Sequence[str],
    lang: str,
    letters: int | None = None,
    *,
    common: bool = False,
    stems: bool = False,
) -> Scorer:
    """A's BM25, by bm25s. `common`: with the common words too, and a question as it is."""
    code = None if common else lang
    index = bm25s.BM25(method=METHOD, k1=K1, b=B)
    known: dict[str, int] = {}
    rows = [
        [
            known.setdefault(word, len(known))
            for word in _cut(rare(each, code), lang, letters, stems)
        ]
        for each in texts
    ]
    index.index((rows, known), show_progress=False)

    def scorer(each: Question) -> Floats:
        question = (
            each.question if each.lang == lang else in_language(each.question, each.lang, lang)
        )
        words = _cut(rare(question, code), lang, letters, stems)
        asked = [known[word] for word in words if word in known]
        if not asked:
            return np.zeros(len(texts))
        found: Floats = index.get_scores_from_ids(asked).astype(np.float64).round(DECIMALS)
        return found

    return scorer


def _by_groups(texts: Sequence[str], lang: str) -> Scorer:
    """What ships, over whole pages without their titles."""
    index = Words([rare(each, lang) for each in texts], lang)
    return lambda each: index.scores(rare(each.question, each.lang), each.lang)


def _cut(words: Sequence[str], lang: str, letters: int | None, stems: bool) -> list[str]:
    """Stems, or the overlapping stretches of so many letters, edges among them; None: words."""
    if stems:
        import Stemmer

        return list(Stemmer.Stemmer(SNOWBALL[lang]).stemWords(list(words)))
    if letters is None:
        return list(words)
    edged = [f"_{each}_" for each in words]
    return [
        each[at : at + letters] for each in edged for at in range(max(1, len(each) - letters + 1))
    ]


def _by_vectors(cut: Sequence[Chunk]) -> Scorer:
    joint = vectors.load("nl", "en")
    assert joint is not None
    titles = unit(joint.sums([each.title for each in cut]))
    told_ = unit(titles + unit(joint.sums([each.text for each in cut])))

    def scorer(each: Question) -> Floats:
        [asked] = unit(joint.sums([normalise(each.question)]))
        found: Floats = told_ @ asked
        return found

    return scorer


def _best(scorer: Scorer, at: np.ndarray[tuple[int], np.dtype[np.int64]], pages: int) -> Scorer:
    def best(each: Question) -> Floats:
        found = np.full(pages, -1.0)
        np.maximum.at(found, at, scorer(each))
        return found

    return best


def _fused(one: Scorer, two: Scorer, weight: float = DENSE) -> Scorer:
    def spread(values: Floats) -> Floats:
        found: Floats = (values - values.mean()) / max(float(values.std()), 1e-9)
        return found

    return lambda each: spread(one(each)) + weight * spread(two(each))


def scale(data: Path, wanted: int) -> None:
    """Time and memory of many chunks, in this process. Peak: the most memory that it had, the texts
    and libraries among it; index: by how much it grew while it indexed and searched."""
    texts, questions = _texts(data, wanted)
    made = [
        Chunk(origin=f"p{at:07}", local=0, title="", headings=(), text=text,
              span=Span(source=f"p{at:07}", start=0, end=len(text)), lang="en")
        for at, text in enumerate(texts)
    ]  # fmt: skip
    before, start = _memory(), time.perf_counter()
    finder = Finder(made)
    finder.search(questions[0], lang="en")
    took = time.perf_counter() - start
    half, most = np.percentile(_timed(questions, partial(finder.search, lang="en")), [50, 99])
    peak = _memory()
    print(f"{wanted} chunks of {CHUNK_WORDS} words, {TIMED} questions")
    print(f"{'index':>9}{'p50':>10}{'p99':>10}{'peak':>11}{'index':>11}")
    print(f"{took:7.1f} s{half:7.1f} ms{most:7.1f} ms{peak:8.2f} GB{peak - before:8.2f} GB")


def _texts(data: Path, wanted: int) -> tuple[list[str], list[str]]:
    """Made-up chunks, and questions: words of sentences of the help centres."""
    draw = random.Random(SEED)
    said = [line for page in read_pages(data, "en") for line in page.text.splitlines() if line]
    texts = []
    for _ in range(wanted):
        words: list[str] = []
        while len(words) < CHUNK_WORDS:
            words += draw.choice(said).split()
        texts.append(" ".join(words[:CHUNK_WORDS]))
    return texts, [" ".join(draw.choice(said).split()[:8]) for _ in range(TIMED)]


def _timed(questions: Sequence[str], search: Callable[[str], object]) -> list[float]:
    times = []
    for each in questions:
        start = time.perf_counter()
        search(each)
        times.append(1000 * (time.perf_counter() - start))
    return times


def _memory() -> float:
    """The most memory that this process has had, in GB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


if __name__ == "__main__":
    main()
