"""From a row as other tools write it to an `Example`: aliases, shapes, and clear refusals."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, cast, get_args

import regex

from truthscore.errors import InputError, did_you_mean
from truthscore.field_names import canonical, listed
from truthscore.page_name import by_place
from truthscore.text import record as records
from truthscore.text import translation
from truthscore.text.markup import normalise, whole_characters
from truthscore.types import ANSWER, MESSAGE_TYPES, QUESTION, ContextDocument, DocumentKind, Example

#: A system prompt among the context is shown but never evidence: it is not documentation.
_WITH_COMMA = regex.compile(r"\s*\d{1,3},\d{1,2}\s*")
_PROMPT_NAME = regex.compile(r"system[\s_-]*prompt|systeemprompt", regex.IGNORECASE)
_DOCUMENT_FIELDS = ("id", "title", "text", "kind", "fields", "roles", "lang")
#: What others call a document's text, title, id and language.
_DOCUMENT_ALIASES = {
    "page_content": "text", "content": "text", "context": "text", "source": "id", "doc_id": "id",
    "name": "title", "language": "lang",
}  # fmt: skip
_DOCUMENT_PASSED_OVER = frozenset({"metadata", "meta", "score", "url"})
STARS = (1.0, 5.0)


def example_from(
    row: Mapping[str, Any],
    *,
    default_id: str,
    mapping: Mapping[str, str] | None = None,
    ignore_unknown: bool = False,
) -> Example:
    """The example in `row`, whose keys may be any of `FIELDS`' names or renamed by `mapping`.

    `mapping` goes from our name to the row's. Raises InputError (without file and line: the
    reader adds them) for an unknown or doubled field, a missing answer, a wrong shape, or a
    rating that is no number from 1 to 5.
    """
    named = canonical(row, mapping or {}, ignore_unknown)
    if "answer" not in named:
        raise InputError(
            f"field 'answer' is missing (found {listed(row)}); expected the chatbot's answer as "
            "text; if it has another name, say --map answer=NAME"
        )
    question = _text(named.get("question"), "question")
    answer = _text(named["answer"], "answer")
    context = documents(named.get("context"))
    return Example(
        id=_identifier(named.get("id"), default_id),
        question=question,
        answer=answer,
        context=context,
        lang=_text(named.get("lang"), "lang").lower() or None,
        rating=_rating(named.get("rating")),
        gold_type=_message_type(named.get("message_type")),
        translation=translation.read(row.get("translation"), question, answer, context),
        date=_said(named.get("date")),
        version=_said(named.get("version")),
    )


def example_of_call(*, question: Any, answer: Any, context: Any, id: Any, lang: Any) -> Example:
    """The example of a call from Python. Raises InputError for what is not of the right kind,
    saying which argument, what was found and what was expected."""
    for name, value in (("question", question), ("answer", answer), ("id", id)):
        if not isinstance(value, str):
            raise InputError(f"{name!r} is {_type_of(value)}; expected a text (str)")
    if lang is not None and not isinstance(lang, str):
        raise InputError(f"'lang' is {_type_of(lang)}; expected a language code (str) or None")
    return Example(
        id=whole_characters(id),
        question=question,
        answer=answer,
        context=documents(context),
        lang=lang,
    )


def documents(context: Any) -> tuple[ContextDocument, ...]:
    """Context documents from one text, a list of texts, or a list of objects with `text`.

    Objects may also have `id`, `title`, `kind` ("page", "record", "prompt" or "answer"), `roles`
    (of the users who may see it) and `lang` (a language code). A record has `fields` instead of
    `text`. Documents without an id are called doc1, doc2, ... by their place. A text that is a JSON
    list (as in CSV) is read as that list.

    Raises InputError for another shape, saying which document and what was found.
    """
    if context is None:
        return ()
    if isinstance(context, ContextDocument | Mapping):
        context = [context]
    if isinstance(context, str):
        context = _from_text(context)
    if not isinstance(context, Iterable) or isinstance(context, bytes):
        raise InputError(
            f"field 'context' is {_kind(context)}; expected a text, a list of texts, or a list of "
            "objects with 'text' (and 'id', 'title')"
        )
    made = [_document(item, place) for place, item in enumerate(context, start=1)]
    return _unique(made)


def _identifier(value: Any, default: str) -> str:
    if value is None or value == "":
        return default
    if isinstance(value, str | int):
        return whole_characters(str(value))
    raise InputError(f"field 'id' is {_kind(value)}; expected a text or a whole number")


def _text(value: Any, field: str) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, str):
        return whole_characters(value)
    raise InputError(f"field {field!r} is {_kind(value)}; expected a text")


def _said(value: Any) -> str | None:
    """What a row says of itself, as text. A shape that is no text, number or date is read past:
    nothing is decided by it, and other tools keep whole records under such names."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bool) or not isinstance(value, str | int | float) or value != value:
        return None
    return whole_characters(str(value)) or None


def number(value: Any) -> Any:
    """A number as a table has it: "4,5" is 4.5. No scale of ratings has thousands."""
    if isinstance(value, str) and _WITH_COMMA.fullmatch(value):
        return value.replace(",", ".")
    return value


def _rating(value: Any) -> float | None:
    if value is None or value == "":
        return None
    try:
        rating = float(number(value))
    except (TypeError, ValueError, OverflowError):
        rating = math.nan
    if isinstance(value, bool) or not STARS[0] <= rating <= STARS[1]:
        raise InputError(
            f"field 'rating' is {value!r}; expected a number from 1 (untrue) to 5 (true), "
            "or nothing"
        )
    return rating


def _message_type(value: Any) -> Any:
    if value is None or value == "":
        return None
    if value in MESSAGE_TYPES:
        return value
    raise InputError(
        f"field 'message_type' is {value!r}; expected one of {', '.join(MESSAGE_TYPES)}"
        f"{did_you_mean(str(value), MESSAGE_TYPES)}"
    )


def _from_text(context: str) -> list[Any]:
    if context.lstrip().startswith(("[", "{")):
        try:
            decoded = json.loads(context)
        except (ValueError, RecursionError):
            return [context]  # a text that happens to start with a bracket
        return [decoded] if isinstance(decoded, dict) else list(decoded)
    return [context] if context.strip() else []


def _document(item: Any, place: int) -> ContextDocument:
    if isinstance(item, ContextDocument):
        return item
    if isinstance(item, str):
        return ContextDocument(id=by_place(place), text=normalise(item))
    if not isinstance(item, Mapping):
        raise InputError(
            f"context document {place} is {_kind(item)}; expected a text or an object with 'text' "
            "(and 'id', 'title')"
        )
    named = {_DOCUMENT_ALIASES.get(str(key), str(key)): value for key, value in item.items()}
    unknown = [
        key for key in named if key not in _DOCUMENT_FIELDS and key not in _DOCUMENT_PASSED_OVER
    ]
    if unknown:
        raise InputError(
            f"context document {place}: field {unknown[0]!r} is not known"
            f"{did_you_mean(unknown[0], _DOCUMENT_FIELDS)} (fields: {', '.join(_DOCUMENT_FIELDS)})"
        )
    if "fields" in named:
        return _record(named, place)
    if not isinstance(named.get("text"), str):
        raise InputError(
            f"context document {place}: 'text' is {_kind(named.get('text'))}; expected a text"
        )
    title = _text(named.get("title"), "title")
    id_ = _identifier(named.get("id"), by_place(place))
    return ContextDocument(
        id=id_,
        title=normalise(title),
        text=normalise(named["text"]),
        kind=_kind_of(named, id_, title),
        roles=roles_of(named.get("roles"), id_),
        lang=language_of(named.get("lang"), f"context document {id_!r}"),
    )


def _record(named: Mapping[str, Any], place: int) -> ContextDocument:
    """A customer's record, as the text that findings point at; hidden fields are left behind."""
    where = f"context document {place}"
    if named.get("kind", "record") != "record":
        raise InputError(f"{where}: 'fields' belong to kind 'record', not {named['kind']!r}")
    if "text" in named:
        raise InputError(
            f"{where}: a record has 'fields' and no 'text' of its own; leave one of them out"
        )
    fields = records.read(named.get("fields"), where)
    id_ = _identifier(named.get("id"), f"record{place}")
    return ContextDocument(
        id=id_,
        title=normalise(_text(named.get("title"), "title")),
        text=normalise(records.render(fields)),
        kind="record",
        roles=roles_of(named.get("roles"), id_),
        lang=language_of(named.get("lang"), f"context document {id_!r}"),
    )


def language_of(value: Any, where: str) -> str | None:
    """A language code as it is given with a document, in small letters; None where there is none.

    Raises InputError for anything but a text, with `where` the document stands.
    """
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, str):
        return value.strip().lower() or None
    raise InputError(
        f"{where}: 'lang' is {_kind(value)}; expected a language code such as 'nl', or leave it "
        "out and the language is recognised"
    )


def roles_of(roles: Any, id_: str) -> tuple[str, ...] | None:
    """The roles of a document; None: everybody may see it, an empty list: nobody."""
    if roles is None:
        return None
    if isinstance(roles, str):
        return (roles,)
    if isinstance(roles, list | tuple | set | frozenset) and all(
        isinstance(role, str) for role in roles
    ):
        return tuple(sorted(roles))
    raise InputError(
        f"context document {id_!r}: 'roles' is {_kind(roles)}; expected a list of role names"
    )


def _kind_of(named: Mapping[str, Any], id_: str, title: str) -> DocumentKind:
    kind = named.get("kind")
    if kind is None:
        is_prompt = _PROMPT_NAME.fullmatch(id_) or _PROMPT_NAME.fullmatch(title)
        return "prompt" if is_prompt else "page"
    for known in get_args(DocumentKind):
        if kind == known:
            return cast("DocumentKind", known)
    raise InputError(
        f"context document {id_!r}: 'kind' is {kind!r}; expected 'page', 'record', 'prompt' or "
        "'answer'"
    )


def _unique(made: Sequence[ContextDocument]) -> tuple[ContextDocument, ...]:
    """Each source has one name, so that a span is never ambiguous: a taken one gets `#2`."""
    taken = {QUESTION, ANSWER}
    texts: set[tuple[str, str]] = set()
    unique = []
    for document in made:
        if (document.id, document.text) in texts:
            continue
        texts.add((document.id, document.text))
        name, count = document.id, 1
        while name in taken:
            count += 1
            name = f"{document.id}#{count}"
        taken.add(name)
        unique.append(document if name == document.id else replace(document, id=name))
    return tuple(unique)


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", bool: "true/false", type(None): "missing"}
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return names.get(
            type(value), f"of type {type(value).__name__}"
        )  # what it holds may be private
    return f"{value!r}"


def _type_of(value: Any) -> str:
    return "None" if value is None else f"of type {type(value).__name__}"
