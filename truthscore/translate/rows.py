"""One row at a time: its texts in sentences, translated, put together again and counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from truthscore.text import langid
from truthscore.text.edits import Readable
from truthscore.text.markup import blocks, normalise
from truthscore.text.readable import readable
from truthscore.translate.client import Client
from truthscore.translate.protect import (
    Protected,
    codes,
    labels,
    numbers,
    pieces,
    protect,
    rejoin,
    restore,
)
from truthscore.translate.sentences import sentences
from truthscore.types import (
    ANSWER,
    QUESTION,
    ContextDocument,
    Example,
    Span,
    TranslatedText,
    Translation,
)

#: A label may hold a label ("**“Save”**"); no name is nested deeper.
_DEPTH = 4


@dataclass(frozen=True, slots=True)
class MadeText:
    """A translated text, the last day on which a sentence of it was translated, what it lost."""

    text: TranslatedText
    date: str
    lost: tuple[str, ...]


class Texts:
    """Every distinct text of a run, translated once and put together once."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._made: dict[str, MadeText] = {}

    def translate(self, texts: Sequence[str]) -> list[MadeText]:
        """Raises TextFailedError or StoppedError (what came until then is remembered)."""
        new = [text for text in dict.fromkeys(texts) if text not in self._made]
        _learn(self.client, new)
        for text in new:
            made, dates = _translated(text, self.client)
            found = tuple(lost(normalise(text), made.text))
            self._made[text] = MadeText(made, max(dates, default=""), found)
        return [self._made[text] for text in texts]


def translate_row(
    example: Example, texts: Texts, *, source: str, target: str, provider: str, version: str
) -> tuple[Translation, tuple[str, ...]]:
    """The translation of every text of a row, and what was lost on the way, per text; a page that
    is in `target` already stays as it is.

    Raises TextFailedError or StoppedError (what was translated until then is remembered).
    """
    pages = [page for page in example.context if page.kind == "page"]
    kept = _in_target(pages, source, target)
    sent = [page for page in pages if page.id not in kept]
    names = [QUESTION, ANSWER, *(page.id for page in sent)]
    given = [example.question, example.answer, *(page.text for page in sent)]
    found = texts.translate([*given, *(page.title for page in sent)])
    made = dict(zip(names, found, strict=False))
    titles = {page.id: each.text.text for page, each in zip(sent, found[len(names) :], strict=True)}
    translation = Translation(
        source=source,
        target=target,
        provider=provider,
        version=version,
        date=max((each.date for each in found), default=""),
        question=made[QUESTION].text,
        answer=made[ANSWER].text,
        context={
            page.id: kept[page.id] if page.id in kept else (titles[page.id], made[page.id].text)
            for page in pages
        },
    )
    warnings = tuple(f"{name}: {what}" for name, each in made.items() for what in each.lost)
    return translation, warnings


def _in_target(
    pages: Sequence[ContextDocument], source: str, target: str
) -> Mapping[str, tuple[str, TranslatedText]]:
    """The title and text of each page that need no translation, by its id."""
    seen = [readable(normalise(page.text)) for page in pages]
    told = langid.of_pages(
        source, [(page.lang, each.text) for page, each in zip(pages, seen, strict=True)]
    )[1]
    return {
        page.id: (normalise(page.title), _as_it_is(each))
        for page, each, code in zip(pages, seen, told, strict=True)
        if code == target
    }


def _as_it_is(seen: Readable) -> TranslatedText:
    aligned = []
    for sentence in sentences(seen.text):
        span = seen.original(Span(source="", start=sentence.start, end=sentence.end))
        aligned.append((span.start, span.end, sentence.start, sentence.end))
    return TranslatedText(text=seen.text, sentences=tuple(aligned))


def lost(before: str, after: str) -> list[str]:
    """What a translation has more or less of than its text: steps, labels, numbers, codes."""
    found = []
    steps = [[block.number for block in blocks(text) if block.kind == "step"]
             for text in (before, after)]  # fmt: skip
    if steps[0] != steps[1]:
        found.append(f"{len(steps[0])} steps, {len(steps[1])} in the translation")
    names = labels(before), labels(after)
    if names[0] != names[1]:
        found.append(f"{names[0]} labels, {names[1]} in the translation")
    for what, count in (("numbers", numbers), ("error codes", codes)):
        old, new = count(before), count(after)
        if gone := sorted((old - new).elements()):
            found.append(f"{what} lost: {', '.join(gone)}")
        if more := sorted((new - old).elements()):
            found.append(f"{what} added: {', '.join(more)}")
    return found


def _learn(client: Client, texts: Sequence[str]) -> None:
    """Ask for everything these texts need; first as a whole, then what lost its placeholders."""
    asked = [
        each
        for text in texts
        for sentence in sentences(readable(normalise(text)).text)
        for each in _protected(sentence.text)
        if each.speaks
    ]
    client.learn([each.text for each in asked])
    torn = [each for each in asked if _is_torn(each, client.known(each.text).text)]
    client.learn([piece for each in torn for piece in pieces(each)])


def _protected(text: str, depth: int = 0) -> list[Protected]:
    """A sentence as it is sent, and the labels in it, each by itself."""
    found = [protect(text)]
    if depth < _DEPTH:
        for kept in found[0].kept:
            if kept.inner:
                found += _protected(kept.inner, depth + 1)
    return found


def _is_torn(each: Protected, translated: str) -> bool:
    """Whether a translation has lost placeholders."""
    return restore(translated, each, lambda label: label) is None


def _translated(text: str, client: Client) -> tuple[TranslatedText, list[str]]:
    """A text put together from its sentences, and the days on which they were translated."""
    seen = readable(normalise(text))
    dates: list[str] = []
    made: list[str] = []
    aligned: list[tuple[int, int, int, int]] = []
    position = length = 0
    for sentence in sentences(seen.text):
        between = seen.text[position : sentence.start]
        translation = normalise(_put_together(sentence.text, client, dates)).replace("\n", " ")
        here = length + len(between)
        length = here + len(translation)
        made += (between, translation)
        span = seen.original(Span(source="", start=sentence.start, end=sentence.end))
        aligned.append((span.start, span.end, here, length))
        position = sentence.end
    made.append(seen.text[position:])
    # NFC, as every offset of ours: a provider may write accents apart.
    whole = "".join(made)
    return TranslatedText(text=whole, sentences=tuple(aligned)), dates


def _put_together(text: str, client: Client, dates: list[str], depth: int = 0) -> str:
    protected = protect(text)

    def inner(label: str) -> str:
        return label if depth >= _DEPTH else _put_together(label, client, dates, depth + 1)

    if not protected.speaks:
        return _capital(text, restore(protected.text, protected, inner) or text)
    found = client.known(protected.text)
    dates.append(found.date)
    made = restore(found.text, protected, inner)
    if made is None:
        # Braces that a provider adds to a piece would be a placeholder too many.
        whole = rejoin(
            protected,
            lambda piece: client.known(piece).text.replace("{", "(").replace("}", ")"),
        )
        made = restore(whole, protected, inner)
    return _capital(text, text if made is None else made)


def _capital(given: str, made: str) -> str:
    """`made` with a capital where `given` has one: a line in lower case goes on with the last."""
    made = made.strip()
    first = next((c for c in given if c.isalpha()), "")
    place = next((at for at, c in enumerate(made) if c.isalpha()), None)
    if place is None or not first.isupper() or made[:place].strip(" *_\"'“„«‘(["):
        return made
    return made[:place] + made[place].upper() + made[place + 1 :]
