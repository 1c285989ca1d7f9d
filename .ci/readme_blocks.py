"""Prints the README's commands, to be run as a reader runs them: in order, in one shell.

    python .ci/readme_blocks.py start      # the block behind <!-- command:start -->
    python .ci/readme_blocks.py test       # the block behind <!-- command:test -->
    python .ci/readme_blocks.py others     # every other ```bash block

A block that cannot be run here has `<!-- not run: WHY -->` on the line above it. It is left out.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"
#: A block of commands, with the comment on the line above it. Other shells' names count as well,
#: so that no block escapes by its name.
_block = re.compile(
    r"^(?:<!-- (?P<mark>[^\n]+?) -->\n)?```(?:bash|sh|shell|console)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
MARKED, NOT_RUN = "command:", "not run:"


@dataclass(frozen=True)
class Block:
    """The commands of a block, the line they begin on, and the comment above them."""

    line: int
    text: str
    mark: str

    @property
    def why_not(self) -> str | None:
        """Why the block is not run; None: it is."""
        return self.mark.removeprefix(NOT_RUN).strip() if self.mark.startswith(NOT_RUN) else None

    @property
    def part(self) -> str:
        """`start` or `test`, by the marker; else `others`."""
        return self.mark.removeprefix(MARKED) if self.mark.startswith(MARKED) else "others"


def blocks(readme: str) -> list[Block]:
    """Every block of commands of a README, in order."""
    return [
        Block(readme[: found.start("text")].count("\n") + 1, found["text"], found["mark"] or "")
        for found in _block.finditer(readme)
    ]


def script(readme: str, part: str) -> str:
    """The commands of one part, each block announced."""
    return "".join(
        f"echo '== README, line {block.line}' >&2\n{block.text}"
        for block in blocks(readme)
        if block.part == part and block.why_not is None
    )


if __name__ == "__main__":
    print(script(README.read_text(encoding="utf-8"), sys.argv[1]), end="")
