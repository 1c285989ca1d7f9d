"""How a service was asked to run, and whether it may run like that."""

from __future__ import annotations

import hmac
import ipaddress
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from truthscore.errors import ServeError

#: The settings travel to the workers in this environment variable. No token is in it, only where
#: the tokens are.
ENVIRONMENT = "TRUTHSCORE_SERVE"
#: Seconds that a worker gets to finish what it has begun: more than any request may take.
GRACE_SECONDS = 30
#: A shorter token can be guessed.
MIN_TOKEN = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The options of `truthscore serve`. `data_dir` is shared by all workers.

    `shared_dir`: where the workers meet while this service runs (figures, and who has what to do).
    """

    host: str = "127.0.0.1"
    port: int = 8080
    profile: str = "grounded"
    lang: str = "auto"
    pipelines: Mapping[str, str] = field(default_factory=dict)
    workers: int = 1
    token_file: str | None = None
    data_dir: str = ""
    shared_dir: str = ""

    def to_environment(self) -> None:
        """Leave the settings for the workers."""
        os.environ[ENVIRONMENT] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Settings:
        """The settings as the parent process left them. Raises ServeError when it did not."""
        try:
            return cls(**json.loads(os.environ[ENVIRONMENT]))
        except (KeyError, ValueError, TypeError) as error:
            raise ServeError(
                f"{ENVIRONMENT} does not hold the settings of a service ({error!r}); start it with "
                "`truthscore serve`"
            ) from error


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach `host`."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Tokens:
    """The tokens that open the service: none means that it is open, on this machine only."""

    def __init__(self, tokens: tuple[str, ...]) -> None:
        self._tokens = tuple(token.encode() for token in tokens)

    @property
    def needed(self) -> bool:
        """Whether a request needs one."""
        return bool(self._tokens)

    def accept(self, authorization: bytes | None) -> bool:
        """Whether an Authorization header holds one of them; takes as long for every wrong one."""
        if not self._tokens:
            return True
        scheme, _, given = (authorization or b"").partition(b" ")
        given = given.strip()
        matches = [hmac.compare_digest(given, token) for token in self._tokens]
        return scheme.lower() == b"bearer" and any(matches)


def read_tokens(path: str | None) -> Tokens:
    """The tokens in a file, one a line; none without a file.

    Raises ServeError for a file that cannot be read, is empty, or has a token that is too short.
    """
    if path is None:
        return Tokens(())
    try:
        text = Path(path).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise ServeError(f"token file {path}: cannot be read: {error}") from error
    tokens = tuple(line.strip() for line in text.splitlines() if line.strip())
    if not tokens:
        raise ServeError(f"token file {path}: is empty; write one token a line into it")
    for number, token in enumerate(tokens, start=1):
        if len(token) < MIN_TOKEN or " " in token:
            raise ServeError(
                f"token file {path}: token {number} is too short or has a space in it; expected at "
                f"least {MIN_TOKEN} characters, as from `openssl rand -hex 32`"
            )
    return Tokens(tokens)


def check(settings: Settings) -> None:
    """Raises ServeError when the service may not run as asked."""
    tokens = read_tokens(settings.token_file)
    if not tokens.needed and not is_loopback(settings.host):
        raise ServeError(
            f"--host {settings.host} can be reached from other machines, and without --token-file "
            "everybody there could use the service; give a token file, or keep 127.0.0.1"
        )
