"""Addresses, tokens, and what may be served how."""

from __future__ import annotations

from pathlib import Path

import pytest

from truthscore.errors import ServeError
from truthscore.serve.settings import (
    ENVIRONMENT,
    Settings,
    Tokens,
    check,
    is_loopback,
    read_tokens,
)

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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("\n \n", "is empty"),
        ("short", "token 1 is too short"),
        (f"{LONG}\nshort", "token 2 is too short"),
        (f"{LONG} {LONG}", "has a space in it"),
        ("é" * 20, "cannot be read"),
    ],
)
def test_a_token_file_that_cannot_work(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "tokens"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ServeError, match=message) as error:
        read_tokens(str(path))
    assert LONG not in str(error.value)
    with pytest.raises(ServeError, match="cannot be read"):
        read_tokens(str(tmp_path / "nowhere"))


def test_tokens_are_compared_whole() -> None:
    tokens = Tokens((LONG,))
    assert tokens.accept(f"Bearer {LONG}".encode())
    assert tokens.accept(f"bearer  {LONG} ".encode())
    for header in (None, b"", b"Bearer", f"Bearer {LONG[:-1]}".encode(), f"Basic {LONG}".encode()):
        assert not tokens.accept(header)
    assert Tokens(()).accept(None)


def test_tokens_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every token is compared, by hmac.compare_digest, whether an earlier one fits or not."""
    import hmac

    compared: list[bytes] = []
    real = hmac.compare_digest

    def spy(given: bytes, token: bytes) -> bool:
        compared.append(token)
        return real(given, token)

    monkeypatch.setattr(hmac, "compare_digest", spy)
    Tokens((LONG, LONG + "2")).accept(f"Bearer {LONG}".encode())
    assert compared == [LONG.encode(), (LONG + "2").encode()]


def test_settings_travel_without_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, "")
    with pytest.raises(ServeError, match="start it with `truthscore serve`"):
        Settings.from_environment()
    settings = Settings(port=1, pipelines={"nl": "bundled"}, token_file="somewhere", workers=3)
    settings.to_environment()
    assert Settings.from_environment() == settings
