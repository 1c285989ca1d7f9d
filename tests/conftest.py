"""Fixtures of the whole suite: the bundled pipelines, and hypothesis without chance."""

from __future__ import annotations

import pytest
from hypothesis import settings

from truthscore import language
from truthscore.scorer import TruthScorer
from truthscore.text import parser
from truthscore.text.parser import SpacyParser

settings.register_profile("truthscore", derandomize=True, max_examples=40, deadline=None)
settings.load_profile("truthscore")


@pytest.fixture(scope="session")
def parsers() -> dict[str, SpacyParser]:
    """The pipelines that ship with the package, by language."""
    return {code: parser.load(language.load(code), "bundled") for code in ("nl", "en")}


@pytest.fixture(scope="session")
def scorer() -> TruthScorer:
    """A scorer with the paper's profile and the bundled pipelines."""
    return TruthScorer.load(pipelines={"nl": "bundled", "en": "bundled"})
