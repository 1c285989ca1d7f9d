"""The encoder as it ships: what it reads, that it reads alike, and what it does when it cannot."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from truthscore import TruthScorer, profile, resources
from truthscore.encoder.model import DIGESTS, NETWORK, Model, check, load
from truthscore.encoder.pieces import Encoded
from truthscore.encoder.reading import Reader
from truthscore.errors import ResourceError
from truthscore.stars import Stars, of_statements
from truthscore.statements.judge import Statement
from truthscore.statements.signals import Signals
from truthscore.types import ContextDocument, Example, Span

PAGE = ("Bijlagen", "Een bericht mag vijf bijlagen hebben.\n\nSamen niet groter dan 10 MB.")
QUESTION = "Hoe groot mogen bijlagen zijn?"
SAID = (
    "Samen mogen ze hooguit 10 MB zijn.", "Samen mogen ze 25 MB zijn.", "Er mogen er vijf bij.",
    "U kunt bijlagen onbeperkt toevoegen.", "Een bericht mag nooit bijlagen hebben.",
)  # fmt: skip
#: What another process runs to read the same.
SCRIPT = (
    "from tests.encoder.test_reading import read\n"
    "from truthscore.encoder.model import load\nprint(read(load()))"
)


@pytest.fixture(scope="module")
def model() -> Model:
    return load()


def _example(row: dict[str, Any]) -> Example:
    pages = tuple(ContextDocument(id=str(n), text=each) for n, each in enumerate(row["context"]))
    return Example(id="1", question=row["question"], answer=row["answer"], context=pages)


def read(model: Model, statements: tuple[str, ...] = SAID) -> list[float]:
    reader = Reader(lambda: model)
    return reader.not_entailed(QUESTION, [PAGE], statements, [True] * len(statements))


def test_it_tells_from_0_to_1_and_reads_what_is_claimed(model: Model) -> None:
    told = read(model)
    assert all(0.0 <= each <= 1.0 for each in told)
    assert told[0] < told[1]
    claims = [True, False, True, True, True]
    assert Reader(lambda: model).not_entailed(QUESTION, [PAGE], SAID, claims)[1] == 0.5


def test_the_same_bytes_over_repeats_threads_and_neighbours(model: Model) -> None:
    first = read(model)
    with ThreadPoolExecutor(8) as pool:
        assert all(each == first for each in pool.map(lambda _: read(model), range(24)))
    row = model.pieces.encode(QUESTION, PAGE[1], SAID[0], 128)
    alone = model.odds(row)
    for said in SAID:
        model.odds(model.pieces.encode(QUESTION, PAGE[1] * 3, said, 128))
    assert model.odds(row) == alone


def test_no_sentence_in_front_makes_a_statement_truer(model: Model) -> None:
    alone = [read(model, (said,))[0] for said in SAID]
    for copied in ("Een bericht mag vijf bijlagen hebben.", "Samen niet groter dan 10 MB."):
        assert [read(model, (copied, said))[1] for said in SAID] == alone


def test_another_process_reads_alike(model: Model) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(read(model))


def test_a_statement_is_read_once(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    real = model.odds

    def odds(row: Encoded) -> float:
        asked.append(len(row.ids))
        return real(row)

    monkeypatch.setattr(model, "odds", odds)
    reader = Reader(lambda: model)
    first = reader.not_entailed(QUESTION, [PAGE], SAID, [True] * len(SAID))
    assert reader.not_entailed(QUESTION, [PAGE], SAID, [True] * len(SAID)) == first
    assert len(asked) == len(SAID)
    reader.not_entailed(QUESTION, [(PAGE[0], PAGE[1] + " Nieuw.")], SAID[:1], [True])
    assert len(asked) == len(SAID) + 1  # another page, read anew


def test_what_stands_word_for_word_in_its_passage_is_not_read() -> None:
    scorer = TruthScorer.load("grounded-encoder", lang="nl", score_types="all")
    answer = "Een bericht mag vijf bijlagen hebben. U voegt er hooguit vijf toe."
    row = _example({"question": QUESTION, "answer": answer, "context": [PAGE[1]]})
    copied, own = scorer.statements(row)
    assert copied.measured["not_entailed"] == 0.0
    assert own.measured["not_entailed"] > 0.0


def test_a_long_page_is_read_within_the_time_of_a_check(model: Model) -> None:
    text = "".join(f"De knop {n} kost {n} euro per maand. " for n in range(12_000))
    begin = time.perf_counter()
    Reader(lambda: model).not_entailed("Wat kost knop 44?", [("", text)], SAID[:1], [True])
    assert time.perf_counter() - begin < 2.0


@pytest.mark.parametrize(
    "text", ["", " ", "ありがとうございます。", "🙂" * 500, "x" * 20_000, "\x00", "Й" * 3_000]
)
def test_whatever_is_said_has_a_reading(model: Model, text: str) -> None:
    for question, pages, said in ((text, [PAGE], SAID[0]), ("?", [("", text)], SAID[0]),
                                  ("?", [PAGE], text)):  # fmt: skip
        [told] = Reader(lambda: model).not_entailed(question, pages, [said], [True])
        assert 0.0 <= told <= 1.0


def test_a_file_that_is_not_whole_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "weights"
    shutil.copytree(resources.encoder(), folder)
    whole = (folder / NETWORK).read_bytes()
    (folder / NETWORK).write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(ResourceError, match="is not the file that was installed"):
        Model(folder)
    (folder / NETWORK).unlink()
    with pytest.raises(ResourceError, match="cannot be read"):
        Model(folder)
    (folder / DIGESTS).write_text("{", encoding="utf-8")
    with pytest.raises(ResourceError, match="cannot be read"):
        Model(folder)


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ResourceError, match=r"needs onnxruntime.*use the profile `grounded`"):
        check(resources.encoder())


def test_rules_alone_where_the_profile_says_so(tmp_path: Path) -> None:
    own = tmp_path / "rules.toml"
    own.write_text(
        'name = "rules"\nextends = "grounded-encoder"\n[encoder]\nuse = false\n', encoding="utf-8"
    )
    rules = TruthScorer.load(own, lang="nl")
    both = TruthScorer.load("grounded-encoder", lang="nl")
    grounded = TruthScorer.load("grounded", lang="nl")
    row = {"question": QUESTION, "answer": SAID[0], "context": [PAGE[1]]}
    assert "encoder" not in str(rules.score(**row).signature)
    assert "encoder:" in str(both.score(**row).signature)
    assert rules.score(**row).score == grounded.score(**row).score
    assert both.score(**row).score != grounded.score(**row).score
    lie = {**row, "answer": SAID[1]}
    [true], [untrue] = (both.statements(_example(each)) for each in (row, lie))
    assert true.measured["not_entailed"] < untrue.measured["not_entailed"]
    assert profile.load("paper").encoder is profile.load("grounded").encoder is None


def test_what_passes_by_rules_alone_passes_unless_it_is_read_as_untrue() -> None:
    both, rules = (TruthScorer.load(each, lang="nl") for each in ("grounded-encoder", "grounded"))
    settings = both.profile.encoder.over(both.profile.statements)
    row = Example(
        id="", question=QUESTION, lang="nl", answer="Samen niet groter dan 10 MB, de bijlagen.",
        context=(ContextDocument(id="p", title=PAGE[0], text=PAGE[1]),),
    )  # fmt: skip
    [alone], [read] = (each.statements(row) for each in (rules, both))
    assert alone.passes(rules.profile.statements)
    assert read.signals is not None
    for told, passes in ((0.5, True), (0.51, False)):
        doubted = replace(read, signals=replace(read.signals, not_entailed=told))
        assert doubted.odds(settings) > settings.passes
        assert not doubted.passes(settings)
        assert doubted.passes_alone(settings) is passes


def test_a_mixture_of_both_is_not_sent() -> None:
    """One statement that only the encoder lets pass, and one that only rules do."""
    both = TruthScorer.load("grounded-encoder", lang="nl")
    settings = both.profile.encoder.over(both.profile.statements)
    near = Signals(not_entailed=settings.doubted)  # a copy of which the encoder is in doubt
    free = Signals(unsaid=0.9, farthest=0.6, new=0.1)  # own words that it reads as borne out
    rules, encoder = (
        Statement(tokens=(0, 1), span=Span(source="answer", start=0, end=1), signals=each)
        for each in (near, free)
    )
    assert (rules.passes(settings), rules.passes_alone(settings)) == (False, True)
    assert (encoder.passes(settings), encoder.passes_alone(settings)) == (True, False)
    given = Stars(base_score=5.0, score=5.0, override=None)
    for told, sent in (([rules], True), ([encoder], True), ([rules, encoder], False)):
        found = of_statements(given, told, settings).score
        assert found is not None
        assert (found >= 4.0) is sent


@pytest.mark.parametrize(("unsaid", "held"), [(0.0, True), (0.1, True), (0.3, False)])
def test_how_words_are_put_together_holds_where_they_are_the_passage_s(
    unsaid: float, held: bool
) -> None:
    both = TruthScorer.load("grounded-encoder", lang="nl").profile
    said = Statement(
        tokens=(0, 1),
        span=Span(source="answer", start=0, end=1),
        signals=Signals(structure=1.0, unsaid=unsaid),
    )
    assert said.held(both.encoder.over(both.statements)) is held
    assert said.held(both.statements)  # by rules alone, whatever its words are


class Counting:
    """Reads nothing: its odds are the number of rows so far."""

    def __init__(self) -> None:
        self.pieces = load().pieces
        self.rows: list[int] = []

    def odds(self, row: Encoded) -> float:
        self.rows.append(len(row.ids))
        return float(len(self.rows))


@pytest.mark.parametrize(("lines", "read"), [(2, 1), (40, 2)])
def test_a_long_page_is_read_twice_and_a_short_one_once(lines: int, read: int) -> None:
    model: Any = Counting()
    page = "\n\n".join(f"Een bericht mag {n} bijlagen hebben in map {n}." for n in range(lines))
    reader = Reader(lambda: model)
    [told] = reader.not_entailed(QUESTION, [("Bijlagen", page)], [SAID[0]], [True])
    assert len(model.rows) == read
    assert sorted(model.rows) == model.rows  # beside more lines the second time
    assert told == pytest.approx((5.0 + sum(range(1, read + 1)) / read) / 10.0)
