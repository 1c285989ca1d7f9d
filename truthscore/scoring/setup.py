"""What is the same for every row: a profile, the languages it is used with, and its signatures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from truthscore import deadline, resources, signature
from truthscore import language as languages
from truthscore.detect import check_order
from truthscore.encoder import model
from truthscore.encoder.reading import LANGUAGES, Reader
from truthscore.features import FEATURES, Feature
from truthscore.features.across.pages import named_in_both
from truthscore.features.numbers import NUMBERS
from truthscore.language import LanguagePack
from truthscore.profile import Profile, StatementSettings
from truthscore.text.parser import Parser

#: Each row in its own language.
AUTO = "auto"

#: A function that does a part of the work.
_Step = TypeVar("_Step", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """A profile with all that it needs, ready to score. Nothing in it changes.

    `lang` holds for every row unless it is `AUTO`. `features`: those in use, in the order of the
    output; `aligned`: whether one of them needs an alignment. `statements`: how answers are judged
    statement by statement, None where they are not: a profile that does not measure values cannot;
    `reader`: reads them, where the profile has an encoder, and how they are judged then
    (`with_reader`). `translated`: the translations of rows are read, which are in the language
    `to`; `in_translation`: by these features. `named`: what a company's labels are called in the
    other language. `signatures`: of the rows of each language.
    """

    profile: Profile
    parsers: Mapping[str, Parser]
    packs: Mapping[str, LanguagePack]
    lang: str
    features: tuple[Feature, ...]
    aligned: bool
    statements: StatementSettings | None
    reader: Reader | None
    with_reader: StatementSettings | None
    translated: bool
    to: str
    in_translation: frozenset[str]
    named: Mapping[str, frozenset[str]]
    signatures: Mapping[str, str] = field(default_factory=dict)

    def reader_of(self, lang: str) -> Reader | None:
        """What reads the statements of an answer in a language, where it is one that it knows."""
        return self.reader if lang in LANGUAGES else None

    def judging_of(self, lang: str) -> StatementSettings | None:
        """How the statements of an answer in a language are judged."""
        return self.statements if self.reader_of(lang) is None else self.with_reader


def set_up(profile: Profile, parsers: Mapping[str, Parser], lang: str) -> Setup:
    """A profile with its features and word lists.

    Raises ProfileError for an order of message types that a language does not have.
    """
    packs = {code: languages.load(code) for code in parsers}
    for pack in packs.values():
        check_order(pack, profile)
    features = tuple(each for each in FEATURES if each.name in profile.features.use)
    judged = profile.statements if NUMBERS in features else None
    encoder = profile.encoder if profile.encoder is not None and profile.encoder.use else None
    made = Setup(
        profile=profile,
        parsers=parsers,
        packs=packs,
        lang=lang,
        features=features,
        aligned=any(each.needs_alignment for each in features),
        statements=judged,
        reader=None if judged is None or encoder is None else Reader(model.load),
        with_reader=None if judged is None or encoder is None else encoder.over(judged),
        translated=profile.translation.mode == "translated",
        to=profile.translation.to,
        in_translation=frozenset(profile.translation.features),
        named=named_in_both(profile),
    )
    return replace(made, signatures={code: _signature(code, made) for code in parsers})


def signature_of(lang: str, setup: Setup) -> str:
    """How rows of `lang` are scored; same input and signature give the same bytes."""
    return setup.signatures[lang] if lang in setup.signatures else _signature(lang, setup)


def _signature(lang: str, setup: Setup) -> str:
    read = lang if lang in setup.parsers else setup.to
    pack, parser = setup.packs[read], setup.parsers[read]
    parts = {
        "lang": lang,
        "profile": f"{setup.profile.name}@{setup.profile.digest}",
        "lists": pack.digest,
        "features": signature.digest(feature.name for feature in setup.features),
        "model": f"{parser.name}@{parser.fingerprint}",
    }
    if setup.translated and setup.to in setup.parsers:
        other = setup.parsers[setup.to]
        parts["mode"] = f"translated@{setup.to}@{setup.packs[setup.to].digest}"
        parts["read"] = f"{other.name}@{other.fingerprint}"
    if setup.reader_of(read) is not None:
        parts["encoder"] = model.check(resources.encoder())
    return signature.render({**parts, "v": signature.package_version()})


def in_time(step: _Step) -> _Step:
    """`step`, when its turn comes before the deadline of this work."""
    deadline.check()
    return step
