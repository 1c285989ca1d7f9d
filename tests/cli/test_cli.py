"""The command line as a user meets it: real files, real pipelines, exit codes and messages."""

from __future__ import annotations

import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from truthscore import Guardrail, TruthScorer
from truthscore.cli import COMMANDS, group, main
from truthscore.profiles import DEFAULT

ROOT = Path(__file__).parents[2]
ANSWERS = ROOT / "examples" / "answers.jsonl"
PAGE = "# Verlof\n\n1. Ga naar: Personeel / Verlof.\n2. Klik op: Aanvragen.\n3. Klik op: Opslaan.\n"
LIE = {
    "id": "lie",
    "question": "Hoe vraag ik verlof aan?",
    "answer": "Ga naar: Personeel / Verlof en klik op: Direct goedkeuren.",
    "context": [{"id": "verlof", "text": PAGE}],
}
TRUE = {
    **LIE,
    "id": "true",
    "answer": "1. Ga naar: Personeel / Verlof.\n2. Klik op: Aanvragen.\n3. Klik op: Opslaan.",
}


def run(
    *args: str, stdin: bytes | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-c", "from truthscore.cli import main; main()", *args],
        input=stdin, capture_output=True, cwd=cwd, timeout=120, check=False,
    )  # fmt: skip
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (LIE, TRUE)), encoding="utf-8")
    return path


def call(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """Run in this process (pipelines are loaded once per call, Python only once)."""
    with pytest.raises(SystemExit) as stop:
        main(list(args))
    out, err = capsys.readouterr()
    return int(stop.value.code or 0), out, err


def test_what_declines_is_for_a_person_whatever_its_stars(
    rows: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = json.loads(rows.read_text(encoding="utf-8").splitlines()[0])
    row = {**first, "id": "none", "answer": "Dat kan ik niet vinden in de documentatie."}
    path, output = tmp_path / "declines.jsonl", tmp_path / "scored.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    code, _, err = call(capsys, "score", str(path), "-o", str(output), "-p", "grounded")
    [line] = map(json.loads, output.read_text(encoding="utf-8").splitlines())
    assert code == 0
    assert (line["status"], line["reason"], line["score"]) == ("scored", "refusal", 4.0)
    assert re.search(r"send +0\n +let a person look +1\n +hold back +0\n", err)


def test_score_writes_one_line_per_row_in_order_with_evidence(
    rows: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "scored.jsonl"
    code, _, err = call(capsys, "score", str(rows), "-o", str(output), "-p", "paper")
    lie, true = map(json.loads, output.read_text(encoding="utf-8").splitlines())
    assert code == 0
    assert (lie["id"], lie["score"], lie["override"]) == ("lie", 1.0, "missing_component")
    assert (true["id"], true["score"], true["override"]) == ("true", 5.0, "verbatim_guide")
    [missing] = [
        each
        for each in lie["features"]["components_defined"]["evidence"]
        if each["role"] == "missing"
    ]
    _, start, end = missing["span"]
    assert LIE["answer"][start:end] == missing["label"] == "Direct goedkeuren"
    assert "2 answers → " in err
    assert re.search(r"send +1\n +let a person look +0\n +hold back +1\n", err)


def test_every_command_and_class_that_is_told_no_profile_takes_the_same_one(
    rows: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The paper's method sees no wrong number: nobody gets it who has not asked for it."""
    for name in ("score", "explain", "evaluate", "index", "terms", "serve", "compare", "fault"):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        told = [
            param.default
            for each in (command, *getattr(command, "commands", {}).values())
            for param in each.params
            if param.name == "profile"
        ]
        assert set(told) == {DEFAULT}, name
    assert TruthScorer.load(lang="nl").profile.name == Guardrail.load(lang="nl").scorer.profile.name
    assert TruthScorer.load(lang="nl").profile.name == DEFAULT != "paper"
    _, _, err = call(capsys, "score", str(rows), "-o", str(tmp_path / "scored.jsonl"))
    assert f"\nprofile {DEFAULT}: " in err
    assert "\n  --profile paper: " in err


def test_the_same_input_gives_the_same_bytes_in_another_process(rows: Path) -> None:
    one = run("score", str(rows), "-q")
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    other = subprocess.run(
        [sys.executable, "-c", "from truthscore.cli import main; main()", "score", "-", "-q"],
        input=rows.read_bytes(), capture_output=True, env=environment, timeout=120, check=True,
    )  # fmt: skip
    assert one.returncode == 0
    assert one.stdout.encode() == other.stdout


def test_a_bad_row_stops_with_exit_code_2_and_its_place(
    rows: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows.write_text(rows.read_text() + '{"id": "c", "anwser": "x"}\n')
    code, out, err = call(capsys, "score", str(rows), "-q")
    assert code == 2
    assert f"truthscore: {rows}:3: field 'anwser' is not known; did you mean 'answer'?" in err
    assert "--on-error skip" in err
    assert len(out.splitlines()) == 2  # what came before is not lost


def test_a_bad_row_can_be_passed_over(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = rows.read_text().splitlines()
    rows.write_text(f"{first}\n{{torn\n{second}\n")
    code, out, err = call(capsys, "score", str(rows), "--on-error", "skip")
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [each["status"] for each in found] == ["scored", "error", "scored"]
    assert found[1]["id"] == "line2"
    assert ":2: not JSON" in found[1]["reason"]
    assert "errors                          1" in err


def test_fail_below_decides_the_exit_code(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, "score", str(rows), "-q", "--fail-below", "3")[0] == 1
    code, _, err = call(
        capsys, "score", str(rows), "-q", "--fail-below", "3", "--max-fail-share", "0.5"
    )
    assert (code, err) == (0, "")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--profile", "papr"), "no profile 'papr'.*did you mean 'paper'"),
        (("--score-types", "binair"), "'binair' is not a message type; did you mean 'binary'"),
        (("--map", "anwser=x"), "'anwser' is not a field; did you mean 'answer'"),
        (("--map", "answer"), "expected FIELD=NAME"),
        (("--pipeline", "nl=nl_core_news_xl"), "no spaCy pipeline 'nl_core_news_xl'.*bundled"),
        (("--pipeline", "bundled"), "expected LANG=NAME"),
        (("--lang", "fr"), "no word lists for language 'fr'"),
        (("-o", "/proc/nowhere/x.jsonl"), "cannot be written"),
        (("--fail-below", "9"), "9.0 is not in the range"),
    ],
)
def test_wrong_options_are_one_clear_message_and_exit_code_2(
    rows: Path, capsys: pytest.CaptureFixture[str], args: tuple[str, ...], message: str
) -> None:

    code, _, err = call(capsys, "score", str(rows), *args)
    assert code == 2
    assert re.search(message, err, re.DOTALL), err
    assert "Traceback" not in err


def test_the_input_is_never_overwritten(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = rows.read_bytes()
    code, _, err = call(capsys, "score", str(rows), "-o", str(rows))
    assert code == 2
    assert "is the input itself" in err
    assert rows.read_bytes() == before


def test_rows_that_cannot_be_scored_say_why_and_carry_no_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = {
        "empty_answer": {**LIE, "answer": "  "},
        "no_context": {**LIE, "context": []},
        "language": {
            "question": "Comment puis-je demander un congé dans le portail ?",
            "answer": "Cliquez sur le bouton Enregistrer puis envoyez votre demande de congé.",
            "context": ["Cliquez sur le bouton Enregistrer."],
        },
        "message_type": {**LIE, "question": "Waarom zie ik mijn verlof niet?"},
        "answer_too_long": {**LIE, "answer": "woord " * 170_000},
    }
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps({**row, "id": id_}) + "\n" for id_, row in kinds.items()))
    code, out, _ = call(capsys, "score", str(path), "-q", "-p", "paper")
    assert code == 0
    for line in map(json.loads, out.splitlines()):
        assert (line["status"], line["reason"]) == ("not_scored", line["id"])
        assert line["score"] is None


def test_csv_and_table_can_be_asked_for(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, "score", str(rows), "-q", "-f", "csv", "--columns", "all")
    assert out.startswith("id,score,decision,explanation,question,answer,page,status,reason,lang,")
    assert "\nlie,1.0,hold," in out
    _, out, _ = call(capsys, "score", str(rows), "-q", "-f", "csv")
    assert out.startswith("Besluit,Sterren,Waarom,")
    assert "\ntegenhouden,1.0," in out
    _, out, _ = call(capsys, "score", str(rows), "-q", "-f", "table")
    assert re.search(
        r"^tegenhouden +1,0 +lie +De (knop|naam) “Direct goedkeuren”", out, re.MULTILINE
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_run_keeps_complete_rows(tmp_path: Path, jobs: int) -> None:
    # One Ctrl-C, which a terminal sends to every process of the run.
    path, output = tmp_path / "a.jsonl", tmp_path / "out.jsonl"
    path.write_text("".join(json.dumps({**LIE, "id": str(n)}) + "\n" for n in range(20_000)))
    # A shell that starts the tests in the background has them ignore the signal.
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    run = f"{heard}; from truthscore.cli import main; main()"
    command = [sys.executable, "-c", run, "score"]
    process = subprocess.Popen(
        [*command, str(path), "-o", str(output), "-j", str(jobs)],
        stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 60
        while not (output.exists() and output.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        err = process.communicate(timeout=60)[1].decode()
    finally:
        process.kill()
    assert process.returncode == 130
    written = output.read_text(encoding="utf-8").splitlines()
    assert f"interrupted; {len(written)} complete rows are in {output}" in err
    assert f"go on with: truthscore score {path} -o {output} -j {jobs} --resume" in err
    assert written
    assert "Traceback" not in err
    assert "Exception ignored" not in err
    assert all(json.loads(line)["status"] == "scored" for line in written)


def test_explain_marks_what_is_missing_and_shows_the_passage(
    rows: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = call(capsys, "explain", str(rows), "--id", "lie", "-p", "paper", "--all")
    assert code == 0
    assert "missing “Direct goedkeuren”" in out
    assert "in no document" in out
    assert "override: missing_component" in out
    code, _, err = call(capsys, "explain", str(rows), "--id", "li")
    assert code == 2
    assert "no row has id 'li'; did you mean 'lie'?" in err


def test_explain_tells_the_verdict_that_score_gives(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({**TRUE, "id": "what", "question": "Wat is verlof?"}) + "\n")
    _, out, _ = call(capsys, "score", str(path), "-q", "-p", "paper")
    assert json.loads(out)["reason"] == "message_type"
    _, out, _ = call(capsys, "explain", str(path), "--id", "what", "-p", "paper")
    assert "★" not in out
    told = " ".join(out.split())
    assert "profile paper scores binary, instruction; this question is of type general" in told
    _, out, _ = call(capsys, "score", str(path), "-q", "-p", "paper", "--score-types", "all")
    scored = json.loads(out)
    args = ("--id", "what", "-p", "paper", "--score-types", "all", "--all")
    _, out, _ = call(capsys, "explain", str(path), *args)
    assert f"{math.floor(scored['score'] * 10) / 10:.1f}".replace(".", ",") + " ★" in out
    assert scored["signature"] in out.replace("\n", "")


def test_explain_shows_the_findings_of_grounded_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = {
        "id": "turned", "question": "Kan ik een geboekte factuur wijzigen?",
        "answer": "U kunt een geboekte factuur wijzigen.",
        "context": ["U kunt een geboekte factuur niet wijzigen."],
    }  # fmt: skip
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(row) + "\n")
    code, out, _ = call(capsys, "explain", str(path), "--id", "turned")
    assert code == 0
    assert out.startswith("iemand laten kijken") or out.startswith("tegenhouden")
    assert "niet wijzigen" in out
    assert len(out.splitlines()) <= 30
    assert not re.search(r"contradict|polarity|numbers|missing|supported", out)  # it is Dutch
    _, out, _ = call(capsys, "explain", str(path), "--id", "turned", "--all")
    assert "contradicts" in out


#: Six questions and what a person says they are; the last two are read otherwise.
TYPED = [
    ("Hoe wijzig ik mijn adres?", "instruction"),
    ("Waar vind ik mijn loonstrook?", "instruction"),
    ("Is de app gratis?", "binary"),
    ("Wat is een dagboek?", "general"),
    ("Hoe werkt de aftrek?", "instruction"),
    ("Kan ik ergens lezen hoe ik dat doe?", "instruction"),
]


def typed_file(tmp_path: Path, name: str) -> Path:
    path = tmp_path / "typed.jsonl"
    lines = [json.dumps({"question": question, name: kind}) for question, kind in TYPED]
    path.write_text("\n".join(lines), "utf-8")
    return path


@pytest.mark.parametrize(("name", "options"), [
    ("message_type", ()), ("gold_type", ()), ("soort", ("--map", "message_type=soort")),
])  # fmt: skip
def test_detect_tells_how_often_the_type_is_the_true_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, options: tuple[str, ...]
) -> None:
    figures = tmp_path / "figures.jsonl"
    code, out, err = call(
        capsys, "detect", str(typed_file(tmp_path, name)), "--figures", str(figures), *options
    )
    assert code == 0
    rows = [json.loads(line) for line in out.splitlines()]
    assert [(row["message_type"], row["gold_type"]) for row in rows] == [
        ("instruction", "instruction"), ("instruction", "instruction"), ("binary", "binary"),
        ("general", "general"), ("general", "instruction"), ("binary", "instruction"),
    ]  # fmt: skip
    # instruction: 2 of 2 right, 2 of 4 found; all: by rows, (1/2 + 4 x 1 + 1/2) / 6 and 4 of 6
    assert err.splitlines() == [
        "type                       n  precision  recall    F1",
        "general                    1       0.50    1.00  0.67",
        "instruction                4       1.00    0.50  0.67",
        "binary                     1       0.50    1.00  0.67",
        "binary or instruction      5       1.00    0.80  0.89",
        "all                        6       0.83    0.67  0.67",
    ]
    told = [json.loads(line) for line in figures.read_text("utf-8").splitlines()]
    assert [each["type"] for each in told] == [
        "general", "instruction", "binary", "binary or instruction", "all",
    ]  # fmt: skip
    assert told[1] == {"type": "instruction", "n": 4, "precision": 1.0, "recall": 0.5,
                       "f1": pytest.approx(2 / 3)}  # fmt: skip


def test_detect_says_nothing_of_types_that_nobody_gave(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text('{"question": "Hoe wijzig ik dit?"}\n', "utf-8")
    code, out, err = call(capsys, "detect", str(path))
    assert (code, err) == (0, "")
    assert "gold_type" not in json.loads(out)
    code, _, err = call(capsys, "detect", str(path), "--figures", str(tmp_path / "figures.jsonl"))
    assert code == 2
    assert "no row has its true type" in err
    assert "--map message_type=NAME" in err
    assert call(capsys, "detect", str(path), "--figures", "-")[0] == 2


def test_detect_needs_only_questions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text('{"question": "Hoe wijzig ik mijn adres?"}\n{"question": "Can I do that?"}\n')
    code, out, _ = call(capsys, "detect", str(path))
    first, second = map(json.loads, out.splitlines())
    assert code == 0
    assert (first["lang"], first["message_type"]) == ("nl", "instruction")
    assert first["message_type_rule"]["span"] == [0, 3]
    assert (second["lang"], second["message_type"]) == ("en", "binary")
    code, out, _ = call(capsys, "detect", "-q", "Waarom is de knop grijs?")
    assert json.loads(out)["message_type"] == "reasoning"
    assert call(capsys, "detect")[0] == 2


def test_terms_build_finds_company_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# De Loonstraat\n\nOpen de Loonstraat en de kaart.")
    output = tmp_path / "terms.txt"
    code, _, err = call(capsys, "terms", "build", str(tmp_path / "docs"), "-o", str(output))
    words = [line for line in output.read_text().splitlines() if not line.startswith("#")]
    assert code == 0
    assert words == ["loonstraat"]
    assert "1 terms from 1 documents" in err
    code, _, err = call(capsys, "terms", "build", str(tmp_path / "none"))
    assert code == 2
    assert "no such file or folder" in err


def test_doctor_names_pipelines_and_signature(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "doctor")
    assert code == 0
    assert "bundled: version" in out
    assert f"truthscore|lang:nl|profile:{DEFAULT}@" in out
    assert "CC BY-SA 4.0" in out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    done = CliRunner().invoke(group, [name, "--help"])
    assert done.exit_code == 0
    assert len(done.output.splitlines()) > 4


def test_an_unknown_command_suggests_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = call(capsys, "scor")
    assert code == 2
    assert "no command 'scor'; did you mean 'score'?" in err


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom truthscore.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'spacy', 'numpy', 'pandas', 'scipy', 'pydantic', 'regex', 'rich', 'wordfreq'}\n"
        "print('LOADED', sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "LOADED []" in done.stdout


def test_the_example_file_is_scored_without_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "score", str(ANSWERS), "-q")
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert len(found) == len(ANSWERS.read_text(encoding="utf-8").splitlines())
    assert not [each for each in found if each["status"] == "error"]
    assert {each["reason"] for each in found} >= {None, "language", "no_context", "empty_answer"}
