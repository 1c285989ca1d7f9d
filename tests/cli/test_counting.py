"""Lines of a log, counted for a person who waits."""

from __future__ import annotations

import io

import pytest

from truthscore.cli.progress import STEP, counting


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_told_how_many_and_a_file_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream, told in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr("sys.stderr", stream)
        with counting("log.jsonl") as one:
            for _ in range(2 * STEP + 1):
                one()
        said = stream.getvalue()
        assert (f"\rlog.jsonl: {2 * STEP:,} lines" in said) is told
        assert said.endswith("\r\x1b[K") is told


def test_a_short_log_is_read_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with counting("log.jsonl") as one:
        one()
    assert stream.getvalue() == ""
