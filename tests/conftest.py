"""Fixtures of the whole suite: the bundled pipelines, and hypothesis without chance."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import settings

from truthscore import language
from truthscore.scorer import TruthScorer
from truthscore.text import parser
from truthscore.text.parser import SpacyParser

settings.register_profile("truthscore", derandomize=True, max_examples=40, deadline=None)
settings.load_profile("truthscore")


@pytest.fixture
def patterns_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for compiled patterns, empty as yet: what is made is compiled at once."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path


@pytest.fixture
def patterns_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept and nothing may be: patterns are compiled when they are used."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


@pytest.fixture(scope="session")
def parsers() -> dict[str, SpacyParser]:
    """The pipelines that ship with the package, by language."""
    return {code: parser.load(language.load(code), "bundled") for code in ("nl", "en")}


@pytest.fixture(scope="session")
def scorer() -> TruthScorer:
    """A scorer with the paper's profile and the bundled pipelines."""
    return TruthScorer.load(pipelines={"nl": "bundled", "en": "bundled"})


@pytest.fixture(scope="session")
def grounded() -> TruthScorer:
    """A scorer with the profile `grounded` and the bundled pipelines."""
    return TruthScorer.load("grounded", pipelines={"nl": "bundled", "en": "bundled"})
