"""Everything truthscore knows about one language."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import regex

from truthscore import resources
from truthscore.language.declared import listed, of_folder, of_table
from truthscore.language.kinds import (
    ByWord,
    QuestionList,
    View,
    WordForms,
    Words,
    question_lists,
    shortened,
    synonyms,
    word_forms,
    words_of,
)
from truthscore.language.words import (
    Amounts,
    Cases,
    ClauseWords,
    Denying,
    Opposing,
    Order,
    Persons,
    Pointing,
    Replies,
    Switched,
)
from truthscore.signature import digest

#: The paper's four lists of the feature "complex answer" (§5.2).
SIGNAL_LISTS: tuple[str, ...] = ("perspective", "comparison", "examples", "reasoning")
#: The file of a language's facts, and of the words that turn a statement round.
FACTS, TURNS = "language.toml", "opposites.toml"
#: What is said about a verdict or a word, the words of the report and of a new folder, and by which
#: the question of a chat is put together before it is scored: changes no score, so no signature.
NOT_SCORING = frozenset(
    {"findings.toml", "follow_up.toml", "glossary.toml", "init.toml", "reasons.toml", "report.toml"}
)


def _signal_words(folder: Path) -> Mapping[str, tuple[str, ...]]:
    lists = folder / "signal_words"
    return {name: resources.read_words(lists / f"{name}.txt") for name in SIGNAL_LISTS}


def _digest(folder: Path) -> str:
    files = sorted(
        path
        for path in folder.rglob("*")
        if path.suffix in {".toml", ".txt"} and path.name not in NOT_SCORING
    )
    return digest(
        part
        for path in files
        for part in (path.relative_to(folder).as_posix(), resources.read_text(path))
    )


@dataclass(frozen=True, kw_only=True, eq=False)  # `once` knows it by itself
class LanguagePack:
    """Everything truthscore knows about one language, from `wordlists/<code>/`.

    A field without more is the list of its name in `language.toml`.
    """

    code: str = of_folder(lambda folder: folder.name)
    name: str
    digest: str = of_folder(_digest)
    pipelines: tuple[str, ...]
    view: View = listed(lambda settings: View(**settings))
    # its grammar
    subject_labels: Words
    content_pos: Words
    address_pronouns: Words
    interrogatives: Words
    plurals: Words
    word_forms: WordForms | None = of_table(word_forms)
    derivations: tuple[tuple[str, str], ...] = listed(lambda pairs: tuple(map(tuple, pairs)))
    joined_verbs: tuple[str, ...]
    shortened: Mapping[str, regex.Pattern[str]] = of_folder(shortened)
    # what words mean
    synonyms: ByWord = of_table(synonyms, file="synonyms.toml")
    talk_words: Words = of_folder(words_of("talk_words.txt"))
    courtesy_words: Words = of_folder(words_of("courtesy_words.txt"))
    claiming: Words
    claiming_alone: Mapping[str, Words] = listed(
        lambda beside: {word: frozenset(others) for word, others in beside.items()}
    )
    link_headings: Words
    warnings: Words
    # what turns a statement round or makes it another one
    negations: Words
    only: Words = listed(file=TURNS)
    modals: Words = listed(file=TURNS)
    cannot: Words = listed(file=TURNS)
    needs: Words = listed(file=TURNS)
    must_do: Words = listed(file=TURNS)
    needless: Words = listed(file=TURNS)
    clause_words: Words = listed(file=TURNS)
    then: Words = listed(file=TURNS)
    opposing: Opposing = listed(file=TURNS)
    denying: Denying = listed(file=TURNS)
    cases: Cases = listed(file=TURNS)
    clause: ClauseWords = listed(file=TURNS)
    persons: Persons = listed(file=TURNS)
    amounts: Amounts = listed(file=TURNS)
    order: Order = listed(file=TURNS)
    replies: Replies = listed(file=TURNS)
    switched: Switched = listed(file=TURNS)
    pointing: Pointing = listed(file=TURNS)
    # lists that have a file and rules of their own
    question_lists: Mapping[str, QuestionList] = of_folder(question_lists)
    question_macros: Mapping[str, str] = listed(file="message_types.toml", key="macros")
    signal_words: ByWord = of_folder(_signal_words)
    components: Mapping[str, Any] = of_table(dict, file="components.toml")
    values: Mapping[str, Any] = of_table(dict, file="values.toml")
    refusal: Mapping[str, Any] = of_table(dict, file="refusal.toml")
    keys: Mapping[str, Any] = of_table(dict, file="keys.toml")
    glossary: Mapping[str, Any] = of_table(dict, file="glossary.toml")
    follow_up: Mapping[str, Any] = of_table(dict, file="follow_up.toml")
    small_talk: Mapping[str, Any] = of_table(dict, file="small_talk.toml")
    retraction: Mapping[str, Any] = of_table(dict, file="retraction.toml")
    records: Mapping[str, Any] = of_table(dict, file="records.toml")
    operations: Mapping[str, Any] = of_table(dict, file="operations.toml")
    bounds: Mapping[str, Any] = of_table(dict, file="bounds.toml")

    @functools.cached_property
    def numbers_spelled(self) -> Mapping[str, str]:
        """A whole number in words by its digits, and the other way round: "2", "twee"."""
        words = {
            word: str(number)
            for word, number in self.values["number_words"].items()
            if number == int(number) and " " not in word
        }
        return words | {number: word for word, number in words.items()}
