"""The signature: how a score was made, as ordered key:value pairs (the habit of sacrebleu).

Same input + same signature = same bytes. It is built once from frozen settings, before the
first score, and changes when the profile, a list, the pipeline or the feature set changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version

NAME = "truthscore"
DIGEST_LENGTH = 8


def package_version() -> str:
    """The version of the installed distribution, "0" when it runs from a bare checkout."""
    try:
        return version("answer-truthscore")
    except PackageNotFoundError:
        return "0"


def digest(parts: Iterable[bytes | str]) -> str:
    """Short sha256 over length-prefixed parts, so that moving a border changes the digest."""
    sha = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        sha.update(len(data).to_bytes(8, "big"))
        sha.update(data)
    return sha.hexdigest()[:DIGEST_LENGTH]


def render(pairs: Mapping[str, str]) -> str:
    """`{"lang": "nl", "v": "0.1.0"}` → `truthscore|lang:nl|v:0.1.0`.

    Raises ValueError when a key or value holds a separator.
    """
    for key, value in pairs.items():
        if "|" in key or ":" in key or "|" in value:
            raise ValueError(f"signature part {key!r}:{value!r} holds a separator")
    return "|".join([NAME, *(f"{key}:{value}" for key, value in pairs.items())])


def parse(text: str) -> dict[str, str]:
    """The pairs of a rendered signature. Raises ValueError when `text` is not one."""
    name, *parts = text.split("|")
    if name != NAME or not all(":" in part for part in parts):
        raise ValueError(f"not a truthscore signature: {text!r}")
    return dict(part.split(":", 1) for part in parts)
