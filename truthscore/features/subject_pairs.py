"""Nominal-subject pairs (§5.2): who does what, in the answer and in the documents.

A pair is (lemma of a nominal subject, lemma of the word it is the subject of), active or
passive, read from the dependency parse. An answer whose pairs the documents also have says
the same things of the same subjects.

A parser may take the "ja" of an answer, or one half of "change date", for a subject. Both say
nothing of anybody and are no pairs.
"""

from __future__ import annotations

from collections.abc import Mapping

from truthscore.features.base import Feature, Inputs, judged
from truthscore.language import LanguagePack
from truthscore.profile import Profile, SubjectPairs
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.types import ANSWER, Measurement, Span

#: The subject of a pair whose subject is the reader ("u", "je", "you").
ADDRESSED = "<you>"

#: Parts of speech of a head that says something of its subject only with a verb beside it ("is a
#: field"). A pronoun is always a subject: its head is then a verb that was taken for a noun.
NOMINAL = frozenset({"NOUN", "PROPN", "NUM", "SYM", "ADV", "ADP"})

Pairs = Mapping[tuple[str, str], tuple[int, int]]


def pairs_of(parsed: ParsedText, language: LanguagePack, settings: SubjectPairs) -> Pairs:
    """(subject lemma, head lemma) → characters from the first to the last word of the pair.

    The first occurrence counts. The pronouns that address the reader count as one, because a
    page says "u kunt" where a chatbot says "je kunt"; the profile may leave all pronouns out.
    """
    found: dict[tuple[str, str], tuple[int, int]] = {}
    helped = frozenset(
        head for head, pos in zip(parsed.heads, parsed.pos, strict=True) if pos == "AUX"
    )
    for token, dep in enumerate(parsed.deps):
        if dep not in language.subject_labels or _is_reply(parsed, token, language):
            continue
        if parsed.pos[token] == "PRON" and not settings.pronouns:
            continue
        head = parsed.heads[token]
        if parsed.pos[token] != "PRON" and parsed.pos[head] in NOMINAL and head not in helped:
            continue
        addressed = parsed.lowers[token] in language.address_pronouns
        subject = ADDRESSED if addressed else parsed.lemmas[token]
        pair = (subject, parsed.lemmas[head])
        first, last = min(token, head), max(token, head)
        found.setdefault(pair, (parsed.starts[first], parsed.ends[last]))
    return found


def _is_reply(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a word answers and names nothing: "ja", "nee", "unfortunately"."""
    word = parsed.lowers[token]
    return (
        parsed.pos[token] == "INTJ" or word in language.replies.yes or word in language.replies.no
    )


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> Pairs:
    """The document's pairs."""
    return pairs_of(document.parsed, language, profile.features.subject_pairs)


def measure(inputs: Inputs) -> Measurement:
    """raw = share of the answer's distinct pairs that a document also has; value = raw, smoothed.

    value = (pairs found + `prior`) / (pairs + 2 x `prior`), which a single pair cannot decide; with
    `value` = "all" it is 1.0 when every pair is found, else 0.0.
    None when the answer has fewer than `min_pairs` pairs.
    """
    settings = inputs.profile.features.subject_pairs
    mine = pairs_of(inputs.answer, inputs.language, settings)
    if len(mine) < settings.min_pairs:
        return Measurement(value=None, note="the answer has no nominal subjects")
    evidence = []
    supported = 0
    for pair, (start, end) in mine.items():
        match = _find(inputs, pair)
        supported += match is not None
        span = Span(source=ANSWER, start=start, end=end)
        evidence.append(
            judged(span, " + ".join(pair), match, holds=bool(match), rule="subject.unknown")
        )
    value = (supported + settings.prior) / (len(mine) + 2 * settings.prior)
    if settings.value == "all":
        value = float(supported == len(mine))
    return Measurement(value=value, raw=supported / len(mine), evidence=tuple(evidence))


def _find(inputs: Inputs, pair: tuple[str, str]) -> Span | None:
    for indexed in inputs.documents:
        place = indexed.indexes["subject_pairs"].get(pair)
        if place is not None:
            return Span(source=indexed.document.source, start=place[0], end=place[1])
    return None


SUBJECT_PAIRS = Feature(
    name="subject_pairs",
    title="nominal subject + verb pairs the documents also have",
    section="5.2",
    settings=SubjectPairs,
    index=index,
    measure=measure,
)
