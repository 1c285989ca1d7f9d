"""The help centre of examples/help, and a search in it that is good enough for an example."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

HELP = Path(__file__).resolve().parents[1] / "help"
#: Pages that go to the model and to the guardrail with one question.
FOUND = 2
#: Weight of a title's words beside those of the text.
TITLE_WEIGHT = 3
_WORD = re.compile(r"[^\W_]{3,}")


@dataclass(frozen=True)
class Page:
    """One help page as the guardrail takes it: `vars(page)` is a document."""

    id: str
    title: str
    text: str


class HelpPages:
    """All pages of one language."""

    def __init__(self, lang: str) -> None:
        self.pages = [
            Page(path.stem, path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# "),
                 path.read_text(encoding="utf-8"))
            for path in sorted((HELP / lang).glob("*.md"))
        ]  # fmt: skip
        self._words = [
            Counter(_words(page.text) + TITLE_WEIGHT * _words(page.title)) for page in self.pages
        ]
        self._spread = Counter(word for words in self._words for word in words)

    def search(self, question: str) -> list[Page]:
        """The pages that share the rarest words with the question, the best first."""
        asked = set(_words(question))

        def likeness(words: Counter[str]) -> float:
            return math.fsum(
                min(words[word], TITLE_WEIGHT) * math.log(len(self.pages) / self._spread[word])
                for word in asked & set(words)
            )

        ranked = sorted(
            ((likeness(words), page) for words, page in zip(self._words, self.pages, strict=True)),
            key=lambda found: (-found[0], found[1].id),
        )
        return [page for score, page in ranked[:FOUND] if score > 0]


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]
