"""Every command on no data, three rows and all the examples, on these with every profile."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.translate.conftest import loopback
from truthscore import profile as profiles
from truthscore.chain import recording
from truthscore.cli import COMMANDS, main
from truthscore.cli.documents import read_documents
from truthscore.profiles import DEFAULT
from truthscore.retrieve import kept
from truthscore.types import Example, Verdict
from truthscore.verdict_line import to_json

EXAMPLES = Path(__file__).parents[2] / "examples"
#: Rows of each amount; None: all.
AMOUNTS = {"none": 0, "three": 3, "all": None}
#: Help pages of each amount: enough to fill more than one line of every table.
PAGES = {"none": 0, "three": 1, "all": 4}
#: Characters of an error: one clear sentence, with a path in it.
SENTENCE = 400


def _searched(at: Path) -> str:
    """A folder with the help pages as `index` keeps them to be searched."""
    folder = at / "searched"
    folder.mkdir(exist_ok=True)
    pages = list(read_documents([f"{at}/help"], print))
    if pages:
        kept.keep(folder, pages)
    return str(folder)


Arguments = Callable[[Path, str, str], list[str]]
#: Command → its arguments, from a folder with the data, the profile and the provider's address.
SMOKE: dict[str, Arguments] = {
    "score": lambda at, profile, _: [
        f"{at}/answers.jsonl", "-o", f"{at}/scored.csv", "--report", f"{at}/page.html",
        "--pages", str(EXAMPLES / "help"), "-p", profile,
    ],
    "init": lambda at, profile, _: [
        f"{at}/init-{profile}", "--answers", f"{at}/answers.jsonl",
    ],
    "import": lambda at, _, __: ["langsmith", f"{at}/runs.jsonl"],
    "export": lambda at, profile, _: [
        "langfuse", f"{at}/verdicts.jsonl", "--answers", f"{at}/answers.jsonl", "-p", profile,
    ],
    "translate": lambda at, _, url: [
        f"{at}/answers.jsonl", "-o", f"{at}/translated.jsonl", "--provider", "libre", "--from",
        "nl", "--base-url", url,
    ],
    # Without --import it would listen for ever.
    "rate": lambda at, profile, _: [
        f"{at}/answers.jsonl", "--db", f"{at}/{profile}.sqlite", "--import", f"{at}/scores.json",
        "-p", profile,
    ],
    "evaluate": lambda at, profile, _: [
        f"{at}/rated.jsonl", "-o", f"{at}/evaluation", "--features", "--documents",
        "--inquiries", "1000", "-p", profile,
    ],
    "fit": lambda at, profile, _: [
        f"{at}/rated.jsonl", "-o", f"{at}/own.toml", "-p", profile,
    ],
    "compare": lambda at, profile, _: [
        f"{at}/answers.jsonl", f"{at}/answers.jsonl", "-o", f"{at}/compared.html", "-p", profile,
    ],
    "gate": lambda at, profile, _: [
        f"{at}/answers.jsonl", "--max-untrue", "24", "-o", f"{at}/gate.xml", "-p", profile,
    ],
    "trend": lambda at, profile, _: [f"{at}/log.jsonl", "-o", f"{at}/trend.html", "-p", profile],
    "learn": lambda at, _, __: [
        f"{at}/rated.jsonl", "-o", f"{at}/accepted.jsonl", "--raters", f"{at}/raters.toml",
    ],
    "documents": lambda at, _, __: [f"{at}/log.jsonl", "-o", f"{at}/documents.html"],
    "fault": lambda at, profile, _: [
        f"{at}/answers.jsonl", "--pages", str(EXAMPLES / "help"), "-p", profile,
    ],
    "experiment": lambda at, _, __: [f"{at}/test.jsonl", "--aa", "10"],
    "evaluate-retrieval": lambda at, _, __: [f"{at}/run.jsonl", f"{at}/qrels.jsonl"],
    "tree": lambda at, _, __: ["check", str(EXAMPLES / "tree.toml"), f"{at}/tree_pairs.jsonl"],
    "explain": lambda at, profile, _: [f"{at}/answers.jsonl", "--id", "demo-02", "-p", profile],
    "detect": lambda at, profile, _: [f"{at}/answers.jsonl", "-p", profile],
    "features": lambda _, profile, __: ["-p", profile],
    "rules": lambda _, profile, __: ["-p", profile],
    "doctor": lambda _, profile, __: ["-p", profile],
    "index": lambda at, profile, _: [f"{at}/help", "-o", f"{at}/pages", "-p", profile],
    # Where nothing is indexed there is nothing to search.
    "search": lambda at, _, __: [_searched(at), "Hoe vraag ik verlof aan?"],
    "terms": lambda at, profile, _: ["build", f"{at}/help", "-p", profile],
    "patterns": lambda at, _, __: ["learn", f"{at}/bold", "-o", f"{at}/patterns.toml"],
    "verify-record": lambda at, _, __: [f"{at}/record.jsonl"],
    # It would listen for ever: without tokens it serves this machine only, and says so.
    "serve": lambda _, profile, __: ["--host", "0.0.0.0", "-p", profile],
    # It would wait for an agent.
    "mcp": lambda _, profile, __: ["--lang", "xx", "-p", profile],
}  # fmt: skip
#: Commands whose answer does not depend on data.
WITHOUT_DATA = {"features": 0, "rules": 0, "doctor": 0, "serve": 2, "mcp": 2}
#: Commands that end with a summary: it names the profile, and the other ones.
TOLD = {"score", "evaluate", "fit", "index"}
#: Learning weights needs 50 ratings of answers that are scored.
REFUSED = {("fit", DEFAULT, "three"), ("fit", "paper", "all"), ("fit", "paper-tuned", "all")}
#: Profile and amount: what little data does to a command, no profile changes.
CASES = [*((profile, "all") for profile in profiles.names()), (DEFAULT, "none"), (DEFAULT, "three")]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folders = {}
    for amount, rows in AMOUNTS.items():
        folders[amount] = folder = tmp_path_factory.mktemp(amount)
        for name in ("answers.jsonl", "rated.jsonl"):
            lines = (EXAMPLES / name).read_text(encoding="utf-8").splitlines(keepends=True)
            (folder / name).write_text("".join(lines[:rows]), encoding="utf-8")
        (folder / "raters.toml").write_text('[raters]\nanna = ["teach"]\n', encoding="utf-8")
        scored = {"status": "scored", "score": 4.0, "date": "2026-11-26", "features": {}}
        log = [json.dumps({"id": f"r{number}", **scored}) + "\n" for number in range(24)][:rows]
        (folder / "log.jsonl").write_text("".join(log), encoding="utf-8")
        ids = [f"demo-0{number}" for number in range(1, 10)][:rows]
        told = [to_json(Verdict(id=id_, status="not_scored", reason="language")) for id_ in ids]
        (folder / "verdicts.jsonl").write_text("".join(f"{line}\n" for line in told), "utf-8")
        with recording(str(folder / "record.jsonl")) as record:
            for example in record.noted(Example(id=id_, question="", answer="") for id_ in ids):
                record.write(Verdict(id=example.id, status="not_scored"), "review")
        runs = [
            json.dumps({"id": id_, "run_type": "chain", "outputs": {"output": "Ja."}})
            for id_ in ids
        ]
        (folder / "runs.jsonl").write_text("".join(f"{line}\n" for line in runs), "utf-8")
        pairs = (EXAMPLES / "tree_pairs.jsonl").read_text("utf-8").splitlines(keepends=True)
        (folder / "tree_pairs.jsonl").write_text("".join(pairs[:rows]), encoding="utf-8")
        asked = [
            json.dumps({"agent": f"a{number}", "day": 1, "arm": "AB"[number % 2], "no_answer": 0})
            for number in range(24)
        ][:rows]
        (folder / "test.jsonl").write_text("".join(f"{line}\n" for line in asked), encoding="utf-8")
        for name, last in (("run", "score"), ("qrels", "grade")):
            found = [json.dumps({"query": f"q{at}", "id": "p", last: 1}) for at in range(24)][:rows]
            (folder / f"{name}.jsonl").write_text("".join(f"{each}\n" for each in found), "utf-8")
        given = {"traceId": "demo-01", "name": "truth", "value": 4, "source": "ANNOTATION"}
        (folder / "scores.json").write_text(json.dumps([given]), encoding="utf-8")
        (folder / "help").mkdir()
        for page in sorted((EXAMPLES / "help" / "nl").iterdir())[: PAGES[amount]]:
            (folder / "help" / page.name).write_bytes(page.read_bytes())
        (folder / "bold").mkdir()
        for number in range(8 if rows != 0 else 0):
            (folder / "bold" / f"{number}.md").write_text("Klik op **Opslaan**.\n", "utf-8")
    return folders


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    """The address of a translation server on this machine."""
    memory = loopback.load(EXAMPLES / "translation" / "nl-en.jsonl")
    server = loopback.Server(memory)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.url
    server.shutdown()
    server.server_close()


def test_every_command_is_here() -> None:
    assert list(SMOKE) == list(COMMANDS)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("profile", "amount"), CASES)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_ends_with_its_exit_code_and_never_with_a_traceback(
    name: str,
    profile: str,
    amount: str,
    data: dict[str, Path],
    provider: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if amount != "three" and name in WITHOUT_DATA:
        return  # the same whatever the data
    with pytest.raises(SystemExit) as stop:
        main([name, *SMOKE[name](data[amount], profile, provider)])
    err = capsys.readouterr().err
    wanted = 2 if amount == "none" or (name, profile, amount) in REFUSED else 0
    assert stop.value.code == WITHOUT_DATA.get(name, wanted), err
    if stop.value.code == 0 and name in TOLD:
        for shipped in profiles.names():
            assert f"profile {shipped}: {profiles.load(shipped).purpose}" in err
    if stop.value.code == 2:
        sentence = err.strip().splitlines()[-1]
        assert sentence.startswith("truthscore: ")
        assert len(sentence) < SENTENCE
