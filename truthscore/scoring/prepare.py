"""What of a row is read, and why a row is not scored."""

from __future__ import annotations

from collections.abc import Sequence

from truthscore import deadline
from truthscore.detect import detect
from truthscore.language import LanguagePack
from truthscore.scoring.setup import AUTO, Setup
from truthscore.scoring.texts import Abroad, Ready, Texts, texts_of, with_answer
from truthscore.scoring.verdicts import as_given
from truthscore.stars import NO_SIGNS, UNSEEN
from truthscore.text import langid, vectors
from truthscore.text.capitals import recased
from truthscore.text.component_lists import rules_for
from truthscore.text.json_places import places
from truthscore.text.lines import joined, lacks_signs, parted
from truthscore.text.marked import is_marked_by_word
from truthscore.text.readable import closed_up
from truthscore.text.refusal import refusal
from truthscore.text.small_talk import is_small_talk
from truthscore.text.spelling import corrected
from truthscore.text.splices import unspliced
from truthscore.types import REFUSAL, ContextDocument, Detection, Example, Verdict


def prepare(example: Example, setup: Setup, lang: str | None = None) -> Ready | Verdict:
    """What a row needs to be scored, or the verdict that says why it is not.

    `lang`: its language, where that is known.
    """
    deadline.check()
    texts = texts_of(example, setup.profile.score.evidence)
    question, answer = texts.question.text, texts.answer.text
    lang = lang or language(example, question, answer, setup)
    if lang is None or lang not in setup.parsers:
        return Verdict(id=example.id, status="not_scored", reason="language", lang=lang)
    short = len(question) <= setup.profile.limits.max_question_chars
    detection = detect(question, setup.packs[lang], setup.profile) if short else None
    reason = _why_not(texts, setup.packs[lang], setup)
    if reason is None and detection is not None:
        found = _stars_for(texts, detection, lang, setup)
        if not isinstance(found, str):
            declines, abroad = found
            return _ready(example, lang, texts, detection, setup, declines, abroad)
        reason = found
    verdict = Verdict(
        id=example.id,
        status="not_scored",
        reason=reason,
        lang=lang,
        detection=detection,
        signature=setup.signatures[lang],
    )
    return as_given(verdict, texts.changed)


def language(example: Example, question: str, answer: str, setup: Setup) -> str | None:
    """The language of a row; None where it cannot be told."""
    if setup.lang != AUTO:
        return setup.lang
    if example.lang:
        return example.lang.lower().partition("-")[0]
    return langid.identify(answer, question, *(page.text for page in example.context))


def _why_not(texts: Texts, pack: LanguagePack, setup: Setup) -> str | None:
    """The reason for which texts are not scored; None where there is none in them."""
    limits, answer = setup.profile.limits, texts.answer.text
    if not answer.strip():
        return "empty_answer"
    if len(texts.question.text) > limits.max_question_chars:
        return "question_too_long"
    if len(answer) > limits.max_answer_chars:
        return "answer_too_long"
    if setup.profile.score.small_talk != "score" and is_small_talk(
        answer, pack, texts.question.text
    ):
        return "small_talk"
    if not texts.pages:
        return "no_context"
    if sum(len(page.text) for page in texts.pages) > limits.max_context_chars:
        return "context_too_long"
    return None


def _stars_for(
    texts: Texts, detection: Detection, lang: str, setup: Setup
) -> tuple[bool, Abroad | None] | str:
    """Whether an answer declines, and its pages in another language; or why it gets no stars."""
    score = setup.profile.score
    if score.refusals != "score" and refusal(
        texts.answer.text, texts.question.text, setup.packs[lang]
    ):
        declines = detection.type in score.types and score.refused(lang) is not None
        return (True, None) if declines else REFUSAL
    all_read, abroad = _abroad(lang, texts.pages, setup)
    if not all_read:
        return "language"
    if detection.type not in score.types:
        return "message_type"
    return False, abroad


def _abroad(
    lang: str, pages: Sequence[ContextDocument], setup: Setup
) -> tuple[bool, Abroad | None]:
    """Whether pages can be read for an answer in `lang`, and those in another language among
    them."""
    # A record is in no language, given as one or as JSON: its labels may be in several, its values
    # in none.
    pages = [page for page in pages if page.kind != "record" and not places(page.text)]
    whole, told = langid.of_pages(lang, [(page.lang, page.text) for page in pages])
    settings = setup.profile.across
    if settings is None:
        return not whole, None
    found = sorted({each for each in told if each is not None} - {lang})
    if not found:
        return True, None
    other = found[0]
    joint = vectors.load(lang, other) if len(found) == 1 and other in setup.parsers else None
    if joint is None:
        return False, None
    theirs = (page for page, each in zip(pages, told, strict=True) if whole or each == other)
    return True, Abroad(other, tuple(theirs), joint, settings)


def _ready(
    example: Example,
    lang: str,
    texts: Texts,
    detection: Detection,
    setup: Setup,
    declines: bool,
    abroad: Abroad | None,
) -> Ready:
    """A row with its answer as it is measured: closed up, spelt and with a capital on its names."""
    rules = rules_for(setup.packs[lang], setup.profile)
    pages = [page.text for page in texts.pages]
    whole = joined(texts.answer.text, rules.hanging, rules.small_words)
    whole = unspliced(parted(whole, pages), rules.small_words)
    texts = with_answer(texts, closed_up(texts.answer, whole))
    question = texts.question.text
    some_at_home = abroad is None or len(abroad.pages) < len(pages)
    same = pages if some_at_home else []  # spelt in this language
    answer = corrected(texts.answer.text, (question, *same), lang)
    written = recased(answer, pages, rules, setup.profile.reading)
    unread = UNSEEN if texts.answer.unseen else None
    reading = setup.profile.reading
    if unread is None and (
        lacks_signs(answer, rules.small_words, reading)
        or is_marked_by_word(answer, reading.marked_by_word)
    ):
        unread = NO_SIGNS
    return Ready(
        example=example,
        lang=lang,
        question=question,
        answer=written.said,
        pages=texts.pages,
        detection=detection,
        changed=texts.changed,
        named=written.named,
        unread=unread,
        declines=declines,
        abroad=abroad,
    )
