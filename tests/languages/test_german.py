"""A third language is a folder: German, with short word lists of our own and a parser of the tests.

Nothing here touches the Python of truthscore. The lists are found by `TRUTHSCORE_WORDLISTS`, as
those of anyone who adds a language; `examples/reference/languages.md` tells how.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import spacy

from tests.languages import columns
from truthscore import Guardrail, TruthScorer, Verdict, language, profile, resources
from truthscore.cli import main
from truthscore.detect import detect
from truthscore.errors import PipelineError, ResourceError
from truthscore.report import texts
from truthscore.text import langid, parser
from truthscore.text.component_lists import rules_for
from truthscore.text.components import extract
from truthscore.text.refusal import refusal
from truthscore.text.small_talk import is_small_talk

HERE = Path(__file__).parent
ANSWERS = tomllib.loads((HERE / "de_answers.toml").read_text("utf-8"))["answers"]
NAMES = [f"{place}-{each['rule']}" for place, each in enumerate(ANSWERS, start=1)]
SHOWN = tomllib.loads((HERE / "de" / "opposites.toml").read_text("utf-8"))["shown"]
#: Stars from which an answer is sent.
SENT = 4.0


@pytest.fixture(scope="module", autouse=True)
def further(grounded: TruthScorer) -> Iterator[None]:  # noqa: ARG001
    """German beside the languages that ship; the scorer that all tests share knows only those."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(resources.OWN_LISTS, str(HERE))
        yield
    language.load.cache_clear()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a German pipeline."""
    return columns.save("de", HERE / "de.conllu", tmp_path_factory.mktemp("pipelines") / "de")


@pytest.fixture(scope="module")
def german(folder: Path) -> TruthScorer:
    return TruthScorer.load(
        "grounded", lang="de", pipelines={"de": str(folder), "nl": "bundled", "en": "bundled"}
    )


def call(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    """The exit code of a command, and what it says on stderr."""
    with pytest.raises(SystemExit) as stop:
        main(list(args))
    return int(stop.value.code or 0), capsys.readouterr().err


def row(given: dict[str, str], kind: str) -> dict[str, Any]:
    page = {"id": "hilfe", "title": "Hilfe", "text": given["page"]}
    return {"question": given["question"], "answer": given[kind], "context": [page]}


def told(verdict: Verdict, answer: str) -> list[tuple[str | None, str]]:
    """The rules that speak against an answer, with the words they point at."""
    assert verdict.status == "scored", verdict.reason
    return [
        (each.rule, answer[each.span.start : each.span.end])
        for measured in verdict.features.values()
        for each in measured.evidence
        if each.role in {"contradicts", "missing"}
    ]


@pytest.mark.parametrize("given", ANSWERS, ids=NAMES)
def test_a_lie_is_seen_by_its_rule_and_below_the_true_answer(
    german: TruthScorer, given: dict[str, str]
) -> None:
    lie, true = (german.score(**row(given, kind)) for kind in ("lie", "true"))
    assert told(lie, given["lie"]) == [(given["rule"], given["span"])]
    assert told(true, given["true"]) == []
    assert lie.score is not None
    assert true.score is not None
    assert lie.score < SENT <= true.score


def test_a_language_that_the_encoder_does_not_know_is_judged_by_rules_alone(
    german: TruthScorer, folder: Path
) -> None:
    both = TruthScorer.load(
        "grounded-encoder",
        lang="de",
        pipelines={"de": str(folder), "nl": "bundled", "en": "bundled"},
    )
    for given in ANSWERS:
        mine, theirs = (each.score(**row(given, "true")) for each in (both, german))
        assert mine.statements == theirs.statements
        assert mine.score == theirs.score
        assert "encoder:" not in str(mine.signature)


def test_several_kinds_of_lies_are_among_them() -> None:
    assert {each["rule"] for each in ANSWERS} == {
        "opposite", "denied", "reply", "value.other", "label.nowhere", "role.rival",
        "condition.limit",
    }  # fmt: skip


@pytest.mark.parametrize("given", SHOWN, ids=lambda given: given["words"][1])
def test_a_pair_is_seen_in_its_example(german: TruthScorer, given: dict[str, Any]) -> None:
    row = {"question": given["question"], "context": [given["page"]]}
    [(rule, word)] = told(german.score(answer=given["lie"], **row), given["lie"])
    assert (rule, word) == ("opposite", given["words"][1])
    assert told(german.score(answer=given["page"], **row), given["page"]) == []


def test_a_guardrail_says_in_german_what_it_found(german: TruthScorer) -> None:
    [given] = [each for each in ANSWERS if each["span"] == "25 MB"]
    decision = Guardrail(german).check(**row(given, "lie"))
    assert (decision.action, decision.cause) == ("review", "number")
    assert decision.reason == (
        "Zahl, Datum oder Betrag: „Hilfe“ sagt „10 MB“, die Antwort sagt „25 MB“."
    )


def test_a_file_is_scored_by_the_command_and_its_language_is_recognised(
    folder: Path, tmp_path: Path, german: TruthScorer, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row(each, kind) for each in ANSWERS for kind in ("lie", "true")]
    answers, scored, page = (tmp_path / name for name in ("a.jsonl", "s.jsonl", "r.html"))
    answers.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    code, err = call(
        capsys, "score", str(answers), "-o", str(scored), "--quiet", "--profile", "grounded",
        "--pipeline", f"de={folder}", "--pipeline", "nl=bundled", "--pipeline", "en=bundled",
        "--report", str(page),
    )  # fmt: skip
    assert code == 0, err
    lines = [json.loads(line) for line in scored.read_text("utf-8").splitlines()]
    assert {line["lang"] for line in lines} == {"de"}
    wanted = [german.score(**each).score for each in rows]
    assert [line["score"] for line in lines] == wanted
    assert "„10 MB“" in page.read_text("utf-8")  # findings in German, the page in English


def test_dutch_and_english_are_scored_as_without_german(
    german: TruthScorer, grounded: TruthScorer
) -> None:
    row = {
        "question": "How large may an attachment be?", "lang": "en",
        "answer": "An attachment may be 25 MB.", "context": ["An attachment may be 10 MB."],
    }  # fmt: skip
    assert TruthScorer(german.profile, german._parsers).score(**row) == grounded.score(**row)


def test_a_profile_may_name_the_pipeline(folder: Path, tmp_path: Path, german: TruthScorer) -> None:
    own = tmp_path / "own.toml"
    own.write_text(f'extends = "grounded"\n[pipelines]\nde = "{folder}"\n', "utf-8")
    given = row(ANSWERS[0], "lie")
    assert TruthScorer.load(own).score(**given).score == german.score(**given).score


# --- what German begins without -----------------------------------------------------------------


def test_a_report_is_in_a_language_that_has_its_texts(capsys: pytest.CaptureFixture[str]) -> None:
    assert texts.languages() == ("en", "nl")
    assert texts.of_most({"de": 9, "nl": 1}) == "nl"
    code, err = call(capsys, "score", "x.jsonl", "--report-lang", "de")
    assert code == 2
    assert "'de': expected en, nl" in err


def test_a_language_without_a_pipeline_says_what_to_do() -> None:
    with pytest.raises(PipelineError, match=r"Deutsch \(de\): looked for de_ud; .*de=FOLDER"):
        TruthScorer.load("grounded")


def test_a_pipeline_with_labels_of_its_own_is_refused(tmp_path: Path) -> None:
    """As spaCy's German ones have: no rule would find a subject."""
    nlp = spacy.blank("de")
    nlp.add_pipe("words_of_conllu", config={"file": str(HERE / "de.conllu")})
    trees = nlp.add_pipe("parser")
    for label in ("sb", "oa", "nk"):
        trees.add_label(label)
    nlp.initialize()
    nlp.to_disk(tmp_path)
    with pytest.raises(PipelineError, match=r"none of the labels of a subject \(nsubj, nsubj:pass"):
        parser.load(language.load("de"), str(tmp_path))


def test_a_language_that_few_desks_meet_is_recognised_once_it_has_word_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalan = "La factura s'envia cada mes al client, però avui no és possible amb aquest compte."
    langid._identifier.cache_clear()
    assert langid.identify(catalan) != "ca"
    for code in ("ca", "qx"):  # the model knows no "qx"
        (tmp_path / code).mkdir()
        (tmp_path / code / "language.toml").write_text("")
    monkeypatch.setenv(resources.OWN_LISTS, str(tmp_path))
    langid._identifier.cache_clear()
    try:
        assert langid.identify(catalan) == "ca"
        assert langid.identify("De factuur wordt elke maand naar de klant gestuurd.") == "nl"
    finally:
        langid._identifier.cache_clear()


# --- where the folder is ------------------------------------------------------------------------


def test_a_folder_of_further_languages_is_found_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert resources.languages() == ("de", "en", "nl")
    assert resources.wordlists("de") == HERE / "de"
    assert resources.wordlists("nl") == resources.wordlists_dir() / "nl"
    monkeypatch.setenv(resources.OWN_LISTS, "")
    assert resources.languages() == ("en", "nl")


def test_a_folder_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(resources.OWN_LISTS, "no/such/folder")
    with pytest.raises(ResourceError, match=r"TRUTHSCORE_WORDLISTS is 'no/such/folder', which is"):
        resources.languages()


def test_a_language_that_ships_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nl").mkdir()
    (tmp_path / "nl" / "language.toml").write_text("")
    monkeypatch.setenv(resources.OWN_LISTS, str(tmp_path))
    with pytest.raises(ResourceError, match=r"has the languages nl, which ship .*its profile"):
        resources.languages()


# --- every entry of the lists has an example that it reaches -------------------------------------


def test_the_folder_has_the_files_of_the_others_but_the_report() -> None:
    files = {path.relative_to(HERE / "de") for path in (HERE / "de").rglob("*.t*")}
    english = resources.wordlists("en")
    assert files == {path.relative_to(english) for path in english.rglob("*.t*")} - {
        Path("init.toml"),
        Path("report.toml"),
    }
    for name in files:
        text = (HERE / "de" / name).read_text("utf-8")
        assert text.startswith("# "), name
        if name.name != "language.toml":
            assert "own composition" in text[:600].lower().replace("\n# ", " "), name
        if name.suffix == ".toml" and name.name != "opposites.toml":
            assert tomllib.loads(text).keys() == resources.read_toml(english / name).keys(), name


def test_every_question_pattern_reaches_its_example() -> None:
    pack, paper = language.load("de"), profile.load("paper")
    for rules in pack.question_lists.values():
        for each in rules.patterns:
            found = detect(each.example, pack, paper)
            assert (found.type, found.rule and found.rule.pattern) == (rules.type, each.pattern)


def test_every_notation_reaches_its_example_and_not_its_negatives() -> None:
    pack = language.load("de")
    rules = rules_for(pack, profile.load("grounded"))
    for block in pack.components["patterns"]:
        wanted = block["label"] if isinstance(block["label"], list) else [block["label"]]
        found = extract(block["example"], rules)
        assert ([each.label for each in found], {each.cue for each in found}) == (
            wanted, {block["name"]},
        )  # fmt: skip
        assert [extract(each, rules) for each in block.get("negatives", ())] == [()] * len(
            block.get("negatives", ())
        )


def test_refusals_and_small_talk_reach_their_examples() -> None:
    pack = language.load("de")
    for each in pack.refusal["patterns"]:
        alone = replace(pack, refusal={**pack.refusal, "patterns": [each]}, digest=each["name"])
        assert refusal(each["example"], "", alone) is not None, each["name"]
        assert refusal(each["counter"], "", pack) is None, each["name"]
    for each in pack.small_talk["patterns"]:
        assert is_small_talk(each["example"], pack), each["name"]
