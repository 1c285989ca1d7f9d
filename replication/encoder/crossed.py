"""Rows from translated sentences: a passage in one language, a statement in the other.

The translation of a sentence is true beside it; with a planted fault, or of a sentence about the
same things that is not there, it is not. No overlap of words tells them apart. The words of a
language stand in `faults.toml`.
"""

from __future__ import annotations

import lzma
import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from replication.encoder.material import CONTRADICTED, NEUTRAL, TRUE, Row
from truthscore.encoder.passages import LINE_END

LANGUAGES = ("nl", "en")
#: Sentences of a passage.
FEWEST, MOST = 1, 6
#: Characters of a sentence that a statement is made of.
SHORTEST, LONGEST = 25, 260
#: Share of the statements that are in the language of their passage, so that copies are read too.
SAME_LANGUAGE = 0.3
#: Share of the faults that are planted in the page as well, so that the copied words are untrue.
IN_PAGE = 0.6
#: Share of the passages with a statement that stands a little further on.
FURTHER_ON = 0.35
_NUMBER = re.compile(r"(?<![\w.,])\d{1,4}(?:[.,]\d+)?(?![\w])")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w-]+(?: [A-Z][\w-]+)*")

FAULTS: Mapping[str, Any] = tomllib.loads(
    Path(__file__).with_name("faults.toml").read_text("utf-8")
)


def read_parallel(folder: Path) -> list[tuple[str, str, str]]:
    """Kind, Dutch, English of each sentence, in the order of their pages."""
    with lzma.open(folder / "parallel.tsv.xz", "rt", encoding="utf-8") as stream:
        return [tuple(line.rstrip("\n").split("\t")) for line in stream]


def faulty(text: str, language: str, other: str, rng: random.Random) -> str | None:
    """The sentence with one thing changed so that it says otherwise: a word for its opposite, a
    negation, a number, a name for one of the `other` sentence. None where nothing applies."""
    words = FAULTS[language]
    kinds = [
        _with(text, [(a, b) for x, y in words["opposites"] for a, b in ((x, y), (y, x))]),
        _with(text, words["negation"]["left_out"]) or _with(text, words["negation"]["put_in"]),
        _numbers(text, rng),
        _names(text, other, rng),
    ]
    made = [kind for kind in kinds if kind]
    return rng.choice(rng.choice(made)) if made else None


def _with(text: str, pairs: Sequence[Sequence[str]]) -> list[str]:
    """The text with each word of `pairs` exchanged, in each place."""
    found = []
    for old, new in pairs:
        for place in re.finditer(rf"(?<!\w){re.escape(old)}(?!\w)", text, re.IGNORECASE):
            put = new[:1].upper() + new[1:] if place[0][0].isupper() else new
            found.append(" ".join(f"{text[: place.start()]}{put}{text[place.end() :]}".split()))
    return found


def _numbers(text: str, rng: random.Random) -> list[str]:
    found = []
    for place in _NUMBER.finditer(text):
        number = place[0]
        if number.isdigit():
            value = int(number)
            others = {value + 1, value - 1, value * 2, value + 10, value * 10, value // 2}
            new = str(rng.choice(sorted(each for each in others - {value} if each > 0)))
        else:
            new = rng.choice("123456789".replace(number[0], "")) + number[1:]
        found.append(text[: place.start()] + new + text[place.end() :])
    return found


def _names(text: str, other: str, rng: random.Random) -> list[str]:
    """A name for one of the other sentence, or two names exchanged."""
    places = list(_NAME.finditer(text))
    found = []
    for one, two in pairwise(places):
        if one[0] != two[0]:
            between = text[one.end() : two.start()]
            found.append(text[: one.start()] + two[0] + between + one[0] + text[two.end() :])
    new = [place[0] for place in _NAME.finditer(other) if place[0] not in text]
    if new:
        found += [text[: place.start()] + rng.choice(new) + text[place.end() :] for place in places]
    return found


def crossed(
    sentences: Sequence[tuple[str, str, str]], rng: random.Random, count: int
) -> Iterator[Row]:
    """The rows of `count` passages. `sentences`: as `read_parallel` gives them."""
    for number in range(count):
        start = rng.randrange(MOST, len(sentences) - 2 * MOST)
        length = rng.randint(FEWEST, MOST)
        written = rng.randint(0, 1)
        told = written if rng.random() < SAME_LANGUAGE else 1 - written
        places = [at for at in range(start, start + length) if _usable(sentences[at])]
        if places:
            at = rng.choice(places)
            yield from _rows(sentences, (start, length), at, (written, told), rng, f"x{number}")


def _usable(sentence: tuple[str, str, str]) -> bool:
    return all(SHORTEST <= len(each) <= LONGEST for each in sentence[1:])


def _rows(
    sentences: Sequence[tuple[str, str, str]],
    passage: tuple[int, int],
    at: int,
    languages: tuple[int, int],
    rng: random.Random,
    pair: str,
) -> Iterator[Row]:
    """Of one passage (its first sentence and their number), the statement `at`; `languages`: of the
    passage and of the statement."""
    (start, length), (written, told) = passage, languages
    source = "copied" if written == told else "crossed"
    beside = sentences[at + 1 if at == start else at - 1]
    lines = [sentences[n][1 + written] for n in range(start, start + length)]
    page, statement = LINE_END.join(lines), sentences[at][1 + told]
    yield Row(source, "", page, statement, TRUE, pair, pair)
    wrong = faulty(statement, LANGUAGES[told], beside[1 + told], rng)
    if wrong is not None:
        yield Row(source, "", page, wrong, CONTRADICTED, f"{pair}f", pair)
    if rng.random() < IN_PAGE:
        old = lines[at - start]
        turned = (
            wrong if written == told else faulty(old, LANGUAGES[written], beside[1 + written], rng)
        )
        if turned is not None:
            lines[at - start] = turned
            page = LINE_END.join(lines)
            yield Row(source, "", page, statement, CONTRADICTED, pair, pair)
            if written == told and wrong is not None:
                yield Row(source, "", page, wrong, TRUE, f"{pair}f", pair)
    if rng.random() < FURTHER_ON:
        away = sentences[rng.choice((start - 2, start + length + 1, start + length + 3))]
        around = {sentences[n][1 + told] for n in range(start, start + length)}
        if _usable(away) and away[1 + told] not in around:
            original = LINE_END.join(
                sentences[n][1 + written] for n in range(start, start + length)
            )
            yield Row(source, "", original, away[1 + told], NEUTRAL, "", pair)
