"""The bytes of a parsed page: msgpack for what was found in it, columns of numbers for its tokens.

Reading them runs nothing and looks nothing up: what may stand in a file is told by the types of
`IndexedDocument`'s parts, and a file of anything else is refused. Words are written once and stand
for themselves by number, so that they are one object each when they are read (`model.shared`).
"""

from __future__ import annotations

import functools
import re
import typing
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import numpy as np

from truthscore.features import FEATURES, IndexedDocument
from truthscore.features.base import BLOCKS, FRAMES, PARTS, PASSAGES
from truthscore.text.alignment import PassageIndex, passage_index
from truthscore.text.frames import PageFrames
from truthscore.text.model import Block, Numbers, ParsedDocument, ParsedText, shared, shared_numbers
from truthscore.text.postings import Postings
from truthscore.text.scopes import PageParts

#: Kind and size of the numbers an index may have in an array: whole ones, no objects.
_NUMPY_KINDS = re.compile(r"[<>|][iu][1248]")
_ARRAY_KINDS = frozenset("bBhHiIlLqQ")
#: Tokens of a text are numbered from 0, so four bytes are enough.
_COLUMN = np.dtype("<u4")
#: What a file makes of memory is bounded by its bytes, but for containers: an empty one is one byte
#: of a file and up to 216 of memory. Of the bytes of a page 4 % may begin one.
MAX_CONTAINER_SHARE = 0.1
_CONTAINERS = tuple(range(0x80, 0xA0))


class _Tokens(msgspec.Struct, array_like=True):
    """The columns of a `ParsedText`; words, lemmas and labels are places in `_Page.words`."""

    starts: bytes
    ends: bytes
    lowers: bytes
    lemmas: bytes
    pos: bytes
    deps: bytes
    heads: bytes
    stops: bytes
    sentences: bytes
    blocks: tuple[Block, ...]


class _Passages(msgspec.Struct, array_like=True):
    """The words of all sentences in a row, as places in `_Page.words`, and how many each has."""

    words: bytes
    counts: bytes


class _Page(msgspec.Struct, array_like=True):
    source: str
    title: str
    text: str
    words: tuple[str, ...]
    tokens: _Tokens
    passages: _Passages | None
    indexes: dict[str, msgspec.Raw]


def encode(indexed: IndexedDocument) -> bytes:
    """The bytes of a parsed page. Raises ValueError for a page that has no place in a file.

    (Half of a pair of surrogates, a number of more than 64 bits.)
    """
    document, parsed = indexed.document, indexed.document.parsed
    places: dict[str, int] = {}

    def numbers(words: Iterable[str]) -> bytes:
        return _column(places.setdefault(word, len(places)) for word in words)

    tokens = _Tokens(
        starts=_column(parsed.starts),
        ends=_column(parsed.ends),
        lowers=numbers(parsed.lowers),
        lemmas=numbers(parsed.lemmas),
        pos=numbers(parsed.pos),
        deps=numbers(parsed.deps),
        heads=_column(parsed.heads),
        stops=bytes(parsed.stops),
        sentences=_column(edge for sentence in parsed.sentences for edge in sentence),
        blocks=parsed.blocks,
    )
    indexes = dict(indexed.indexes)
    found: PassageIndex | None = indexes.pop(PASSAGES, None)
    passages = None
    if found is not None:
        passages = _Passages(
            words=numbers(word for words in found.words for word in words),
            counts=_column(map(len, found.words)),
        )
    encoder = msgspec.msgpack.Encoder(enc_hook=_packed)
    try:
        return encoder.encode(
            _Page(
                source=document.source,
                title=document.title,
                text=parsed.text,
                words=tuple(places),
                tokens=tokens,
                passages=passages,
                indexes={name: msgspec.Raw(encoder.encode(each)) for name, each in indexes.items()},
            )
        )
    except (OverflowError, UnicodeEncodeError) as error:
        raise ValueError(f"the page cannot be written: {error}") from error


def decode(packed: bytes) -> IndexedDocument:
    """The page that `encode` made the bytes of. Raises ValueError for bytes of anything else."""
    _check_containers(packed)
    try:
        page = _page_decoder().decode(packed)
        words = shared(page.words)
        parsed = _parsed(page, words)
        indexes = {name: _decoder(name).decode(raw) for name, raw in page.indexes.items()}
        if page.passages is not None:
            said = _words_of_sentences(page.passages, words)
            indexes[PASSAGES] = passage_index(parsed, said)
    except (msgspec.DecodeError, TypeError, LookupError, RecursionError) as error:
        raise ValueError(f"no parsed page: {error}") from error
    document = ParsedDocument(source=page.source, title=page.title, parsed=parsed)
    return IndexedDocument(document=document, indexes=indexes)


def _parsed(page: _Page, words: tuple[str, ...]) -> ParsedText:
    tokens = page.tokens
    edges = _numbers(tokens.sentences)
    columns: dict[str, Any] = {}
    for name in ("starts", "ends", "heads"):
        columns[name] = shared_numbers(_numbers(getattr(tokens, name)))
    for name in ("lowers", "lemmas", "pos", "deps"):
        columns[name] = tuple(map(words.__getitem__, _numbers(getattr(tokens, name))))
    columns["stops"] = tuple(map(bool, tokens.stops))
    if len(set(map(len, columns.values()))) > 1:
        raise ValueError("no parsed page: its columns differ in length")
    return ParsedText(
        text=page.text,
        sentences=tuple(zip(edges[::2], edges[1::2], strict=True)),
        blocks=page.tokens.blocks,
        **columns,
    )


def _words_of_sentences(passages: _Passages, words: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    row = [words[place] for place in _numbers(passages.words)]
    found, start = [], 0
    for count in _numbers(passages.counts):
        found.append(frozenset(row[start : start + count]))
        start += count
    return tuple(found)


def _column(numbers: Iterable[int]) -> bytes:
    return np.fromiter(numbers, _COLUMN).tobytes()


def _numbers(column: bytes) -> list[int]:
    found: list[int] = np.frombuffer(column, _COLUMN).tolist()
    return found


def _check_containers(packed: bytes) -> None:
    """Raises ValueError for bytes that would be mostly empty lists and mappings."""
    counted = np.bincount(np.frombuffer(packed, np.uint8), minlength=256)
    if counted[list(_CONTAINERS)].sum() > MAX_CONTAINER_SHARE * len(packed):
        raise ValueError("no parsed page: it is made of empty containers")


@functools.cache
def _page_decoder() -> msgspec.msgpack.Decoder[_Page]:
    return msgspec.msgpack.Decoder(_Page)


@functools.cache
def _decoder(name: str) -> msgspec.msgpack.Decoder[Any]:
    """The decoder of an index. Raises LookupError for one that nobody makes."""
    return msgspec.msgpack.Decoder(_types()[name], dec_hook=_unpacked)


@functools.cache
def _types() -> Mapping[str, Any]:
    """What each index is: what the function that makes it says it returns."""
    made = {each.name: each.index for each in FEATURES if each.index is not None}
    types = {name: typing.get_type_hints(index)["return"] for name, index in made.items()}
    return {**types, FRAMES: PageFrames, PARTS: PageParts, BLOCKS: dict[str, int]}


def _packed(value: Any) -> Any:
    """What stands in a file for a value that msgpack does not know."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, array):
        return value.typecode, value.tobytes()
    if isinstance(value, range):
        return value.start, value.stop
    if isinstance(value, Postings):
        return value.packed()
    raise TypeError(f"{type(value).__name__} has no place in a parsed page")


def _unpacked(kind: Any, value: Any) -> Any:
    """The value of a type that msgpack does not know."""
    plain = typing.get_origin(kind) or kind
    if plain is np.ndarray:
        dtype, shape, raw = msgspec.convert(value, tuple[str, tuple[int, ...], bytes])
        if not _NUMPY_KINDS.fullmatch(dtype):
            raise ValueError(f"no parsed page: an array of {dtype!r}")
        return np.frombuffer(raw, dtype).reshape(shape)
    if plain is array:
        return _array(*msgspec.convert(value, tuple[str, bytes]))
    if plain is range:
        return range(*msgspec.convert(value, tuple[int, int]))
    if plain is Counter:
        return Counter(msgspec.convert(value, dict[str, int]))
    if plain is Postings:
        words, ends, at = msgspec.convert(value, tuple[str, tuple[str, bytes], tuple[str, bytes]])
        return Postings.unpacked(words, _array(*ends), _array(*at))
    raise TypeError(f"{kind} has no place in a parsed page")


def _array(kind: str, raw: bytes) -> Numbers:
    if kind not in _ARRAY_KINDS:
        raise ValueError(f"no parsed page: an array of {kind!r}")
    return array(kind, raw)
