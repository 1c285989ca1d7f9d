"""A parser for one text that grows: lines that were read before are not parsed again."""

from __future__ import annotations

from collections.abc import Sequence

from truthscore.text.columns import ParsedBlocks, numbered_blocks
from truthscore.text.model import ParsedText
from truthscore.text.parser import Parser


class GrowingParser:
    """Another parser, with what it read last. What comes out is the same: a line's parse does not
    depend on its neighbours. For one thread at a time."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._lines: list[ParsedBlocks] = []
        self._asked: dict[str, ParsedText] = {}
        self.name, self.fingerprint = parser.name, parser.fingerprint

    def parse(self, texts: Sequence[str]) -> list[ParsedText]:
        """As `SpacyParser.parse`; the lines are kept until the next answer."""
        told = self._parser.read(texts, (), self._lines)[0]
        self._lines += [ParsedBlocks(each, numbered_blocks(each)) for each in told]
        return told

    def read(
        self,
        answers: Sequence[str],
        questions: Sequence[str],
        pages: Sequence[ParsedBlocks] = (),
    ) -> tuple[list[ParsedText], list[ParsedText]]:
        """As `SpacyParser.read`; questions are kept, and the lines of the last answers."""
        new = [each for each in dict.fromkeys(questions) if each not in self._asked]
        told, asked = self._parser.read(answers, new, [*self._lines, *pages])
        self._asked.update(zip(new, asked, strict=True))
        self._lines = [ParsedBlocks(each, numbered_blocks(each)) for each in told]
        return told, [self._asked[each] for each in questions]
