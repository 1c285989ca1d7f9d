"""Addresses, and what may be served how."""

from __future__ import annotations

from pathlib import Path

import pytest

from truthscore.errors import ServeError
from truthscore.loopback import is_loopback
from truthscore.serve.server import ENVIRONMENT, Settings, check

LONG = "0123456789abcdef"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "[::1]", "localhost"])
def test_addresses_that_only_this_machine_reaches(host: str) -> None:
    assert is_loopback(host)
    check(Settings(host=host))


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.1", "example.org", "", "127.0.0.1.nl"])
def test_others_need_a_token(host: str, tmp_path: Path) -> None:
    assert not is_loopback(host)
    with pytest.raises(ServeError, match="without --token-file everybody there could use"):
        check(Settings(host=host))
    tokens = tmp_path / "tokens"
    tokens.write_text(f"{LONG}\n\n{LONG}2\n", encoding="ascii")
    check(Settings(host=host, token_file=str(tokens)))


def test_settings_travel_without_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, "")
    with pytest.raises(ServeError, match="start it with `truthscore serve`"):
        Settings.from_environment()
    settings = Settings(port=1, pipelines={"nl": "bundled"}, token_file="somewhere", workers=3)
    settings.to_environment()
    assert Settings.from_environment() == settings
