"""A label that other products would change is counted."""

from __future__ import annotations

import gzip
import importlib
import json
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from tests.builders import lined

BENCHMARK = Path(__file__).resolve().parents[2] / "replication" / "benchmark"
NONE = {"part of speech": 0, "lemma": 0, "head": 0, "relation": 0}


@pytest.fixture
def products(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCHMARK))  # where its siblings are modules
    return importlib.import_module("products")


def test_every_other_label_counts(products: ModuleType) -> None:
    old = lined("Klik op Opslaan en sluit het venster.")
    assert products.differing(old, old) == NONE
    heads = (-1, -1, *old.heads[2:])
    assert products.differing(old, replace(old, heads=heads)) == {**NONE, "head": 2}
    lemmas = ("drukken", *old.lemmas[1:])
    assert products.differing(old, replace(old, lemmas=lemmas)) == {**NONE, "lemma": 1}


def test_other_tokens_are_all_others(products: ModuleType) -> None:
    old, new = lined("Klik op Opslaan."), lined("Klik op  Opslaan nu.")
    many = max(len(old.lowers), len(new.lowers))
    assert products.differing(old, new) == dict.fromkeys(NONE, many)


def test_texts_are_drawn_by_language_and_none_twice(products: ModuleType, tmp_path: Path) -> None:
    def put(name: str, *rows: dict[str, str]) -> None:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))

    put("bench/made_dev.jsonl.gz", {"answer": "Ja.", "lang": "nl"}, {"answer": "Yes."},
        {"answer": "Ja.", "lang": "nl"})  # fmt: skip
    put("helpcentre/made_nl.jsonl.gz", {"text": "# Kop\n\nDit is een regel met woorden.\n\nJa."})
    put("helpcentre/made_en.jsonl.gz", {"text": "This is a line of words.\n"})
    assert products.drawn("nl", tmp_path, 10, 0) == ["Ja.", "Dit is een regel met woorden."]
    assert products.drawn("en", tmp_path, 10, 0) == ["Yes.", "This is a line of words."]
    assert len(products.drawn("nl", tmp_path, 2, 0)) == 2
