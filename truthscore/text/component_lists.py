"""The component rules of a language (`wordlists/<code>/components.toml`) under a profile."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

import regex

from truthscore.errors import ProfileError, ResourceError, did_you_mean
from truthscore.language import LanguagePack
from truthscore.patterns import BRACED_MACRO, Compile, filled, kept
from truthscore.profile import ComponentChanges, ComponentPattern, Profile
from truthscore.text.alternation import alternation
from truthscore.text.component_rules import (
    KINDS,
    Beside,
    ComponentRules,
    Cue,
    Kind,
    Matching,
    Pattern,
)
from truthscore.text.components import extract, plain_label

#: Fills in the macros of a pattern.
_Fill = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class _Source:
    """Cache key of the rules: equal when the data is, whatever objects carry it."""

    code: str
    digest: str
    changes: ComponentChanges
    seconds: float
    data: Mapping[str, Any] = field(compare=False)
    interrogatives: frozenset[str] = field(compare=False)


#: What a notation says of its finds and of how it is searched, yes or no.
_FLAGS = ("marked", "cued", "open_end", "weak", "by_line")


def rules_for(pack: LanguagePack, profile: Profile) -> ComponentRules:
    """The component rules of a language under a profile, compiled once.

    Raises ResourceError for a broken word list, ProfileError for a broken pattern, a pattern
    that does not reach its own example, or an unknown name under `drop`.
    """
    changes = profile.components.get(pack.code) or ComponentChanges(add=(), drop=())
    seconds = profile.limits.pattern_seconds
    return _compile(
        _Source(pack.code, pack.digest, changes, seconds, pack.components, pack.interrogatives)
    )


@functools.lru_cache(maxsize=64)
def _compile(source: _Source) -> ComponentRules:
    try:
        with kept(source.code, "components") as compiled:
            rules, macros = _from_data(source, compiled)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ResourceError(
            f"wordlists/{source.code}/components.toml: missing or wrong key: {error}"
        ) from error
    except regex.error as error:
        raise ResourceError(
            f"wordlists/{source.code}/components.toml: pattern does not compile: {error}"
        ) from error
    known = {pattern.name for pattern in rules.patterns}
    for name in source.changes.drop:
        if name not in known:
            raise ProfileError(
                f"components.{source.code}.drop: no pattern {name!r}{did_you_mean(name, known)}"
            )
    own = tuple(each for each in rules.patterns if each.name not in source.changes.drop)
    foreign = tuple(_foreign(each, macros, source) for each in source.changes.add)
    rules = replace(rules, patterns=(*foreign, *own))
    for added in source.changes.add:
        labels = [component.label for component in extract(added.example, rules)]
        if added.label not in labels:
            raise ProfileError(
                f"components.{source.code}.add {added.name!r}: its example gives "
                f"{labels or 'no component'}, not {added.label!r}; correct the pattern or the label"
            )
    return rules


def _foreign(added: ComponentPattern, macros: Mapping[str, str], source: _Source) -> Pattern:
    """A company's own notation: certain, and on a timer, for its speed is not ours to promise."""
    where = f"components.{source.code}.add {added.name!r}"
    try:
        compiled = regex.compile(filled(added.pattern, macros, where, BRACED_MACRO))
    except ResourceError as error:
        raise ProfileError(str(error)) from error
    except regex.error as error:
        raise ProfileError(f"{where}: pattern does not compile: {error}") from error
    return Pattern(
        name=added.name, compiled=compiled, marked=True, cued=True, timeout=source.seconds
    )


def _from_data(source: _Source, compiled: Compile) -> tuple[ComponentRules, Mapping[str, str]]:
    data, where = source.data, f"wordlists/{source.code}/components.toml"
    macros = _macros(data["words"], data["macros"], where)
    fill = functools.partial(filled, macros=macros, where=where, macro=BRACED_MACRO)
    matching = _matching(data["matching"], compiled)
    words = data["words"]
    headings = alternation(words["link_heading"])
    kinds: dict[str, Kind] = {noun: kind for kind in KINDS[:-1] for noun in data["kinds"][kind]}
    for noun in words["cue_noun"]:  # plurals: the kind of the singular with the same stem
        stem = matching.stem(noun)
        alike = (kinds[each] for each in tuple(kinds) if matching.stem(each) == stem)
        kinds.setdefault(noun, next(alike, "other"))
    rules = ComponentRules(
        patterns=tuple(_own(block, fill, compiled) for block in data["patterns"]),
        separator=compiled(macros["sep"]),
        link_heading=compiled(rf"(?i)[#>*_\s]*(?:{headings})[:*_\s]*"),
        link_line=compiled(rf"(?i)[>*_\s]*(?:{headings})[*_]*:[*_]*\s"),
        stop_pattern=compiled("|".join(f"(?:{fill(each)})" for each in data["stop"]["patterns"])),
        stop_labels=frozenset(map(plain_label, words["stop_label"])),
        stop_titles=frozenset(map(plain_label, words["stop_title"])),
        sentence_words=frozenset(words["sentence_word"]),
        universal=frozenset(map(plain_label, words["universal"])),
        products=frozenset(map(plain_label, words["product"])),
        step_verbs=frozenset(words["step_verb"]),
        interrogatives=source.interrogatives,
        kinds=kinds,
        matching=matching,
        small_words=frozenset(words["small_word"]),
        hanging=compiled(fill(r"(?:\b{hanging_word}|[ ]/|\b{verb_plain})[ \t]*\Z")),
        cues=tuple(compiled(fill(each)) for each in data["capitals"]["cues"]),
        certain_cues=tuple(
            Cue(compiled=compiled(fill(each["pattern"])), needs=_needs(each, fill, compiled))
            for each in data["capitals"]["certain_cues"]
        ),
        beside=Beside(
            **{each.name: compiled(fill(data["beside"][each.name])) for each in fields(Beside)}
        ),
    )
    return rules, macros


def _own(block: Mapping[str, Any], fill: _Fill, compiled: Compile) -> Pattern:
    pattern = fill(block["pattern"])
    found = compiled(pattern)
    if "(?P<label>" not in pattern:
        raise ValueError(f"pattern {block['name']!r} has no group 'label'")
    return Pattern(
        name=block["name"],
        compiled=found,
        needs=_needs(block, fill, compiled),
        **{flag: block.get(flag, False) for flag in _FLAGS},
    )


def _needs(block: Mapping[str, Any], fill: _Fill, compiled: Compile) -> regex.Pattern[str] | None:
    return compiled(fill(block["needs"])) if "needs" in block else None


def _matching(data: Mapping[str, Any], compiled: Compile) -> Matching:
    return Matching(
        generic=frozenset(data["generic"]),
        nouns=tuple(sorted(set(data["generic"]))),
        ignorable=frozenset(data["ignorable"]),
        linkers=frozenset(data["linkers"]),
        symbols=dict(data["symbols"]),
        abbreviations=dict(data["abbreviations"]),
        shortened=tuple(data["abbreviations"]),
        min_stem=int(data["min_stem"]),
        inflection=tuple((compiled(old), new) for old, new in data["inflection"]),
        spelling=tuple((compiled(old), new) for old, new in data["spelling"]),
    )


def _macros(
    words: Mapping[str, Iterable[str]], macros: Mapping[str, str], where: str
) -> dict[str, str]:
    """Word lists as alternatives, then the pieces in file order: each may use those before it."""
    expanded = {name: alternation(each) for name, each in words.items()}
    for name, piece in macros.items():
        expanded[name] = filled(piece, expanded, where, BRACED_MACRO)
    return expanded
