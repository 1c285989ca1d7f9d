"""What a reply claims of an operation, clause by clause, and the values that it gives for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import regex

from truthscore.guard.operation_words import (
    QUOTED,
    SENTENCE,
    WORD,
    has,
    names_value,
    rules,
    verbs_in,
)
from truthscore.language import LanguagePack

#: What a clause says: it was done, was not, cannot be, will be, was applied for, is as it was, is
#: asked; nothing of the operation (None), or nothing that can be told for certain.
#: "finished": some participle that is in no list, which may tell of it.
Claim = Literal["done", "not", "cannot", "will", "applied", "still", "asks", "unread", "finished"]
#: What stands for a name in what is read: of a letter that is in no list.
_BLANK = "¤"
_SIGNS = r"[;()–—]|,(?!\d)|:(?=\s)|\s-\s"
#: Words between the mark of an old or new value and the value: "van uw oude 500 euro".
REACH = 3


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a reply that speaks of the operation: half-open characters, and its claim.
    `verbs`: the names of what it says was done (`[verbs]` of operations.toml); `aside`: it denies
    only another thing ("there are no costs"); `yet`: only that it is so already; `beyond`: that
    more can be done; `message`: it is about what is sent to tell of it. `part`: its own characters,
    where the others are those of its sentence."""

    start: int
    end: int
    claim: Claim
    verbs: frozenset[str] = frozenset()
    aside: bool = False
    yet: bool = False
    beyond: bool = False
    message: bool = False
    part: tuple[int, int] = (0, 0)


def clauses(text: str, stored: Sequence[str], pack: LanguagePack) -> Iterator[Clause]:
    """The clauses of a reply that claim something, in text order.

    `stored`: the values that stand now; a name among them denies nothing ("Niet te missen").
    """
    said = _blanked(text, stored)
    joins = regex.compile(
        rf"{_SIGNS}|{rules(pack.code, 'report')['joins'].pattern}", regex.IGNORECASE
    )
    for sentence in SENTENCE.finditer(said):
        at = sentence.start()
        ends = list(joins.finditer(said, *sentence.span()))
        cuts = [at, *(each.start() for each in ends), sentence.end()]
        for number, (start, end) in enumerate(pairwise(cuts)):
            part = said[start:end]
            asked = end == sentence.end() and part.rstrip().endswith("?")
            found = _clause(part, asked, pack, text[start:end], stored)
            if found is not None:
                claim, verbs, aside = found
                rule = rules(pack.code, "report")
                yet, beyond, message = (
                    bool(rule[each].search(part)) for each in ("yet", "beyond", "message")
                )
                listed = said[end : end + 1] == ":"  # what it announces is its own
                until = cuts[number + 2] if listed and number + 2 < len(cuts) else end
                yield Clause(
                    *sentence.span(), claim, verbs, aside, yet, beyond, message, (start, until)
                )


def _blanked(text: str, stored: Sequence[str]) -> str:
    """A reply without what it quotes and without the names it stores, of the same length."""
    names = [regex.escape(each) for each in stored if any(map(str.isalpha, each)) and " " in each]
    blank = regex.compile("|".join([QUOTED.pattern, *names]), regex.IGNORECASE)
    return blank.sub(lambda match: _BLANK * len(match[0]), text)


def _clause(
    part: str, asked: bool, pack: LanguagePack, given: str, stored: Sequence[str]
) -> tuple[Claim, frozenset[str], bool] | None:
    """What a clause claims, what it says was done, and whether it denies only another thing."""
    rule, code = rules(pack.code, "report"), pack.code
    bare = rule["idle"].sub(" ", part)
    denials = len(rule["denial"].findall(bare))
    did, does = verbs_in(bare, code, "done"), verbs_in(bare, code, "say")
    done, not_done = rule["done"].search(bare), rule["not_done"].search(bare)
    speaks = bool(did or does or done or not_done)
    if rule["unsure"].search(bare):
        return "unread", did, False
    if asked or rule["asks"].search(bare):
        return ("asks", did, False) if speaks else None
    if rule["case"].search(bare):
        return None
    if rule["failing"].search(bare):
        return "not", did, False
    if denials and rule["needless"].search(bare):
        return None
    if denials > 1:
        return ("unread", did, False) if speaks else None
    if not_done:
        return ("unread" if denials else "not"), did, False
    if rule["still"].search(bare):
        return ("unread" if denials else "still"), did, False
    if denials and rule["matrix"].search(bare) and not rule["helpless"].search(bare):
        return "unread", did, False  # "we could not be happier to say that it was changed"
    if denials:
        return _denied(bare, rule, did, does, bool(done), given, stored)
    if rule["applied"].search(bare):
        return "applied", did, False
    if speaks or rule["pending"].search(bare):
        return _affirmed(
            bare, rule, did, bool(done), any(names_value(given, e, pack) for e in stored)
        )
    if rule["now"].search(bare):
        return "done", did, False
    if said := _value(given, rule, stored):
        return said
    if not _is_finished(bare, rule):
        return None
    told = rule["finished"].search(bare) and any(has(given, each) for each in stored)
    return "done" if told else "finished", did, False


def _is_finished(text: str, rule: Mapping[str, regex.Pattern[str]]) -> bool:
    """Whether a clause tells that something was done, in a word that no list has."""
    said = [each[0] for each in rule["finished"].finditer(text)]
    told = any(not rule["harmless"].search(each) for each in said)
    return told or rule["settled"].search(text) is not None


def _denied(
    bare: str, rule: Mapping[str, regex.Pattern[str]], did: frozenset[str], does: frozenset[str],
    done: bool, given: str, stored: Sequence[str],
) -> tuple[Claim, frozenset[str], bool] | None:  # fmt: skip
    """What a clause with one denial claims."""
    power = bool(rule["power"].search(bare))
    generic = bool(rule["generic"].search(bare))
    aside = bool(rule["no_other"].search(bare)) and not generic and not done
    if power and rule["helpless"].search(bare):
        return "cannot", did | does, False
    if did or done or does:
        return ("cannot" if power and not done else "not"), did | does, aside
    if rule["future"].search(bare) or power:
        return None if not any(has(given, each) for each in stored) else ("unread", did, False)
    names = any(has(given, each) for each in stored) or rule["now"].search(bare)
    return ("unread", did, False) if names or len(WORD.findall(bare)) <= REACH else None


def _affirmed(
    bare: str, rule: Mapping[str, regex.Pattern[str]], did: frozenset[str], done: bool, names: bool
) -> tuple[Claim, frozenset[str], bool] | None:
    """What a clause without a denial claims that has a verb of the operation. `names`: it names a
    value that is stored."""
    if rule["future"].search(bare):
        begun = names and rule["henceforth"].search(bare) and not rule["pending"].search(bare)
        return "done" if begun else "will", did, False
    if rule["pending"].search(bare):
        return "will", did, False
    if done:
        return "done", did, False
    if not did or rule["may"].search(bare):
        return ("done", did, False) if rule["now"].search(bare) and not did else None
    return "done", did, False


def _value(
    given: str, rule: Mapping[str, regex.Pattern[str]], stored: Sequence[str]
) -> tuple[Claim, frozenset[str], bool] | None:
    """A clause that only says what the value is says that it was done."""
    said = rule["is"].search(given)
    if said and any(has(given[said.end() :], each) for each in stored):
        return "done", frozenset(), False
    return None
