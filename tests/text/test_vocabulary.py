"""A pipeline's vocabulary does not grow for ever, and what it forgot cannot show."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from truthscore import language
from truthscore.text.parser import SpacyParser, load
from truthscore.text.vocabulary import Vocabulary


def texts(start: int, count: int = 10) -> list[str]:
    """Sentences with words that no other text has."""
    return [
        f"Klik op knop{number}lijst en boek de {number}verkoopfacturen."
        for number in range(start, start + count)
    ]


@pytest.fixture(params=["nl", "en"])
def parser(request: pytest.FixtureRequest) -> SpacyParser:
    return load(language.load(request.param))


def _keeping(parser: SpacyParser, kept: int, in_a_zone: int) -> Vocabulary:
    parser._vocabulary = Vocabulary(parser._nlp, kept=kept, in_a_zone=in_a_zone)
    return parser._vocabulary


def test_words_are_kept_up_to_a_number_and_the_parse_is_the_same(parser: SpacyParser) -> None:
    expected = [parser.parse(texts(start)) for start in range(0, 100, 10)]
    strings = parser._nlp.vocab.strings
    _keeping(parser, 100, 100)
    known = len(strings)
    for start in range(1000, 3000, 10):
        parser.parse(texts(start))
    assert known < len(strings) < known + 200
    assert "knop1000lijst" in strings
    assert "knop2990lijst" not in strings
    assert [parser.parse(texts(start)) for start in range(0, 100, 10)] == expected
    found = [parser.parse(texts(start)) for start in range(2000, 2100, 10)]
    fresh = load(language.load(parser.info.lang))
    assert found == [fresh.parse(texts(start)) for start in range(2000, 2100, 10)]


def test_threads_share_a_zone_and_the_last_one_ends_it(parser: SpacyParser) -> None:
    starts = range(0, 800, 10)
    fresh = load(language.load(parser.info.lang))
    expected = [fresh.parse(texts(start)) for start in starts]
    vocabulary = _keeping(parser, 0, 50)
    parser.parse(texts(0))
    known = len(parser._nlp.vocab.strings)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda start: parser.parse(texts(start)), starts))
    assert found == expected
    assert len(parser._nlp.vocab.strings) <= known + 50
    assert vocabulary._zone is None
    assert not vocabulary._inside


def test_who_comes_to_a_full_zone_waits_for_its_end(parser: SpacyParser) -> None:
    vocabulary = _keeping(parser, 0, 5)
    parser.parse(texts(0))  # more than is kept: from here in zones
    entered = threading.Event()

    def come() -> None:
        with vocabulary.parsing():
            entered.set()

    with vocabulary.parsing():
        for text in texts(100):
            _ = [token.text for token in parser._nlp(text)]
        other = threading.Thread(target=come)
        other.start()
        assert not entered.wait(0.2)
    assert entered.wait(10)
    other.join()


def test_a_parse_that_fails_ends_its_zone(parser: SpacyParser) -> None:
    vocabulary = _keeping(parser, 0, 5)
    parser.parse(texts(0))
    with pytest.raises(RuntimeError, match="broken"), vocabulary.parsing():
        raise RuntimeError("broken")
    assert not parser._nlp.vocab.in_memory_zone
