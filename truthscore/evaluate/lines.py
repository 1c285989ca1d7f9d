"""Lines that were scored, many of them at once: what `compare`, `trend` and `documents` read.

The output of `truthscore score`, or the log of `truthscore serve`, whose lines have `time` and
`decided` and no findings. Only what is used is decoded: a hundred thousand lines of five kilobytes
take seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast

import msgspec

from truthscore.errors import InputError
from truthscore.field_names import column_of
from truthscore.formats import read_rows
from truthscore.open_files import UTF8, open_input
from truthscore.types import (
    ANSWER,
    QUESTION,
    Action,
    Detection,
    Evidence,
    Example,
    Measurement,
    MessageType,
    Role,
    Span,
    Status,
    Verdict,
)
from truthscore.verdict_line import to_dict

#: An answer below the middle of the stars is a bad one; so is one that people rated up to two.
LOW, LOW_RATING = 3.0, 2.0
T = TypeVar("T")
_SOMEWHERE = Span(source=ANSWER, start=0, end=0)
#: A feature that does not apply, and one that does, with nothing against the answer.
_NOTHING_FOUND = Measurement(value=None), Measurement(value=0.0)
#: Characters of a line, and ids, shown in an error.
SHOWN, MOST_TOLD = 60, 20


class Found(msgspec.Struct, frozen=True, gc=False):
    """One piece of evidence: `match` is (document, start, end)."""

    role: str
    label: str = ""
    match: tuple[str, int, int] | None = None
    rule: str | None = None


class Feature(msgspec.Struct, frozen=True, gc=False):
    """What one feature found; `value` is in [0, 1], None where it does not apply."""

    value: float | None = None
    evidence: tuple[Found, ...] = ()


class TypeRule(msgspec.Struct, frozen=True, gc=False):
    """Which pattern of which list decided the message type, and where in the question."""

    list: str = ""
    pattern: str = ""
    span: tuple[int, int] | None = None

    def words(self, question: str) -> str:
        """The words of the question (NFC) that the pattern matched, in small letters."""
        start, end = self.span or (0, 0)
        return " ".join(question[start:end].split()).casefold()


class ScoredLine(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One scored answer. It has the `date` and `version` of its row where the row had them.

    `time` and `decided` (allow, review, block) stand in the log of the service, in other lines of
    which `status` is that of a response.
    """

    id: str | int | None = None
    status: str | int | None = None
    reason: str | None = None
    lang: str | None = None
    score: float | None = None
    base_score: float | None = None
    message_type: str | None = None
    message_type_rule: TypeRule | None = None
    override: str | None = None
    features: dict[str, Feature] = {}
    signature: str | None = None
    judged: str | None = None
    date: str | None = None
    version: str | None = None
    time: str | None = None
    decided: Action | None = None

    @property
    def is_verdict(self) -> bool:
        """Whether the line tells of an answer; a log has other lines too."""
        return isinstance(self.status, str) or self.decided is not None


def is_low(score: float | None, rating: float | None, *, below: float = LOW) -> bool:
    """Whether an answer is a bad one: by its stars, or by what people gave it."""
    return (score is not None and score < below) or (rating is not None and rating <= LOW_RATING)


def read_lines(path: str) -> Iterator[tuple[int, ScoredLine]]:
    """The number and content of each line that was scored; see `decoded`."""
    return decoded(
        path, ScoredLine, "a line of `truthscore score` or of the log of `truthscore serve`"
    )


def decoded(path: str, kind: type[T], expected: str) -> Iterator[tuple[int, T]]:
    """The number and content of each line of a JSONL file; "-" is standard input, .gz is unpacked.

    Raises InputError for a line that is no JSON object or has a field of another kind than a `kind`
    has; `expected` says what a line should have been.
    """
    decoder = msgspec.json.Decoder(kind)
    with open_input(path) as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            try:
                yield number, decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                shown = line[:SHOWN].decode("utf-8", "replace").strip()
                raise InputError(
                    f"{path}:{number}: {error}; expected {expected}, found {shown!r}"
                ) from error


def by_id(path: str, keep: Callable[[ScoredLine], T]) -> dict[str, T]:
    """What `keep` keeps of each scored line of a file, by its id, in its order.

    Raises InputError for a line without id and status, an id that stands twice, and a file without
    lines.
    """
    found: dict[str, T] = {}
    for number, line in read_lines(path):
        if line.id is None or not isinstance(line.status, str):
            raise InputError(
                f"{path}:{number}: no 'id' and 'status'; expected the output of `truthscore score`"
            )
        name = str(line.id)
        if name in found:
            raise InputError(f"{path}:{number}: id {name!r} stands twice; give rows their own ids")
        found[name] = keep(line)
    if not found:
        raise InputError(f"{path}: no lines; expected the output of `truthscore score`")
    return found


def is_scored(path: str) -> bool:
    """Whether the first line of a file is one of `truthscore score`, and not an answer to score."""
    with open_input(path) as stream:
        for line in stream:
            if line.strip():
                try:
                    first: Any = msgspec.json.decode(line)
                except (msgspec.DecodeError, UnicodeDecodeError):
                    return False
                return isinstance(first, dict) and {"id", "status", "features"} <= first.keys()
    return False


def fields_by_id(
    path: str, field: str, mapping: Mapping[str, str] | None = None, encoding: str = UTF8
) -> dict[str, str]:
    """What a file of answers has in one field, by the id of the row; rows without it are left out.
    `mapping`: names of columns by ours; a field that it has not is also found by its usual names.

    Raises InputError for a row that cannot be read.
    """
    found: dict[str, str] = {}
    for row in read_rows(path, encoding=encoding):
        if row.data is None:
            raise InputError(row.complaint)
        exact = field in row.data and field not in (mapping or {})
        column = field if exact else column_of(row.data, field, mapping)
        if column is not None and row.data.get(column) is not None:
            named = column_of(row.data, "id", mapping)
            name = f"line{row.line}" if named is None else str(row.data[named])
            found[name] = str(row.data[column])
    return found


def refuse_others(scores: str, rows: str, others: Collection[str]) -> None:
    """Raises InputError for scores with lines of other rows than those given, by their ids."""
    if others:
        some = ", ".join(map(repr, [*others][:MOST_TOLD]))
        more = f" and {len(others) - MOST_TOLD} more" if len(others) > MOST_TOLD else ""
        raise InputError(
            f"{scores}: other answers, questions or pages than those of {rows} were scored (or the "
            f"lines do not say which) as {some}{more}; give the rows that were scored, or score "
            "these"
        )


def from_verdict(verdict: Verdict, example: Example | None = None) -> ScoredLine:
    """The line that `truthscore score` writes for a verdict."""
    return msgspec.convert(to_dict(verdict, example), ScoredLine)


def as_verdict(line: ScoredLine, roles: Collection[str]) -> Verdict:
    """As much of a verdict as a policy decides by: the evidence of some roles, without places, and
    which features apply, without their values."""
    features = {}
    for name, found in line.features.items():
        # most have none: to make a record for each of a hundred thousand lines takes seconds
        features[name] = _NOTHING_FOUND[found.value is not None]
        if not found.evidence:
            continue
        evidence = [
            Evidence(span=_SOMEWHERE, role=cast(Role, each.role), label=each.label, rule=each.rule)
            for each in found.evidence
            if each.role in roles
        ]
        if evidence:
            features[name] = replace(features[name], evidence=tuple(evidence))
    return Verdict(
        id=str(line.id),
        status=cast(Status, line.status or "error"),
        reason=line.reason,
        detection=None
        if line.message_type is None
        else Detection(type=cast(MessageType, line.message_type)),
        score=line.score,
        override=line.override,
        features=features,
    )


def pages_of(line: ScoredLine) -> tuple[str, ...]:
    """The pages that an answer rests on or contradicts: the one that has the places for most of
    what was found in it, and each that speaks against it. A page that was only retrieved beside
    them is none."""
    rests: Counter[str] = Counter()
    against: dict[str, None] = {}
    for feature in line.features.values():
        for each in feature.evidence:
            if each.match is None or each.match[0] in (ANSWER, QUESTION):
                continue
            if each.role == "contradicts":
                against[each.match[0]] = None
            else:
                rests[each.match[0]] += 1
    if rests:
        best = min(rests, key=lambda page: (-rests[page], page))
        against = {best: None, **against}
    return tuple(against)


def invented(line: ScoredLine) -> tuple[str, ...]:
    """The names in an answer that exist nowhere."""
    return tuple(
        dict.fromkeys(
            each.label
            for feature in line.features.values()
            for each in feature.evidence
            if each.role == "missing"
        )
    )
