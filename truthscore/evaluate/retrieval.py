"""How well a search finds pages: a run against judged pages, by ir-measures, and two runs paired.

The measures are those of *Ask Me Anything* (Rome et al., §2.5, Tables 1, 4 and 5). What its Table 4
calls "recall@3", whether one of the first three has grade 2, is Success(rel=2)@3; with one page a
question, as in Table 5, both are the same. Of equal scores the first id comes first.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from truthscore.errors import InputError, install_hint
from truthscore.formats import Row, not_text, read_jsonl, read_rows, splits_at_bytes
from truthscore.open_files import UTF8, open_input

Floats = NDArray[np.float64]
#: Query → page → score, and query → page → grade (0: not relevant).
Run = Mapping[str, Mapping[str, float]]
Qrels = Mapping[str, Mapping[str, int]]
#: The place of a line, and what stands in its columns.
_Line = tuple[str, Mapping[str, Any]]

RESAMPLES = 2_000
CONFIDENCE = 0.95
#: Fewer questions have no interval and no p: they would mean nothing.
MIN_QUERIES = 10
#: The grade from which the paper takes a page for the right one, of 0 to 2 (Table 4).
BEST_GRADE = 2
#: A grade above this is a slip, and beyond what trec_eval can add up.
MOST_GRADE = 1_000
#: Names shown in an error.
SHOWN = 3
#: What a column may also be called: as ir-measures, TREC and BEIR call them.
ALSO: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "query": ("query_id", "query-id", "qid"),
    "id": ("doc_id", "doc-id", "docid", "docno", "corpus-id", "page"),
    "grade": ("relevance", "rel", "label"),
    "score": (),
})  # fmt: skip
#: Endings of tables, whose first line names the columns; `.tsv` and `.csv` may have TREC lines too.
_TABLES, _MAY_BE_TABLES = (".xlsx", ".parquet", ".json"), (".csv", ".tsv")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A measure over `n` questions: its mean (0 to 1) with a bootstrap interval at 95 %.

    With a second run: `other`, its mean; `change`, other - mean, with its paired interval;
    `relative`, the same by the mean, None where that is 0; `p_signed_rank` (Wilcoxon) and `p_t`
    (paired t), two-sided. None where there are fewer than 10 questions.
    """

    measure: str
    n: int
    mean: float
    low: float | None = None
    high: float | None = None
    other: float | None = None
    change: float | None = None
    change_low: float | None = None
    change_high: float | None = None
    relative: float | None = None
    p_signed_rank: float | None = None
    p_t: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieval:
    """All measures. `unjudged`: questions of the run without judged pages, which do not count;
    `unanswered`: judged questions of which the run has no line, counted as 0. `without_best`: how
    many have no page of grade 2, so that measures at grade 2 are 0 for them."""

    queries: int
    figures: tuple[Figure, ...]
    unjudged: tuple[str, ...]
    unanswered: tuple[str, ...]
    without_best: int = 0


def read_run(path: str, encoding: str = UTF8) -> Run:
    """A run: TREC (`query Q0 page rank score tag`), or JSONL or a table with `query`, `id`, `score`
    (`ALSO` has other names).

    Raises InputError for a line that is neither, a score that is no number, a page that stands
    twice under a question, scores that fall where ranks say better, and an empty file.
    """
    columns = ("query", "Q0", "id", "rank", "score", "tag")
    rows = _lines(path, columns, "score", encoding)
    found = _read(path, rows, columns, "score", _score)
    _refuse_distances(path, rows, found)
    return found


def read_qrels(path: str, encoding: str = UTF8) -> Qrels:
    """Judged pages: TREC (`query 0 page grade`), or JSONL or a table with `query`, `id`, `grade`.

    Raises InputError as `read_run`, and for a grade that is no whole number from 0 to 1,000, and a
    question without any relevant page.
    """
    columns = ("query", "0", "id", "grade")
    rows = _lines(path, columns, "grade", encoding)
    read = _read(path, rows, columns, "grade", _grade)
    found: dict[str, dict[str, int]] = {
        query: {page: int(grade) for page, grade in judged.items()}
        for query, judged in read.items()
    }
    hopeless = [query for query, judged in found.items() if not any(judged.values())]
    if hopeless:
        raise InputError(
            f"{path}: {_listed(hopeless)} has no page with a grade above 0, so nothing can be "
            "found for it; judge one or leave the question out"
        )
    return found


def measure(
    qrels: Qrels, run: Run, other: Run | None = None, *, k: int = 3, missing_as_zero: bool = False,
    pages: frozenset[str] | None = None, seed: int = 0,
) -> Retrieval:  # fmt: skip
    """RR, R@k, Success@k and nDCG@k, at grade 1, and at grade 2 where pages have it.

    `pages`: ids of all pages that there are. Raises InputError where ids are not of them, run and
    qrels share no question or no page, and, without `missing_as_zero`, a judged question has no
    line in a run.
    """
    runs = [run] if other is None else [run, other]
    for one in runs:
        _refuse_strangers(qrels, one, pages)
    lacking = [[query for query in qrels if query not in one] for one in runs]
    for names in lacking:
        if names and not missing_as_zero:
            raise InputError(
                f"the run has no line for {_listed(names)}; if nothing was found for them, give "
                "--missing-as-zero, else run the search for all questions of the qrels"
            )
    values = [_values(qrels, one, k) for one in runs]
    figures = []
    for name, first in values[0].items():
        second = values[1][name] if other is not None else None
        figures.append(_figure(name, first, second, seed))
    return Retrieval(
        queries=len(qrels),
        figures=tuple(figures),
        unjudged=tuple(query for query in run if query not in qrels),
        unanswered=tuple(lacking[0]),
        without_best=sum(max(judged.values()) < BEST_GRADE for judged in qrels.values()),
    )


def ranked(scores: Mapping[str, float]) -> dict[str, float]:
    """The same pages with scores that have no ties: by score, then id."""
    order = sorted(scores, key=lambda page: (-scores[page], page))
    return {page: float(len(order) - at) for at, page in enumerate(order)}


def _values(qrels: Qrels, run: Run, k: int) -> dict[str, Floats]:
    """Each measure per question, in the order of the qrels."""
    try:
        import ir_measures
        from ir_measures import RR, R, Success, nDCG
    except ImportError as error:
        raise InputError(
            f"measures of retrieval need ir-measures ({error}): {install_hint('retrieval')}"
        ) from error

    graded = any(grade >= BEST_GRADE for judged in qrels.values() for grade in judged.values())
    measures = []
    for grade in (1, BEST_GRADE) if graded else (1,):
        measures += [RR(rel=grade), R(rel=grade) @ k, Success(rel=grade) @ k]
    measures.append(nDCG @ k)
    at = {query: place for place, query in enumerate(qrels)}
    found = {str(each): np.zeros(len(at)) for each in measures}
    kept = {query: ranked(run[query]) for query in qrels if run.get(query)}
    judged = {query: dict(pages) for query, pages in qrels.items()}
    for each in ir_measures.iter_calc(measures, judged, kept):
        found[str(each.measure)][at[each.query_id]] = each.value
    return found


def _figure(name: str, first: Floats, second: Floats | None, seed: int) -> Figure:
    n = len(first)
    random = np.random.default_rng(seed)
    enough = n >= MIN_QUERIES
    mean = math.fsum(first) / n
    low, high = _interval(first, random) if enough else (None, None)
    if second is None:
        return Figure(measure=name, n=n, mean=mean, low=low, high=high)
    by = second - first
    other, change = math.fsum(second) / n, math.fsum(by) / n
    change_low, change_high = _interval(by, random) if enough else (None, None)
    same = not by.any()
    return Figure(
        measure=name, n=n, mean=mean, low=low, high=high, other=other, change=change,
        change_low=change_low, change_high=change_high, relative=change / mean if mean else None,
        p_signed_rank=None if not enough else 1.0 if same else float(stats.wilcoxon(by).pvalue),
        p_t=None if not enough else _paired_t(by),
    )  # fmt: skip


def _paired_t(by: Floats) -> float:
    if not by.any():
        return 1.0
    error = float(by.std(ddof=1)) / math.sqrt(len(by))
    return float(2 * stats.t.sf(abs(by.mean()) / error, len(by) - 1)) if error else 0.0


def _interval(values: Floats, random: np.random.Generator) -> tuple[float, float]:
    n, rest = len(values), (1 - CONFIDENCE) / 2
    means = [values[random.integers(0, n, n)].mean() for _ in range(RESAMPLES)]
    low, high = np.quantile(means, (rest, 1 - rest))
    return float(low), float(high)


def _refuse_strangers(qrels: Qrels, run: Run, pages: frozenset[str] | None) -> None:
    if not set(qrels) & set(run):
        raise InputError(
            f"run and qrels share no question: the run has {_listed([*run])}, the qrels "
            f"{_listed([*qrels])}"
        )
    judged = {page for each in qrels.values() for page in each}
    found = {page for each in run.values() for page in each}
    if pages is not None:
        for name, ids in (("qrels", judged), ("run", found)):
            if strange := sorted(ids - pages):
                raise InputError(
                    f"{len(strange)} ids of the {name} are no pages that there are: "
                    f"{_listed(strange)}; the pages are {_listed(sorted(pages))}"
                )
    elif not judged & found:
        raise InputError(
            f"run and qrels share no page: the run has {_listed(sorted(found))}, the qrels "
            f"{_listed(sorted(judged))}; are the ids written alike?"
        )


def _refuse_distances(path: str, rows: Iterable[_Line], run: Run) -> None:
    """A distance is small for the best page: read as a score, it would turn every list around."""
    ranks: dict[str, dict[str, float]] = {}
    for where, row in rows:
        query, page = (_name(_cell(row, name), name, where) for name in ("query", "id"))
        ranks.setdefault(query, {})[page] = _number(row.get("rank"))
    turned = apart = 0
    for query, scores in run.items():
        first, last = (end(scores, key=ranks[query].__getitem__) for end in (min, max))
        if ranks[query][first] < ranks[query][last] and scores[first] != scores[last]:
            apart += 1
            turned += scores[first] < scores[last]
    if apart and turned == apart:
        raise InputError(
            f"{path}: in each of {apart} questions the first rank has a lower score than the last; "
            "expected higher scores for better pages: of a distance write its negative"
        )


def _read(
    path: str, rows: Iterable[_Line], columns: Sequence[str], last: str,
    number: Callable[[Any, str], float],
) -> dict[str, dict[str, float]]:  # fmt: skip
    found: dict[str, dict[str, float]] = {}
    for where, row in rows:
        query, page, value = (_cell(row, name) for name in ("query", "id", last))
        for name, given in (("query", query), ("id", page), (last, value)):
            if given in (None, ""):
                raise InputError(
                    f"{where}: no {name!r} (it has: {', '.join(map(str, row)) or 'nothing'}); "
                    f"expected `{' '.join(columns)}`, or columns 'query', 'id' and {last!r}"
                )
        query, page = _name(query, "query", where), _name(page, "id", where)
        kept = found.setdefault(query, {})
        if page in kept:
            raise InputError(
                f"{where}: page {page!r} stands twice under question {query!r}; keep one line"
            )
        kept[page] = number(value, where)
    if not found:
        raise InputError(f"{path}: no lines; expected `{' '.join(columns)}`, or JSON lines")
    return found


def _cell(row: Mapping[str, Any], name: str) -> Any:
    return next((row[each] for each in (name, *ALSO[name]) if each in row), None)


def _name(value: Any, column: str, where: str) -> str:
    """An id as text: a table that counts its questions may write 7 as 7.0."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InputError(f"{where}: {column!r} is {value!r}; expected a name or a whole number")
    return str(value).strip()


def _lines(path: str, columns: Sequence[str], last: str, encoding: str) -> list[_Line]:
    """Place and content of each line; the first one tells whether all are JSON, or a table."""
    splits_at_bytes(encoding)  # raises for one that nobody knows
    name = path.lower().removesuffix(".gz")
    if name.endswith(_TABLES):
        return [*map(_placed, read_rows(path, encoding=encoding))]
    with open_input(path) as stream:
        data = stream.read()
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return [*map(_placed, read_jsonl(io.BytesIO(data), path, encoding))]
    try:
        text = data.decode("utf-8-sig" if encoding == UTF8 else encoding)
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: {not_text(error, encoding)}") from error
    lines = text.splitlines()
    if name.endswith(_MAY_BE_TABLES) and lines and len(_words(lines[0], columns)) != len(columns):
        return [*map(_placed, read_rows(path, encoding=encoding))]
    found: list[_Line] = []
    for at, line in enumerate(lines, start=1):
        words = _words(line, columns)
        if words and len(words) != len(columns):
            raise InputError(
                f"{path}:{at}: found {len(words)} words; expected {len(columns)}: "
                f"{' '.join(columns)}. Where an id has spaces, put tabs between the columns; or "
                f"write JSON lines, or a .csv whose first line is query,id,{last}"
            )
        if words:
            found.append((f"{path}:{at}", dict(zip(columns, words, strict=True))))
    return found


def _words(line: str, columns: Sequence[str]) -> list[str]:
    """The columns of a TREC line; with tabs between them, they may have spaces."""
    cells = [each.strip() for each in line.split("\t")]
    return cells if len(cells) == len(columns) else line.split()


def _placed(row: Row) -> _Line:
    if row.data is None:
        raise InputError(row.complaint)
    return row.where, row.data


def _score(value: Any, where: str) -> float:
    number = _number(value)
    if not math.isfinite(number):
        raise InputError(f"{where}: score is {value!r}; expected a number")
    return number


def _grade(value: Any, where: str) -> float:
    number = _number(value)
    if not number.is_integer() or not 0 <= number <= MOST_GRADE:
        raise InputError(
            f"{where}: grade is {value!r}; expected a whole number from 0 (not relevant) to "
            f"{MOST_GRADE}; what TREC grades below 0 is not relevant: write 0"
        )
    return number


def _number(value: Any) -> float:
    try:
        return math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:SHOWN])
    return shown + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
