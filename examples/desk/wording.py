"""What the desk says itself: the texts of `wording.toml` and the reports of `calls.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
WORDING: Mapping[str, Any] = tomllib.loads((HERE / "wording.toml").read_text(encoding="utf-8"))
CALLS: Mapping[str, Any] = tomllib.loads((HERE / "calls.toml").read_text(encoding="utf-8"))


def told(call: str, values: Mapping[str, Any], lang: str) -> str:
    """The report of a call that was made, from the values that are stored."""
    return str(CALLS["reports"][lang][call].format_map(values))


def why(cause: str, lang: str, argument: str = "") -> str:
    """A cause of a refusal in words."""
    return str(WORDING["causes"][lang][cause].format(argument))
