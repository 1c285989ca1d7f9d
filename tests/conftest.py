"""Fixtures of the whole suite: the bundled pipelines, and hypothesis without chance."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.real_postgres import postgres as postgres  # a fixture
from truthscore import language, profile, resources
from truthscore.rules import RULES
from truthscore.scorer import TruthScorer
from truthscore.text import parser
from truthscore.text.parser import SpacyParser

settings.register_profile("truthscore", derandomize=True, max_examples=40, deadline=None)
settings.load_profile("truthscore")

#: Tests that start servers, clusters, fresh processes or browsers, or that measure: half the time
#: of all. The README's command leaves them out (`-m "not slow"`), CI runs them beside it.
SLOW = (
    "cli/test_serve.py", "cli/test_shell.py", "cli/test_smoke.py",
    "cli/test_cli.py::test_an_interrupted_run_keeps_complete_rows",
    "cli/test_cli.py::test_the_same_input_gives_the_same_bytes_in_another_process",
    "evaluate/test_fitting.py::test_the_command_writes_a_profile_that_loads_and_says_what_it_rests",
    "guard/test_deadline.py", "guard/test_no_network.py", "integrations/test_pytest.py",
    "serve/test_connections.py", "serve/test_nginx.py", "serve/test_siblings.py",
    "test_batch.py", "test_bombs.py", "test_cluster.py",
    "test_examples_node.py", "test_odd_input.py", "test_resume.py",
    "rate/test_browser.py", "replication/test_own_pairs.py", "report/test_browser.py",
    "test_docs.py::test_commands_run_in_the_order_a_reader_meets_them",
    "test_scorer.py::test_the_hash_seed_of_the_process_does_not_show",
    "text/test_vocabulary.py", "text/test_matrices.py",
    "translate/test_evaluate.py::test_evaluate_and_table_4_print_four_cells",
    "translate/test_run.py::test_a_thousand_rows_end_complete_and_no_text_is_translated_twice",
    "translate/test_scoring.py::test_batch_single_and_jobs_agree",
)  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow."""
    for item in items:
        if item.nodeid.removeprefix("tests/").startswith(SLOW):
            item.add_marker("slow")


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
    return TruthScorer.load("paper", pipelines={"nl": "bundled", "en": "bundled"})


@pytest.fixture(scope="session")
def grounded() -> TruthScorer:
    """A scorer with the profile `grounded` and the bundled pipelines."""
    return TruthScorer.load("grounded", pipelines={"nl": "bundled", "en": "bundled"})


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> TruthScorer:
    """A scorer with the profile `grounded` in which a finding of any rule is a whole untruth:
    tests of rules do not depend on what a rule was measured to be worth."""
    penalties = profile.load("grounded").score.penalties
    lines = [
        f'"{rule.id}" = {{ copied = 1.0, free = 1.0 }}'
        for rule in RULES
        if rule.feature in penalties
    ]
    own = tmp_path_factory.mktemp("profiles") / "whole.toml"
    own.write_text('extends = "grounded"\n[score.rules]\n' + "\n".join(lines), "utf-8")
    return TruthScorer.load(own, pipelines={"nl": "bundled", "en": "bundled"})


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the word lists that a test may break."""
    copied = tmp_path / "wordlists"
    shutil.copytree(resources.wordlists_dir(), copied, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "truthscore")
    language.load.cache_clear()
    yield copied
    language.load.cache_clear()
