"""Which row of a list an answer tells of: the one of which it names another value."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

from truthscore.features.base import Inputs
from truthscore.features.records.fields import Told
from truthscore.features.records.words import Words
from truthscore.text.model import ParsedText, is_word
from truthscore.text.values import values
from truthscore.text.values.value import Value, same

#: What a value of a row counts, in the sentence and in the question that it answers.
SAID, ASKED = 2, 1
#: Kinds of fields by whose number a row is known: a count of two is that of many.
_TELLING = frozenset({"date", "amount"})


class Rows:
    """The rows of the records beside a sentence and, where it answers that, the question."""

    def __init__(
        self, inputs: Inputs, words: Words, tokens: Sequence[int],
        fields: Sequence[tuple[int, Told]], *, with_question: bool,
    ) -> None:  # fmt: skip
        self._words = words
        self._known: dict[int, int] = {}
        self._totals: dict[object, int] = {}
        self._rows: dict[object, list[Told]] = defaultdict(list)
        self._columns: dict[object, list[Told]] = defaultdict(list)
        for _, field in fields:
            if field.row:
                self._rows[field.row_of].append(field)
                self._columns[field.column_of].append(field)
        answer, question = inputs.answer, inputs.question
        asked = [t for t in range(len(question.lowers)) if is_word(question.lowers[t])]
        self._texts: list[tuple[int, ParsedText, Sequence[int]]] = [(SAID, answer, tokens)]
        if with_question:
            self._texts.append((ASKED, question, asked))
        self._values = [
            (counts, [each for each in _values(inputs, parsed)
                      if at and at[0] <= each.tokens[0] <= at[-1]])
            for counts, parsed, at in self._texts
        ] if self._rows else []  # fmt: skip

    def told_of(self, field: Told) -> int:
        """How much of the other values of a field's row is told; 0 for a field in no list."""
        if not field.row:
            return 0
        row = field.row_of
        if row not in self._totals:
            self._totals[row] = _total(map(self._told_once, self._rows[row]))
        return self._totals[row] - self._told_once(field)

    def column(self, field: Told) -> list[Told]:
        """The fields of that name in all rows of a field's list."""
        return self._columns[field.column_of] if field.row else []

    def _told_once(self, field: Told) -> int:
        if id(field) not in self._known:
            self._known[id(field)] = self._told(field)
        return self._known[id(field)]

    def is_touched(self, field: Told) -> bool:
        """Whether any word of another text of a field's row is told: the sentence may mean it."""
        return any(
            self._words.find(parsed, at, each.words)
            for each in self._rows[field.row_of]
            if each is not field and each.kind == "text"
            for _, parsed, at in self._texts
        )

    def _told(self, field: Told) -> int:
        if field.kind in _TELLING:
            return _total(
                counts for counts, found in self._values if any(_is(one, field) for one in found)
            )
        telling = [word for word in field.words if not word[0].isdecimal() and len(word[0]) > 1]
        if field.kind != "text" or not telling:
            return 0
        return _total(
            counts for counts, parsed, at in self._texts
            if len(self._words.find(parsed, at, telling)) == len(telling)
        )  # fmt: skip


def _total(counts: Iterable[int]) -> int:
    return int(math.fsum(counts))


def _values(inputs: Inputs, parsed: ParsedText) -> Sequence[Value]:
    key = "record rows", parsed.text
    return inputs.once(key, lambda: values(parsed, inputs.language))


def _is(value: Value, field: Told) -> bool:
    return any(same(value, mine) for mine in field.values)
