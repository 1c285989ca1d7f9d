"""A text as a terminal may get it: characters that would move its cursor, clear it, set its
clipboard or turn its lines round are shown, not sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TextIO

#: Pictures of C0, one behind the other: `␛` for escape.
_PICTURES = 0x2400
#: C1, halves of characters (which no terminal can be sent), and what turns the direction of writing
#: or ends a line in another way.
_OTHERS = (
    *range(0x80, 0xA0), *range(0xD800, 0xE000), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F),
    *range(0x2066, 0x206A),
)  # fmt: skip
#: What is shown for each sign that a terminal would obey; line ends and tabs are let through.
_SHOWN: Mapping[int, str] = {
    **{code: chr(_PICTURES + code) for code in range(0x20) if chr(code) not in "\n\t"},
    0x7F: "\N{SYMBOL FOR DELETE}",
    **dict.fromkeys(_OTHERS, "\N{REPLACEMENT CHARACTER}"),
}
_ESCAPED: Mapping[int, str] = {code: f"\\u{code:04x}" for code in (0x7F, *_OTHERS)}


def shown(text: object) -> str:
    """`text` with a picture for each sign that a terminal would obey, as long as it was."""
    return str(text).translate(_SHOWN)


def json_text(data: Any, *, indent: int | None = None) -> str:
    """Data as JSON that a terminal can be sent, and any program reads as it was."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=indent).translate(_ESCAPED)


class Shown:
    """A stream of text for a person at a terminal: what is written to it is `shown`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text."""
        return self._stream.write(shown(text))

    def writelines(self, lines: Any) -> None:
        """Write some."""
        self._stream.writelines(map(shown, lines))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
