"""Nothing that others wrote is obeyed by a terminal."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from truthscore.cli import main
from truthscore.shown import Shown, json_text, shown

#: Clears the screen, sets the clipboard, titles the window, in 7 and in 8 bits; turns a line round.
HOSTILE = "\x1b[2J\x1b]52;c;eA==\x07\x9b2J\x9d0;x\x9c\x7f\b\r\u202eevas\u2066"
OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
CLI = Path(__file__).parents[1] / "truthscore" / "cli"


def test_signs_are_shown_one_by_one() -> None:
    assert shown("a\x1b[2J\tb\n\x7f\x9b\r") == "a␛[2J\tb\n␡�␍"
    for code in (*range(0x100), *range(0x2000, 0x2070), 0xD800):
        assert not OBEYED.search(shown(chr(code)))
        assert len(shown(chr(code))) == 1
    assert shown("één € 👍🏽 漢字") == "één € 👍🏽 漢字"


def test_json_is_read_as_it_was() -> None:
    text = json_text({"id": HOSTILE + "\ud800é\n"})
    assert not OBEYED.search(text)
    assert json.loads(text) == {"id": HOSTILE + "\ud800é\n"}
    assert "é" in text


def test_a_stream_is_shown() -> None:
    stream = io.StringIO()
    Shown(stream).writelines([HOSTILE, "b\n"])
    assert not OBEYED.search(stream.getvalue())


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    path = tmp_path / "answers.jsonl"
    row = {
        "id": f"1{HOSTILE}[/red]", "question": f"How do I save? {HOSTILE}",
        "answer": f"Click {HOSTILE} on Delete and pay 50 euro to Jan.",
        "context": [
            {"id": f"p{HOSTILE}", "title": HOSTILE, "text": f"Click Save. {HOSTILE} It is free."},
        ],
    }  # fmt: skip
    path.write_text(json.dumps(row) + "\n", "utf-8")
    return path


@pytest.mark.parametrize(
    "args",
    [
        ["score", "FILE", "-f", "table", "-p", "grounded"], ["score", "FILE", "-p", "grounded"],
        ["explain", "FILE", "--id", "ID", "--all", "-p", "grounded"],
        ["detect", "FILE"], ["score", "FILE" + HOSTILE.replace("/", "")],
        ["explain", "FILE", "--id", HOSTILE], ["score", "FILE", "--" + HOSTILE], [HOSTILE],
        ["index", "FOLDER", "-o", "OUT", "--chunks"],
    ],
)  # fmt: skip
def test_no_command_sends_one(
    args: list[str], answers: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    id_ = json.loads(answers.read_text("utf-8"))["id"]
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a\x1b[2J.md").write_bytes(b"\x00\x01 Save\xff")
    (folder / "b.md").write_text("Save it.", "utf-8")
    filled = [
        each.replace("FILE", str(answers)).replace("FOLDER", str(folder))
        .replace("OUT", str(tmp_path / "out")) if each != "ID" else id_
        for each in args
    ]  # fmt: skip
    with pytest.raises(SystemExit):
        main(filled)
    out, err = capfd.readouterr()
    told = out + err
    assert told.strip()
    assert not OBEYED.search(told), OBEYED.findall(told)


def test_all_that_commands_tell_goes_through_one_place() -> None:
    for path in CLI.glob("*.py"):
        text = path.read_text("utf-8")
        if path.name != "terminal.py":
            assert "click.echo" not in text, path
            assert "Console()" not in text, path
            assert "print(" not in re.sub(r"console(?:\(\))?\.print\(", "", text), path
