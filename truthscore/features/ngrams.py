"""N-grams: runs of words that the documents have in the same order.

Words alone can be shuffled into a lie; a run of them is hard to come by without copying.
"""

from __future__ import annotations

from truthscore.features.base import Feature, Inputs
from truthscore.language import LanguagePack
from truthscore.profile import Profile
from truthscore.text.model import ParsedDocument, ParsedText, is_word
from truthscore.types import Measurement

Runs = frozenset[tuple[str, ...]]


def runs(parsed: ParsedText, size: int, but: tuple[int, int] = (0, 0)) -> list[tuple[str, ...]]:
    """Every run of `size` words (lower-cased, punctuation left out), in text order.

    `but`: half-open range of tokens that are left out.
    """
    lowers = (*parsed.lowers[: but[0]], *parsed.lowers[but[1] :])
    words = [word for word in lowers if is_word(word)]
    return list(zip(*(words[start:] for start in range(size)), strict=False))


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> Runs:
    """The document's runs."""
    del language
    settings = profile.features.ngrams
    assert settings is not None  # the profile has checked that a feature in use has its settings
    return frozenset(runs(document.parsed, settings.size))


def measure(inputs: Inputs) -> Measurement:
    """value = raw = share of the answer's runs that a document has; None without a run."""
    settings = inputs.profile.features.ngrams
    assert settings is not None  # the profile has checked that a feature in use has its settings
    mine = runs(inputs.answer, settings.size, _replied(inputs))
    if not mine:
        return Measurement(value=None, note="the answer is too short")
    theirs = [indexed.indexes["ngrams"] for indexed in inputs.documents]
    distinct = frozenset(mine)
    known = frozenset().union(*(distinct & runs_ for runs_ in theirs))
    share = len(list(filter(known.__contains__, mine))) / len(mine)
    return Measurement(value=share, raw=share)


def _replied(inputs: Inputs) -> tuple[int, int]:
    """The sentence that says "ja" or "nee" in words of the question's, if that is right: no page
    has those words in a row."""
    reply = inputs.reply
    return reply.tokens if reply is not None and inputs.replied else (0, 0)


NGRAMS = Feature(
    name="ngrams",
    title="runs of words the documents have too",
    section="4.3",
    index=index,
    measure=measure,
)
