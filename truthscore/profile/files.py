"""Profiles from their files: what extends what, and words for what is wrong with one."""

from __future__ import annotations

import functools
import os
import tomllib
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, get_args

import regex
from pydantic import ValidationError

from truthscore import resources
from truthscore.errors import ProfileError, ResourceError, did_you_mean
from truthscore.profile.guard import Policy
from truthscore.profile.score import TranslationMode, TypeScore
from truthscore.profile.section import Section
from truthscore.profile.settings import ComponentPattern, Profile
from truthscore.signature import digest
from truthscore.types import MESSAGE_TYPES

#: Settings that came later, with what was done before: at that value a profile scores as it did, so
#: they are not in its digest.
LATER: Mapping[tuple[str, ...], Mapping[str, str]] = {
    ("score",): {"prompts": "apart"},
    ("features", "company_terms"): {"value": "share", "general_only": "skip"},
    ("features", "prompt_overlap"): {"words": "content"},
    ("features", "hal"): {"occurrences": "closest"},
    ("features", "subject_pairs"): {"value": "share"},
}
#: Where the numbers of one message type stand.
BY_TYPE = ("score", "by_type")
#: Tables and lists within each other, at most; the shipped profiles have four.
DEEPEST_TABLE = 16
#: Profiles that extend one another, at most: each is read by the one that extends it.
LONGEST_CHAIN = 32


def names() -> tuple[str, ...]:
    """The profiles that ship with truthscore, sorted."""
    return tuple(sorted(path.stem for path in resources.profiles_dir().glob("*.toml")))


def told(profile: Profile) -> str:
    """Which profile was used and what it is for, and the shipped ones beside it: for a summary."""
    lines = []
    for name in (profile.name, *(name for name in names() if name != profile.name)):
        found = profile if name == profile.name else load(name)
        option = "profile" if found is profile else "  --profile"
        own = f"extends {found.extends}" if found.extends else "a profile of your own"
        lines.append(f"{option} {name}: {found.purpose or own}")
    return "\n".join(lines)


def load(name_or_path: str | PathLike[str]) -> Profile:
    """The profile of that name, or in that file as it is now.

    Raises ProfileError for an unknown name or key, a value out of range, a pattern that does
    not compile, or a terms file that is missing.
    """
    name = os.fspath(name_or_path)
    path = _find(name)
    return _shipped(path) if name in names() else _loaded(path)


@functools.cache
def _shipped(path: Path) -> Profile:
    return _loaded(path)


def _loaded(path: Path) -> Profile:
    try:
        profile = Profile.model_validate(_read(path, seen=()))
    except ValidationError as error:
        raise ProfileError(f"{path}: {_explain(error)}") from error
    for lang, changes in profile.components.items():
        for pattern in changes.add:
            _check_pattern(path, lang, pattern)
    terms, meanings, raw_terms = _terms(path, profile.features.company_terms.terms_file)
    # Where the terms file lies does not change a score; what is in it does. A policy changes what
    # is done with a score, and has a digest of its own; neither do the limits of a service.
    canonical = profile.model_dump_json(exclude=_of_no_effect(profile))
    made = {"terms": terms, "meanings": meanings, "digest": digest([canonical, raw_terms])}
    return profile.model_copy(update=made)


def _of_no_effect(profile: Profile) -> dict[str, Any]:
    """What of a profile changes no score, as pydantic's `exclude`."""
    terms_file = {"company_terms": {"terms_file": True}}
    left_out: dict[str, Any] = {
        **dict.fromkeys(
            ("terms", "meanings", "digest", "extends", "purpose", "documents", "policy", "serve"),
            True,
        ),
        "answers_file": True,  # what is in it is input, a part of the context
        "features": terms_file,
        # where no translation is read, nothing of it changes a score
        **({"translation": True} if profile.translation.mode == "original" else {}),
        **({"across": True} if profile.across is None else {}),
        **({"labels": True} if not profile.labels else {}),
    }
    for path, before in LATER.items():
        table: Any = profile
        for name in path:
            table = getattr(table, name)
        as_before = {name: True for name, value in before.items() if getattr(table, name) == value}
        inner = left_out
        for name in path if as_before else ():
            inner = inner.setdefault(name, {})
        inner.update(as_before)
    return left_out


def with_score_types(profile: Profile, types: str | Sequence[str]) -> Profile:
    """The profile with other message types scored: "all", "binary,general", or their names.

    Another digest, so another signature. Raises ProfileError for a name that is no message type.
    """
    named = types.split(",") if isinstance(types, str) else types
    names = MESSAGE_TYPES if list(named) == ["all"] else tuple(named)
    for name in names:
        if name not in MESSAGE_TYPES:
            raise ProfileError(
                f"{name!r} is not a message type{did_you_mean(name, MESSAGE_TYPES)} "
                f"(types: {', '.join(MESSAGE_TYPES)}; or all)"
            )
    if names == profile.score.types:
        return profile
    score = profile.score.model_copy(update={"types": names})
    return profile.model_copy(update={"score": score, "digest": digest([profile.digest, *names])})


def with_mode(profile: Profile, mode: str) -> Profile:
    """The profile reading the original or the translated texts; another digest.

    Raises ProfileError for another mode.
    """
    modes = get_args(TranslationMode.model_fields["mode"].annotation)
    if mode not in modes:
        raise ProfileError(
            f"mode {mode!r} is not known{did_you_mean(mode, modes)} (modes: {', '.join(modes)})"
        )
    if mode == profile.translation.mode:
        return profile
    translation = profile.translation.model_copy(update={"mode": mode})
    changed = [profile.digest, translation.model_dump_json()]
    return profile.model_copy(update={"translation": translation, "digest": digest(changed)})


def with_policy(policy: Policy, **changes: Any) -> Policy:
    """The policy with other settings; a section is given as a dict of what changes in it.

    `with_policy(p, time_budget_ms=200, not_scored={"refusal": "allow"})`. Raises ProfileError for
    an unknown setting or a value out of range.
    """
    settings = _merge(policy.model_dump(), changes)
    try:
        return Policy.model_validate(settings)
    except ValidationError as error:
        raise ProfileError(f"policy: {_explain(error, Policy)}") from error


def _find(name_or_path: str) -> Path:
    if name_or_path in names():
        return resources.profiles_dir() / f"{name_or_path}.toml"
    path = Path(name_or_path)
    if path.is_file():
        return path
    raise ProfileError(
        f"no profile {name_or_path!r}: it is neither a file nor one of {', '.join(names())}"
        f"{did_you_mean(name_or_path, names())}"
    )


def _read(path: Path, seen: tuple[Path, ...]) -> dict[str, Any]:
    """The settings of a profile over those that it extends; `seen` are the files that extend it."""
    if path.resolve() in seen:
        chain = " → ".join(str(each) for each in (*seen, path))
        raise ProfileError(f"{path}: profiles extend each other in a circle: {chain}")
    if len(seen) >= LONGEST_CHAIN:
        raise ProfileError(
            f"{path}: more than {LONGEST_CHAIN} profiles extend each other; put some together"
        )
    settings = _own(path)
    base = settings.get("extends", "")
    if not isinstance(base, str):
        raise ProfileError(f"{path}: key 'extends' is {base!r}; expected a profile's name or file")
    if not base:
        return settings
    settings.setdefault("purpose", "")  # another one's than that of what it extends
    return _merge(_read(_extended(path, base), (*seen, path.resolve())), settings)


def _extended(path: Path, base: str) -> Path:
    """The file of the profile that the one in `path` extends."""
    beside = path.parent / base  # an absolute path stays what it is
    if base not in names() and not beside.is_file():
        raise ProfileError(
            f"{path}: extends {base!r}, which is neither a file beside it nor one of "
            f"{', '.join(names())}{did_you_mean(base, names())}"
        )
    return _find(base if base in names() else str(beside))


def _own(path: Path) -> dict[str, Any]:
    """What the file itself says."""
    try:
        settings = tomllib.loads(resources.read_text(path))
        is_deep = _is_deep(settings)
    except (tomllib.TOMLDecodeError, ResourceError) as error:
        raise ProfileError(f"{path}: not a profile: {error}") from error
    except RecursionError:
        settings, is_deep = {}, True
    if is_deep:
        raise ProfileError(
            f"{path}: lists or tables stand too deep within each other; a profile's are at most "
            f"{DEEPEST_TABLE} deep"
        )
    for key in ("terms", "meanings", "digest"):
        if key in settings:
            raise ProfileError(
                f"{path}: key {key!r} is made when the profile is read; leave it out"
            )
    terms_file = _inner(settings, "features", "company_terms").get("terms_file")
    if isinstance(terms_file, str) and terms_file:
        # a path in a profile is relative to that profile, wherever it is used from
        settings["features"]["company_terms"]["terms_file"] = str(path.parent / terms_file)
    answers_file = settings.get("answers_file")
    if isinstance(answers_file, str) and answers_file:
        settings["answers_file"] = str(path.parent / answers_file)
    return settings


def _is_deep(settings: Mapping[str, Any]) -> bool:
    """Whether tables or lists stand deeper within each other than `DEEPEST_TABLE`; looked at level
    by level, for a function that calls itself has no room for a hundred thousand."""
    level: list[Any] = [settings]
    for _ in range(DEEPEST_TABLE):
        inner: list[Any] = []
        for each in level:
            inner += each.values() if isinstance(each, Mapping) else each
        level = [each for each in inner if isinstance(each, Mapping | list)]
    return bool(level)


def _inner(settings: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
    """The table under `keys`, empty when it is not there or no table (pydantic says so later)."""
    found: Any = settings
    for key in keys:
        found = found.get(key, {}) if isinstance(found, Mapping) else {}
    return found if isinstance(found, Mapping) else {}


def _merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        merged[key] = (
            _merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
        )
    return merged


def _explain(error: ValidationError, model: type[Section] = Profile) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        known = _siblings(first["loc"], model)
        return f"unknown key {where!r}{did_you_mean(str(first['loc'][-1]), known)}"
    if first["type"] == "missing" and first["loc"][:2] == BY_TYPE:
        return _half_a_type(error)
    if first["type"] == "missing":
        return f'key {where!r} is missing; add it, or begin the file with extends = "paper"'
    message = first["msg"].removeprefix("Value error, ")
    if isinstance(first["input"], Mapping):  # a table: the message says what in it
        return f"[{where}]: {message}" if where else message
    return f"key {where!r} is {first['input']!r}: {message}"


def _half_a_type(error: ValidationError) -> str:
    """What the first message type with numbers of its own lacks: they replace all of them."""
    lacking = [each["loc"] for each in error.errors() if each["type"] == "missing"]
    table = lacking[0][:-1]
    named = [str(loc[-1]) for loc in lacking if loc[:-1] == table]
    where = ".".join(map(str, table))
    return (
        f"[{where}] lacks {' and '.join(named)}: a message type with numbers of its own has all of "
        f"{', '.join(TypeScore.model_fields)}, for they take the place of those of [score]; add "
        f"what is missing, or leave [{where}] out"
    )


def _siblings(loc: tuple[int | str, ...], model: Any) -> tuple[str, ...]:
    for part in loc[:-1]:
        field = getattr(model, "model_fields", {}).get(part)
        if field is None:
            return ()
        model = field.annotation
    return tuple(getattr(model, "model_fields", {}))


def _check_pattern(path: Path, lang: str, pattern: ComponentPattern) -> None:
    where = f"{path}: components.{lang}.add {pattern.name!r}"
    try:
        compiled = regex.compile(pattern.pattern)
    except regex.error as error:
        raise ProfileError(f"{where}: pattern does not compile: {error}") from error
    if "label" not in compiled.groupindex:
        raise ProfileError(
            f"{where}: pattern has no group named 'label'; write the component as (?P<label>...)"
        )


def _terms(path: Path, terms_file: str) -> tuple[frozenset[str] | None, dict[str, str], str]:
    """The terms of a file, what those with a meaning mean (behind a tab), and its lines."""
    if not terms_file:
        return None, {}, ""
    try:
        lines = resources.read_words(Path(terms_file))
    except ResourceError as error:
        raise ProfileError(
            f"{path}: features.company_terms.terms_file: {error}; "
            "make one with `truthscore terms build DOCS -o terms.txt`"
        ) from error
    parts = [line.casefold().partition("\t")[0].strip() for line in lines]
    told = (line.partition("\t")[2].strip() for line in lines)
    meanings = {term: meaning for term, meaning in zip(parts, told, strict=True) if meaning}
    return frozenset(parts), meanings, "\n".join(lines)
