"""What is said of what: the predicates of a sentence, their nouns, and whether they are denied.

A clause is a run of words between two signs; a predicate is read from the parse. "The check is
required and cannot be turned off" has two: that it is required, and that it cannot be turned off.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal

from truthscore.language import LanguagePack
from truthscore.text.clauses import behind_case, left_out_by, repeats, replies
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.referents import referents

#: Whether something is so, can or may be so, or must be so.
Force = Literal["is", "can", "need"]

#: The key of all words for how needed a thing is: "nodig", "required", "optional".
NEED = "<need>"
#: How far before the words of a predicate one may stand that limits it: "No one but the owner".
LOOK_BACK = 4
#: Labels of verbs that say nothing of their own.
_HELPERS = frozenset({"aux", "aux:pass", "auxpass", "cop", "amod", "case", "compound", "mark"})
#: Labels that tie a verb to the word that says whether it can or must be done.
_TIED = frozenset({"xcomp", "ccomp", "csubj", "csubj:pass"})
_PASSIVE = frozenset({"nsubj:pass", "nsubjpass"})
_SUBJECTS = frozenset({"nsubj"}) | _PASSIVE
_OBJECTS = frozenset({"obj", "dobj"})
_IMPERSONAL = frozenset({"expl", "csubj", "csubj:pass"})
#: Labels of words that tell which of several things is meant.
_MODIFIERS = frozenset({"amod", "compound", "nummod", "flat", "appos"})
#: Labels of a "no" that denies nothing that is said: "no, ...".
_REPLIES = frozenset({"discourse", "parataxis", "intj", "case", "mark", "cc"})
#: Labels of words that belong to a verb: what denies them denies what it says.
_WITHIN = frozenset({
    "advmod", "obl", "obj", "iobj", "xcomp", "nsubj", "nsubj:pass", "aux", "aux:pass", "cop",
})  # fmt: skip
#: Signs behind which another statement begins, whatever the tree says.
_ENDS = frozenset({";"})
#: Labels behind which another statement begins.
_APART = frozenset({"parataxis", "conj"})


@dataclass(frozen=True, slots=True)
class Predicate:
    """A verb, adjective or noun that says something, and of what.

    `key`: its lemma, or NEED. `patients`: tokens of the nouns it is said of; `agents`: of those who
    do it to them. `content`: tokens of the claiming words that depend on it, itself and its nouns
    among them. `modifiers`: those that tell which of the nouns is meant. `conditional`: whether a
    case is set. `commanded`: nobody is named who does it ("Never share the key").
    """

    token: int
    key: str
    force: Force
    denied: bool
    patients: tuple[int, ...]
    agents: tuple[int, ...]
    content: tuple[int, ...]
    modifiers: tuple[int, ...]
    conditional: bool
    commanded: bool


def predicates(
    parsed: ParsedText,
    start: int,
    end: int,
    language: LanguagePack,
    claims: Sequence[int],
    commands: bool = False,
) -> list[Predicate]:
    """The predicates of tokens `start` to `end` that are stated of a noun, in order.

    What is said in a subordinate clause ("if the bill is paid", "the file that was deleted", "avoid
    deleting it") is not stated, nor what is denied or limited in a way that cannot be told ("almost
    never", "only"). `claims`: those of the tokens that claim something (see `is_claim`).
    `commands`: also what is told to be done ("Choose the field"), which may be a heading.
    """
    deps = dict(enumerate(parsed.deps[start:end], start))
    heads = dict(enumerate(parsed.heads[start:end], start))
    children: dict[int, list[int]] = {}
    signs = [t for t in range(start, end) if parsed.lowers[t] in _ENDS]
    for token, head in heads.items():
        if head != token and not any(min(token, head) < t < max(token, head) for t in signs):
            children.setdefault(head, []).append(token)
    meant = {t: noun[-1] for t, noun in referents(parsed, start, end, language).items()}
    sentence = _Sentence(
        parsed, language, deps, heads, children, claims, start,
        behind_case(parsed, start, end, language), meant, commands,
    )  # fmt: skip
    return list(filter(None, map(sentence.predicate, range(start, end))))


@dataclass(frozen=True, slots=True)
class _Sentence:
    parsed: ParsedText
    language: LanguagePack
    deps: Mapping[int, str]
    heads: Mapping[int, int]
    children: Mapping[int, Sequence[int]]
    claims: Sequence[int]
    first: int
    behind: int
    meant: Mapping[int, int]
    commands: bool

    def predicate(self, token: int) -> Predicate | None:
        """What the token says, if it says something of a noun."""
        if token < self.behind:
            return None  # "Is the bill paid, then ...": a case
        bearers = self._bearers(token)
        if not bearers or not self._is_stated(bearers[-1]):
            return None
        patients, agents = self._nouns(bearers)
        if not patients:
            return None
        near = self._near(bearers)
        denials = self._denials(bearers, near) or self._shared_denials(bearers, near)
        # A word that says "can" or "must" is no more than that.
        content = {t for t in self.claims if self._depends(t, bearers)} - {*bearers[1:]}
        content.update((token, *patients, *agents))
        if not self._is_clear({*content, *near}, denials):
            return None
        commanded = self._is_commanded(bearers)
        if commanded and not denials and not self.commands:
            return None  # "Choose the field", "Depreciating land every month": a step, a heading
        words = self._words((*bearers, *near))
        turning = words & (self.language.needless | self.language.cannot)
        turns = [t for t in denials[1:] if not repeats(self.parsed, t, self.language)]
        return Predicate(
            token=token,
            key=self._key(token),
            force="can" if commanded else self._force(bearers, words),
            denied=(len(denials[:1]) + len(turns) + len(turning)) % 2 == 1,
            patients=patients,
            agents=agents,
            content=tuple(sorted(content)),
            modifiers=self._modifiers(content, (*patients, *agents)),
            commanded=commanded,
            conditional=self._sets_case(content),
        )

    def _bearers(self, token: int) -> tuple[int, ...]:
        """The token, and the word it is tied to that says whether it can or must be; none when the
        token says nothing itself."""
        if not self._says(token):
            return ()
        head = self.heads[token]
        if self.deps[token] in _TIED and (self._is_modal(head) or self._carries(head)):
            return token, head  # "not *allowed* to edit", "*get* lost"
        if self._is_modal(token) and any(
            self.deps[child] in _TIED and self.parsed.pos[child] == "VERB"
            for child in self._below(token)
        ):
            return ()  # what is said is "edit"
        return (token,)

    def _near(self, bearers: Sequence[int]) -> list[int]:
        """The words right below, but for verbs that begin another statement."""
        return [
            child
            for bearer in bearers
            for child in self._below(bearer)
            if self.parsed.pos[child] != "PUNCT"
            and (self.deps[child] not in _APART or self.parsed.pos[child] in NOUNS)
        ]

    def _words(self, tokens: Collection[int]) -> set[str]:
        """The words as they stand, and the lemmas of auxiliaries."""
        parsed = self.parsed
        auxiliaries = {parsed.lemmas[t] for t in tokens if parsed.pos[t] == "AUX"}
        return {parsed.lowers[t] for t in tokens} | auxiliaries

    def _key(self, token: int) -> str:
        lower, lemma = self.parsed.lowers[token], self.parsed.lemmas[token]
        needed = self.language.needs | self.language.needless
        return NEED if lower in needed or lemma in needed else lemma

    def _force(self, bearers: Sequence[int], words: AbstractSet[str]) -> Force:
        """`words`: of the predicate and right below it."""
        language = self.language
        must = any(self.parsed.lowers[t] in language.must_do for t in bearers[1:])
        if must or words & (language.needs | language.needless):
            return "need"
        return "can" if words & (language.modals | language.cannot) else "is"

    def _modifiers(self, content: Collection[int], nouns: Collection[int]) -> tuple[int, ...]:
        """The words of the content that tell which of the nouns is meant."""
        return tuple(
            t for t in sorted(content) if self.deps.get(t) in _MODIFIERS and self.heads[t] in nouns
        )

    def _sets_case(self, content: Collection[int]) -> bool:
        """Whether a word for a case, and not for a time or place, stands among the content."""
        cases = self.language.cases.conditions_weak - self.language.cases.times
        inside = [t for t in content if t in self.deps]
        return not cases.isdisjoint(self.parsed.lowers[min(inside) : max(inside) + 1])

    def _is_stated(self, token: int) -> bool:
        """Whether what a word says is said for itself: it is the root, or stands beside it."""
        deps, heads = self.deps, self.heads
        while heads[token] != token:
            if deps[token] not in _APART and not self._is_before_colon(token):
                return False
            token = heads[token]
        return True

    def _is_before_colon(self, token: int) -> bool:
        """Whether a pipeline has taken a statement for a case of what follows: "You cannot renew
        it: make a new one"."""
        return (
            self.deps[token] == "advcl"
            and ":" in self.parsed.lowers[token + 1 : self.heads[token]]
            and not any(self.deps[t] == "mark" for t in self._below(token))
        )

    def _is_clear(self, words: Collection[int], denials: Collection[int]) -> bool:
        """Whether nothing else among the words of the predicate, or before them, denies or limits:
        "only the owner ..." does so from the first word on."""
        language, lowers = self.language, self.parsed.lowers
        words = [t for t in words if t in self.deps]  # not what a pronoun stands for elsewhere
        return not any(
            lowers[t] in language.denying.limiting
            or lowers[t] in language.cases.otherwise
            or (t >= min(words) and lowers[t] in language.negations and t not in denials)
            for t in range(max(self.first, min(words) - LOOK_BACK), max(words) + 1)
        )

    def _below(self, token: int) -> Sequence[int]:
        return self.children.get(token, ())

    def _says(self, token: int) -> bool:
        pos, dep = self.parsed.pos[token], self.deps[token]
        if dep in _HELPERS:
            return False
        word = self.parsed.lowers[token]
        if pos == "VERB" or word in self.language.needs or word in self.language.needless:
            return True
        return any(self.deps[child] == "cop" for child in self._below(token))

    def _is_modal(self, token: int) -> bool:
        language, lemma, lower = self.language, self.parsed.lemmas[token], self.parsed.lowers[token]
        return any(
            lemma in words or lower in words
            for words in (
                language.modals, language.cannot, language.needs, language.needless,
                language.must_do,
            )
        )  # fmt: skip

    def _carries(self, token: int) -> bool:
        return self.parsed.lemmas[token] in self.language.clause.carriers

    def _nouns(self, bearers: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The nouns that something is said of, and those who do it to them; of the statement
        before, if it has none. A pronoun hides what it is unless that can be told (`referents`)."""
        if any(self._is_unnamed(t) for bearer in bearers for t in self._below(bearer)):
            return (), ()
        subjects, objects = self._named(bearers, _SUBJECTS), self._named(bearers, _OBJECTS)
        outer, dep = self.heads[bearers[-1]], self.deps[bearers[-1]]
        if subjects is None and dep == "conj":
            subjects = self._named([outer], _SUBJECTS)
        passive = any(self.deps[t] in _PASSIVE for t in self._below(bearers[0]))
        if passive or objects is None:
            return self._joined(subjects or ()), ()
        return self._joined(objects), self._joined(subjects or ())

    def _named(self, bearers: Sequence[int], labels: Collection[str]) -> list[int] | None:
        """The nouns with one of the labels, or what a pronoun with one stands for; None when there
        is no word with one."""
        found = [t for b in bearers for t in self._below(b) if self.deps[t] in labels]
        nouns = [self.meant.get(t, t) for t in found]
        return [t for t in nouns if self.parsed.pos[t] in NOUNS] if found else None

    def _is_commanded(self, bearers: Sequence[int]) -> bool:
        """Whether no subject is there, and none needed: "it is impossible to undo a merge" and
        "gaan verloren" need none."""
        below = [t for bearer in bearers for t in self._below(bearer)]
        impersonal = any(self.deps[t] in _IMPERSONAL for t in (*bearers, *below))
        outer = self.heads[bearers[-1]]
        joined = self.deps[bearers[-1]] == "conj" and self._named([outer], _SUBJECTS)
        named = any(self.deps[t] in _SUBJECTS for t in below)
        return not (named or joined or impersonal or any(map(self._carries, bearers[1:])))

    def _is_unnamed(self, token: int) -> bool:
        """Whether a word stands for who does it or what it is done to: not the reader, not "we"."""
        language, word = self.language, self.parsed.lowers[token]
        return (
            self.parsed.pos[token] == "PRON"
            and token not in self.meant
            and self.deps[token] in _SUBJECTS | _OBJECTS
            and word
            not in language.address_pronouns | language.persons.speakers | language.negations
        )

    def _joined(self, nouns: Sequence[int]) -> tuple[int, ...]:
        """The nouns and those that "and" joins to them."""
        more = [t for noun in nouns for t in self._below(noun) if self.deps[t] == "conj"]
        return tuple(sorted({*nouns, *(t for t in more if self.parsed.pos[t] in NOUNS)}))

    def _denials(self, bearers: Sequence[int], near: Sequence[int]) -> list[int]:
        """The words that deny what is said: beside the verb, or the "no" of one of its nouns."""
        parsed, found = self.parsed, []
        for token in sorted({*near, *(t for child in near for t in self._below(child))}):
            word, head = parsed.lowers[token], self.heads[token]
            if (
                word not in self.language.negations
                or word in self.language.opposing.before_same_word  # "without"
                or self.deps[token] in _REPLIES
                or replies(parsed, token, len(parsed.lowers), self.language)
                or left_out_by(parsed, token)
                or self._spared(token)
            ):
                continue
            if self.deps[token] == "det" and head not in bearers:
                counts = self.deps[head] in _SUBJECTS | _OBJECTS  # not "pay with no contract"
            else:  # "not automatically"
                counts = head in bearers or (
                    self.deps[head] in _WITHIN and parsed.pos[head] != "VERB"
                )
            if counts:
                found.append(token)
        return found

    def _shared_denials(self, bearers: Sequence[int], near: Sequence[int]) -> list[int]:
        """The words that deny the verb before as well: "cannot be changed *or deleted*"."""
        head, joined = self.heads[bearers[-1]], self.deps[bearers[-1]] == "conj"
        alone = self._named(bearers, _SUBJECTS | _OBJECTS) is None
        joins = {self.parsed.lowers[t] for t in near if self.deps[t] == "cc"}
        if not (joined and alone and self._says(head) and joins & self.language.denying.either):
            return []
        return self._denials((head,), [t for t in self._near((head,)) if t not in bearers])

    def _spared(self, token: int) -> bool:
        """Whether a phrase stands there in which a negation denies nothing: "not only"."""
        around = " ".join(self.parsed.lowers[max(0, token - 1) : token + 3])
        return any(phrase in around for phrase in self.language.denying.no_negation)

    def _depends(self, token: int, bearers: Sequence[int]) -> bool:
        """Whether a word is said with a predicate, and not with another one beside it."""
        while token not in bearers:
            apart = self.deps[token] in _APART and self.parsed.pos[token] not in NOUNS
            head = self.heads[token]
            if apart or head == token:
                return False
            token = head
        return True
