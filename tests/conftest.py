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
    "cli/test_cli.py::test_an_interrupted_run_keeps_complete_rows",
    "cli/test_cli.py::test_terms_build_finds_company_words",
    "cli/test_cli.py::test_the_example_file_is_scored_without_an_error",
    "cli/test_cli.py::test_the_same_input_gives_the_same_bytes_in_another_process",
    "cli/test_serve.py", "cli/test_shell.py", "cli/test_smoke.py", "desk/test_roles.py",
    "encoder/test_reading.py::test_another_process", "evaluate/test_compare.py",
    "evaluate/test_evaluate.py", "evaluate/test_experiment.py", "evaluate/test_fault.py",
    "evaluate/test_fitting.py", "evaluate/test_statistics.py",
    "features/test_components_defined.py::test_looking_up_is_not_quadratic",
    "guard/test_deadline.py", "guard/test_guardrail.py::test_a_thread_that_hangs_is_replaced",
    "guard/test_guardrail.py::test_threads_get_the_decisions_one_thread_gets",
    "guard/test_no_network.py", "guard/test_stream.py::test_a_megabyte_is_taken",
    "integrations/test_adapters.py", "integrations/test_pytest.py", "languages/test_german.py",
    "pipelines/test_pipelines.py", "rate/test_browser.py", "rate/test_reliability.py",
    "replication/test_asked_again.py", "replication/test_attacks.py", "replication/test_encoder.py",
    "replication/test_own_pairs.py", "replication/test_perturb.py", "replication/test_support.py",
    "report/test_blamed.py", "report/test_browser.py", "report/test_builds.py",
    "report/test_page.py", "report/test_widths.py", "retrieve/test_front_matter.py",
    "retrieve/test_hostile.py", "retrieve/test_kept.py", "serve/test_connections.py",
    "serve/test_freeze.py", "serve/test_nginx.py", "serve/test_openapi.py",
    "serve/test_read_ahead.py", "serve/test_siblings.py",
    "statements/test_verdicts.py::test_odd_answers_get_a_verdict_or_a_reason", "test_batch.py",
    "test_bombs.py", "test_build_files.py::test_run", "test_chain.py", "test_cluster.py",
    "test_docs.py::test_commands_run_in_the_order_a_reader_meets_them",
    "test_docs.py::test_the_python_in_the_documents_runs", "test_javascript.py::test_node",
    "test_odd_input.py", "test_other_language_pages.py", "test_papers_pipelines.py",
    "test_resume.py", "test_scorer.py::test_the_hash_seed_of_the_process_does_not_show",
    "test_store.py::test_a_bomb_is_left_alone",
    "test_store.py::test_every_part_of_a_page_comes_back_as_it_was", "test_support_answers.py",
    "text/test_components.py::test_a_runaway_profile_pattern",
    "text/test_components.py::test_no_pattern_runs_away", "text/test_matrices.py",
    "text/test_parser.py::test_a_pipeline_without", "text/test_parser.py::test_other_weights",
    "text/test_parser.py::test_pipelines_have", "text/test_parser.py::test_spacy_is_whole",
    "text/test_parser.py::test_the_tokenizer_is_the_one",
    "text/test_readable.py::test_time_is_linear", "text/test_shipped_parser.py",
    "text/test_vocabulary.py",
    "translate/test_evaluate.py::test_evaluate_and_table_4_print_four_cells",
    "translate/test_run.py::test_many_rows_end_complete_and_no_text_is_translated_twice",
    "translate/test_scoring.py", "translate/test_scoring.py::test_batch_single_and_jobs_agree",
)  # fmt: skip

#: Slow ones that repeat at length what a shorter one beside them shows, or wait for the clock: half
#: of the slow tests' time. CI leaves them out (`-m "slow and not nightly"`); they run before a
#: release and whenever somebody works on their room (`-m nightly`).
NIGHTLY = (
    "cli/test_cli.py::test_an_interrupted_run_keeps_complete_rows[2]",
    "cli/test_cli.py::test_the_same_input_gives_the_same_bytes_in_another_process",
    "cli/test_serve.py::test_a_full_disk_for_logs_costs_no_answer",
    "cli/test_serve.py::test_what_is_registered_outlives",
    "cli/test_serve.py::test_workers_are_renewed_and_nothing_is_lost",
    "desk/test_app.py::test_what_was_asked_is_kept_when_the_desk_is_killed",
    "desk/test_faulty.py::test_no_commit_that_is_not_permitted_or_not_asked_for[1]",
    "desk/test_faulty.py::test_no_commit_that_is_not_permitted_or_not_asked_for[2]",
    "desk/test_faulty.py::test_no_commit_that_is_not_permitted_or_not_asked_for[3]",
    "desk/test_faulty.py::test_no_commit_that_is_not_permitted_or_not_asked_for[4]",
    "desk/test_faulty.py::test_no_commit_that_is_not_permitted_or_not_asked_for[5]",
    "desk/test_roles.py::test_no_page_without_the_role_reaches_anything[2000]",
    "encoder/test_older_processor.py::test_it_reads_alike_on_an_older_processor[AVX2, no AVX-512]",
    "evaluate/test_experiment.py::test_without_effect_five_per_cent_are_called_significant",
    "evaluate/test_fitting.py::test_the_command_writes",
    "guard/test_deadline.py::test_no_step_of_a_hostile_check_takes_a_second",
    "guard/test_deadline.py::test_six_hostile_checks_do_not_make_the_next_ones_late",
    "guard/test_stream.py::test_a_megabyte_is_taken[text1]", "pipelines/test_recipe.py",
    "rate/test_browser.py::test_a_killed_server_loses_nothing_and_the_page_goes_on",
    "rate/test_browser.py::test_two_raters_at_once", "replication/test_support.py",
    "report/test_browser.py::test_a_page_of_all_it_may_have_is_fluent",
    "retrieve/test_docx_unseen.py", "retrieve/test_exports.py",
    "retrieve/test_finder.py::test_in_10_000_random_cases",
    "retrieve/test_hostile.py::test_none_of_all_ends_a_run",
    "retrieve/test_postgres.py::test_in_2_500_random_cases_nothing_hidden_is_found_nor_changes_a",
    "serve/test_connections.py::test_half_open",
    "serve/test_monitoring.py::test_a_real_prometheus_answers_every_panel",
    "serve/test_monitoring.py::test_promtool_is_content[test", "serve/test_siblings.py",
    "test_batch.py::test_an_indexed_folder",
    "test_batch.py::test_two_processes_write_what_one_writes",
    "test_bombs.py::test_reading_any_token_again_and_again_takes_linear_time",
    "test_build_files.py::test_run", "test_cluster.py::test_a_lost_process",
    "test_cluster.py::test_files_become_files", "test_cluster.py::test_frames_of_spark",
    "test_cluster.py::test_two_processes",
    "test_docs.py::test_commands_run_in_the_order_a_reader_meets_them[examples/reference/builds",
    "test_docs.py::test_commands_run_in_the_order_a_reader_meets_them[examples/reference/many",
    "test_docs.py::test_commands_run_in_the_order_a_reader_meets_them[examples/reference/retrieval",
    "test_odd_input.py::test_a_line_of_nearly_a_million_characters_is_data",
    "test_resume.py::test_a_resumed_run_ends_with_the_same_bytes[0.3",
    "test_resume.py::test_a_resumed_run_writes_the_same_page",
    "text/test_vocabulary.py::test_words_are_kept_up_to_a_number_and_the_parse_is_the_same[en]",
    "translate/test_evaluate.py::test_evaluate_and_table_4_print_four_cells",
    "translate/test_run.py", "translate/test_scoring.py::test_batch_single_and_jobs_agree",
)  # fmt: skip
#: So are the smoke tests on all examples: CI runs those on three rows and on none, and what the
#: README and the other pages tell a reader to run, on the examples.
NIGHTLY_SMOKE = "-all]"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow, and of that what is left to the night."""
    for item in items:
        name = item.nodeid.removeprefix("tests/")
        if name.startswith(SLOW):
            item.add_marker("slow")
        smoke = name.startswith("cli/test_smoke.py") and name.endswith(NIGHTLY_SMOKE)
        if name.startswith(NIGHTLY) or smoke:
            item.add_marker("slow")
            item.add_marker("nightly")


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
