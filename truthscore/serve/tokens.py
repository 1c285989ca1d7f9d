"""Tokens: who may ask what. A file of lines `name: secret scope …`, read again when it changes."""

from __future__ import annotations

import base64
import binascii
import hmac
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from truthscore.errors import ServeError
from truthscore.serve.logs import LOG

#: What a token may open: ask for decisions; register documents; register profiles, and change or
#: read documents that have roles; read the figures; look at answers that were not sent, and decide
#: about them. None contains another.
CHECK, WRITE, ADMIN, METRICS, REVIEW = SCOPES = ("check", "write", "admin", "metrics", "review")
#: Scopes of which a token needs one, by address and what stands below it. Elsewhere any will do.
NEEDED: Mapping[str, tuple[str, ...]] = {
    "/v1/check": (CHECK,),
    "/v1/operations": (CHECK,),
    "/v1/score": (CHECK,),
    "/v1/documents": (WRITE, ADMIN),
    "/v1/profiles": (ADMIN,),
    "/metrics": (METRICS,),
    "/": (CHECK,),
    "/reviews": (REVIEW,),
    "/v1/reviews": (CHECK, REVIEW),
}
#: What a person opens in a browser, which asks for a name and a password: there the token's secret
#: is the password. Nowhere else: a browser sends a password with what another site makes it send.
PAGES = ("/", "/docs", "/reviews")
#: A shorter token can be guessed.
MIN_TOKEN = 16
#: Seconds after which a change of the file is seen: a token that leaked must not work for long, and
#: to look costs a few microseconds.
LOOK_SECONDS = 1.0

_NAMED = re.compile(r"(?P<name>[\w.-]{1,64}):\s+(?P<secret>\S+)(?P<scopes>(\s+\S+)*)", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """Somebody who may ask. `name`: as logs have it; None where no token is needed."""

    name: str | None
    scopes: frozenset[str]
    secret: str = field(repr=False)

    def may(self, *scopes: str) -> bool:
        """Whether it has one of `scopes`."""
        return not self.scopes.isdisjoint(scopes)


#: Everybody, where the service needs no token: only this machine reaches it then.
ANYBODY = Token(name=None, scopes=frozenset(SCOPES), secret="")


class Tokens:
    """The tokens that open the service: none means that it is open, on this machine only."""

    def __init__(self, tokens: tuple[Token, ...] = (), path: Path | None = None) -> None:
        """`path`: the file that `tokens` were read from; a change of it is taken over."""
        self._tokens = tokens
        self._path = path
        self._version = file_version(path)
        self._look_at = time.monotonic() + LOOK_SECONDS

    @property
    def needed(self) -> bool:
        """Whether a request needs one."""
        return bool(self._tokens)

    def holder(self, authorization: bytes | None, *, page: bool = False) -> Token | None:
        """Whose token an Authorization header holds; takes as long for every wrong one. `page`:
        it may be a browser's."""
        if not self._tokens:
            return ANYBODY
        self._look()
        scheme, _, given = (authorization or b"").partition(b" ")
        given = given.strip()
        if page and scheme.lower() == b"basic":
            scheme, given = b"bearer", _password(given)
        fits = [
            token for token in self._tokens if hmac.compare_digest(given, token.secret.encode())
        ]
        return fits[0] if fits and scheme.lower() == b"bearer" else None

    def _look(self) -> None:
        """Take over a changed file; one that cannot be used leaves the tokens as they are."""
        if self._path is None or time.monotonic() < self._look_at:
            return
        self._look_at = time.monotonic() + LOOK_SECONDS
        version = file_version(self._path)
        if version == self._version:
            return
        self._version = version
        try:
            self._tokens = _read(self._path)
        except ServeError as error:
            LOG.error("the tokens stay as they were: %s", error)
            return
        LOG.info("the token file was read again: %d tokens", len(self._tokens))


def is_page(path: str) -> bool:
    """Whether people open an address in a browser."""
    return path in PAGES or path.startswith(f"{PAGES[-1]}/")


def _password(given: bytes) -> bytes:
    """The password of a browser's header; nothing where it has none."""
    try:
        return base64.b64decode(given, validate=True).partition(b":")[2]
    except binascii.Error:
        return b""


def needed(path: str) -> tuple[str, ...]:
    """Scopes of which a token needs one at `path`; empty: any token will do."""
    for address, scopes in NEEDED.items():
        if path == address or path.startswith(address + "/"):
            return scopes
    return ()


def read_tokens(path: str | None) -> Tokens:
    """The tokens in a file, one a line; none without a file.

    A line is `name: secret scope …`, empty, or a comment behind `#`. A secret alone, as files had
    before there were scopes, may only check. Raises ServeError for a file that cannot be read, has
    no token, or has a line that cannot be used; no error repeats what stands in the file.
    """
    return Tokens() if path is None else Tokens(_read(Path(path)), Path(path))


def _read(path: Path) -> tuple[Token, ...]:
    try:
        text = path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        told = error.strerror if isinstance(error, OSError) else "it is not ASCII"
        raise ServeError(f"token file {path}: cannot be read: {told}") from None
    tokens: list[Token] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("# "):
            continue
        token = _token(line.strip(), f"token file {path}: line {number}")
        if any(token.name == other.name or token.secret == other.secret for other in tokens):
            raise ServeError(f"token file {path}: line {number} has a name or secret once more")
        tokens.append(token)
    if not tokens:
        raise ServeError(f"token file {path}: has no token; write lines `name: secret scope …`")
    return tuple(tokens)


def _token(line: str, where: str) -> Token:
    named = _NAMED.fullmatch(line)
    if named is None and len(line.split()) > 1:
        raise ServeError(f"{where} cannot be used; expected `name: secret scope …`")
    secret = named["secret"] if named else line
    scopes = frozenset(named["scopes"].split() if named else ())
    if len(secret) < MIN_TOKEN:
        raise ServeError(
            f"{where} has a secret that is too short; expected at least {MIN_TOKEN} characters, as "
            "from `openssl rand -hex 32`"
        )
    if not scopes <= frozenset(SCOPES):
        raise ServeError(f"{where} has an unknown scope; expected some of {', '.join(SCOPES)}")
    if not scopes:
        LOG.warning("%s names no scope, so it may only check; write `name: secret scope …`", where)
    name = named["name"] if named else where.rpartition(": ")[2].replace(" ", "")
    return Token(name=name, scopes=scopes or frozenset({CHECK}), secret=secret)


def file_version(path: Path | None) -> tuple[int, int, int] | None:
    """What tells one state of a file from another (inode, size, time of change); None when it is
    not there."""
    try:
        found = path.stat() if path is not None else None
    except OSError:
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns) if found else None
