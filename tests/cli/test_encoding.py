"""Whoever is told "say what it is: --encoding windows-1252" can do so, in every command."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from truthscore.cli import group
from truthscore.errors import InputError

NAME = "windows-1252"
#: A trace of Langfuse, a log of a test, dates of answers, a run and its judged pages.
FILES = {
    "trace.csv": "id,input,output,timestamp\nt1,Hoe groot?,Één bijlage.,2026-11-20T10:00:00Z\n",
    "log.csv": "agent,day,arm,no_answer\n" + "".join(
        f"Renée{at},2026-11-20,{'ab'[at % 2]},{at % 3 // 2}\n" for at in range(40)
    ),
    "dates.csv": "id,antwoord,date\na,Één.,2026-11-20\n",
    "run.csv": "query,id,score\néén,p1,0.9\n",
    "run.trec": "één Q0 p1 1 0.9 mine\n",
    "qrels.csv": "query,id,grade\néén,p1,2\n",
}  # fmt: skip
SCORED = (
    '{"id": "a", "status": "scored", "score": 4.5, "features": {}, "signature": "s",'
    ' "lang": "nl"}\n'
)


@pytest.mark.parametrize(
    "words",
    [
        ["import", "langfuse", "trace.csv"],
        ["experiment", "log.csv"],
        ["trend", "scored.jsonl", "--answers", "dates.csv"],
        ["evaluate-retrieval", "run.csv", "qrels.csv"],
        ["evaluate-retrieval", "run.trec", "qrels.csv"],
    ],
)
def test_a_file_in_another_encoding_is_read(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_bytes(text.encode(NAME))
    Path("scored.jsonl").write_text(SCORED, encoding="utf-8")
    refused = CliRunner().invoke(group, words)
    assert isinstance(refused.exception, InputError)
    told = "is not utf-8; save the file as UTF-8, or say what it is: --encoding windows-1252"
    assert told in str(refused.exception)
    done = CliRunner().invoke(group, [*words, "--encoding", NAME])
    assert done.exception is None, done.exception
    assert "�" not in done.output
    unknown = CliRunner().invoke(group, [*words, "--encoding", "klingon"])
    assert str(unknown.exception).endswith("--encoding klingon: is not known")
