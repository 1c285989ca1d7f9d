"""The `translation` of a row: written by `truthscore translate`, read back, and led back by.

A finding in the translation is shown on the sentence of the given text that it stands for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from truthscore.errors import InputError
from truthscore.text.markup import normalise
from truthscore.types import (
    ANSWER,
    QUESTION,
    ContextDocument,
    Example,
    Span,
    TranslatedText,
    Translation,
)

#: `status` of a row's translation.
TRANSLATED, FAILED = "translated", "failed"
#: Hexadecimal digits that say which text a translation is of.
_DIGITS = 12
_AGAIN = "translate the file again"


def write(made: Translation, originals: Mapping[str, str]) -> dict[str, Any]:
    """A translation as plain data; `originals` maps "question", "answer" and ids to given texts."""
    return {
        "status": TRANSLATED,
        "from": made.source,
        "to": made.target,
        "provider": made.provider,
        "version": made.version,
        "date": made.date,
        "question": _write(made.question, originals["question"]),
        "answer": _write(made.answer, originals["answer"]),
        "context": [
            {"id": id_, "title": title, **_write(text, originals[id_])}
            for id_, (title, text) in made.context.items()
        ],
    }


def read(
    found: Any, question: str, answer: str, context: Sequence[ContextDocument]
) -> Translation | None:
    """The translation in a row; None when there is none, when it failed, or it is another tool's.

    Raises InputError when it is of other texts than the row has, or broken.
    """
    if not isinstance(found, Mapping) or found.get("status") != TRANSLATED:
        return None
    try:
        texts = {str(each["id"]): each for each in found["context"]}
        return Translation(
            source=str(found["from"]),
            target=str(found["to"]),
            provider=str(found["provider"]),
            version=str(found["version"]),
            date=str(found["date"]),
            question=_read(found["question"], question, "question"),
            answer=_read(found["answer"], answer, "answer"),
            context={
                page.id: (
                    str(texts[page.id]["title"]),
                    _read(texts[page.id], page.text, f"document {page.id!r}"),
                )
                for page in context
                if page.kind == "page"
            },
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"field 'translation' lacks or has a broken {error}; expected what `truthscore "
            f"translate` writes: {_AGAIN}"
        ) from error


def as_example(example: Example, made: Translation) -> Example:
    """The example in its translation, without a translation of its own."""
    context = tuple(
        replace(
            page,
            title=made.context[page.id][0],
            text=made.context[page.id][1].text,
            lang=page.lang and made.target,
        )
        if page.id in made.context
        else page
        for page in example.context
    )
    return replace(
        example,
        question=made.question.text,
        answer=made.answer.text,
        context=context,
        translation=None,
    )


def text_of(made: Translation, source: str) -> TranslatedText:
    """The translated text that spans call `source`."""
    if source == QUESTION:
        return made.question
    return made.answer if source == ANSWER else made.context[source][1]


def original(text: TranslatedText, span: Span) -> Span:
    """The sentences of the given text that `span` of the translation stands for.

    What stands between sentences (a list's marker) is the sentence behind it; a span of a text
    without any sentence is empty.
    """
    met = [
        (start, end)
        for start, end, here, there in text.sentences
        if here < max(span.end, span.start + 1) and span.start < there
    ]
    if not met:
        met = [(start, end) for start, end, here, _ in text.sentences if here >= span.start][:1]
    if not met:
        return Span(source=span.source, start=0, end=0)
    return Span(source=span.source, start=met[0][0], end=max(end for _, end in met))


def _write(made: TranslatedText, given: str) -> dict[str, Any]:
    return {
        "text": made.text, "of": _digest(given), "sentences": [list(one) for one in made.sentences]
    }  # fmt: skip


def _read(found: Mapping[str, Any], given: str, name: str) -> TranslatedText:
    if found["of"] != _digest(given):
        raise InputError(f"the translation of the {name} is of another text; {_AGAIN}")
    text = found["text"]
    length = len(normalise(given))
    sentences = []
    for start, end, here, there in found["sentences"]:
        if not 0 <= start <= end <= length or not 0 <= here <= there <= len(text):
            raise ValueError(f"sentence of the {name}")
        sentences.append((int(start), int(end), int(here), int(there)))
    return TranslatedText(text=str(text), sentences=tuple(sentences))


def _digest(given: str) -> str:
    return hashlib.sha256(normalise(given).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
