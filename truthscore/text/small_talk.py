"""Small talk: an answer that only greets, thanks, wishes well, or asks back.

Such an answer claims nothing that could be true or untrue, so it gets no stars. Every sentence must
be small talk as a whole ("Goedemorgen! Waarmee kan ik u helpen?"): one statement, and it is none.

A name in it ("u spreekt met Noor", "my colleague Aylin") is any word with a capital, where a
pattern has a place for one: what somebody is called is neither true nor untrue of a product.

Or every word of a sentence is one of a chat about the chat itself (`chat` of the list), or a name,
and one of them marks it (`marks`): people word a hand-over in more ways than patterns foresee. What
means yes ("Sure!") is of the chat only where the customer asked about that ("Are you there?").

A courtesy (`courtesy.py`) stands beside other sentences and may mean yes ("Absolutely."). Alone
that is an answer, so what is small talk is told by whole sentences.
"""

from __future__ import annotations

import itertools
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import regex

from truthscore.errors import ResourceError
from truthscore.language import LanguagePack, once
from truthscore.patterns import filled, kept
from truthscore.text import markup

_SENTENCE = regex.compile(r"[^.!?;:…\n]+[?]?")
_WORD = regex.compile(r"[\p{L}\d]+(?:['’-][\p{L}\d]+)*")
#: Words of a stretch of small talk, at most: "if you have any other questions, please just let me
#: know" has twelve.
LONGEST = 20
#: The sign of a question, and words of a short yes, at most.
QUESTION, SHORT = "?", 4
#: Words of a name, at most.
NAME = 2
#: A word of a name.
_NAME_WORD = r"\p{Lu}[\p{L}\d'-]*"
#: Stands for a name in a pattern until the whole row is put together: no text has this sign.
_NAME = "\0"


@dataclass(frozen=True, slots=True)
class _Rules:
    """What a stretch of a sentence must match: its first, and each behind that, with a space and
    perhaps a joining word before it; how many words an answer may have.

    The words of a chat (`chat`, some of which are `marks`), those behind which a name may begin and
    those that are none of one, those that mean yes, who speaks, what is a claim unless who speaks
    does it (`able`), and of who did not understand.
    """

    first: regex.Pattern[str]
    next: regex.Pattern[str]
    max_words: int
    chat: frozenset[str]
    marks: frozenset[str]
    before_name: frozenset[str]
    no_name: frozenset[str]
    assenting: frozenset[str]
    speakers: frozenset[str]
    able: frozenset[str]
    not_understood: frozenset[str]
    negations: frozenset[str]


def is_small_talk(answer: str, language: LanguagePack, question: str | None = None) -> bool:
    """Whether every sentence of an answer is small talk, and one at least is more than a yes to
    `question`, which then is about the chat, too. Without a question: of a customer's message, in
    which a question of chat words ("Why?") asks on."""
    rules = _rules(language)
    if len(answer.split()) > rules.max_words:
        return False  # most
    assents = bool(question) and _asks_of_chat(question or "", rules)
    told = yes = 0
    for sentence in _sentences(answer):
        words = _words(sentence)
        if _dressed(words, rules):
            return False
        if _is_a_row(words, rules) or (
            question is not None and _chats(words, rules, sentence[-1], assents=assents)
        ):
            told += 1
        elif assents and _assents(words, rules):
            yes += 1
        else:
            return False
    return bool(told) and (assents or not yes)


def _sentences(text: str) -> list[str]:
    """The sentences with a word, a question with its sign."""
    found = [each for part in _parts(text) for each in _SENTENCE.findall(part)]
    return [each.replace("’", "'") for each in found if _WORD.search(each)]


def _words(sentence: str) -> list[str]:
    return _WORD.findall(sentence)


def _dressed(words: list[str], rules: _Rules) -> bool:
    """Whether a word with a capital, behind the first, is none of a name: "Hi Plus Is Free". In a
    shout no word is told for a name."""
    if all(word.isupper() for word in words):
        return False
    return any(word[0].isupper() and word.casefold() in rules.no_name for word in words[1:])


def _asks_of_chat(question: str, rules: _Rules) -> bool:
    """Whether a customer's message has no word but those of a chat, and names."""
    known = rules.chat | rules.assenting
    return all(
        word.casefold() in known or (place and word[0].isupper())
        for sentence in _sentences(question)
        for place, word in enumerate(_words(sentence))
    )


def _chats(words: list[str], rules: _Rules, sign: str, *, assents: bool) -> bool:
    """Whether a sentence is made of words of a chat and names, one of which marks it. What somebody
    or something can do is a claim, unless who speaks can, or it is asked. `assents`: a yes before
    it says yes to a question about the chat."""
    lowers = [word.casefold() for word in words]
    known = rules.chat
    if assents:
        known |= rules.assenting
        yes = len(list(itertools.takewhile(rules.assenting.__contains__, lowers)))
        if words[yes:] and _is_a_row(words[yes:], rules):
            return True
    if not (rules.speakers.isdisjoint(lowers) or rules.not_understood.isdisjoint(lowers)):
        known |= rules.negations | rules.not_understood
    if not _is_known(words, known, rules):
        return False
    if sign == QUESTION:
        return True
    if not rules.able.isdisjoint(lowers) and rules.speakers.isdisjoint(lowers):
        return False
    return not rules.marks.isdisjoint(lowers)


def _assents(words: list[str], rules: _Rules) -> bool:
    """Whether a sentence is a short yes: "Sure thing, Aisha"."""
    lowers = {word.casefold() for word in words}
    known = _is_known(words, rules.chat | rules.assenting, rules)
    return len(words) <= SHORT and known and not rules.assenting.isdisjoint(lowers)


def _is_known(words: list[str], known: AbstractSet[str], rules: _Rules) -> bool:
    """Whether each of some words is known, or one of a name of at most so many (`NAME`), which
    begins behind a word that stands before one and ends before a known word in small letters: "Hi
    Plus Is Free" names nobody."""
    named = 0
    for place, word in enumerate(words):
        if word.casefold() in known and not (named and word[0].isupper()):
            named = 0
            continue
        before = named or (place > 0 and words[place - 1].casefold() in rules.before_name)
        named += 1
        if not before or not word[0].isupper() or named > NAME:
            return False
    return True


def _is_a_row(words: list[str], rules: _Rules) -> bool:
    """Whether a sentence is a row of stretches of small talk. In one that is all capitals no word
    is told for a name.

    Each stretch is looked for by itself: a pattern of the whole row would try all ways in which
    words can be shared out among patterns.
    """
    if all(word.isupper() for word in words):
        words = [word.casefold() for word in words]
    reached = {0}
    for start in range(len(words)):
        if start not in reached:
            continue
        for end in range(start + 1, min(len(words), start + LONGEST) + 1):
            if end in reached:
                continue
            piece = " ".join(words[start:end])
            fits = rules.next.fullmatch(f" {piece}") if start else rules.first.fullmatch(piece)
            if fits:
                reached.add(end)
    return len(words) in reached


def _parts(answer: str) -> list[str]:
    """The lines of an answer without their markup."""
    return [
        markup.plain(answer, block.start, block.end).text for block in markup.each_block(answer)
    ]


@once
def _rules(language: LanguagePack) -> _Rules:
    data, where = language.small_talk, f"wordlists/{language.code}/small_talk.toml"
    try:
        macros = {**data.get("macros", {}), "name": _NAME}
        for words in ("talk", "serving"):
            macros[words] = f"(?:{'|'.join(data[words])})(?= |$)"
        between = "|".join(data["name_particles"])
        name = rf"(?-i:{_NAME_WORD}(?:(?: (?:{between}))* {_NAME_WORD})?)"
        each = "|".join(f"(?:{filled(one['pattern'], macros, where)})" for one in data["patterns"])
        first = f"(?i:{each})".replace(_NAME, name)
        following = f"(?i:{data['joins']} (?:{each}))".replace(_NAME, name)
        with kept(language.code, "small_talk") as compiled:
            return _Rules(
                first=compiled(first), next=compiled(following), max_words=data["max_words"],
                chat=frozenset([*data["chat"], *data["marks"]]), marks=frozenset(data["marks"]),
                before_name=frozenset(data["before_name"]),
                no_name=frozenset(data["no_name"]),
                assenting=frozenset(data["assenting"]), speakers=frozenset(data["chat_speakers"]),
                able=frozenset(data["chat_able"]),
                not_understood=frozenset(data["not_understood"]),
                negations=frozenset(language.negations),
            )  # fmt: skip
    except (KeyError, TypeError) as error:
        raise ResourceError(f"{where}: missing or wrong key: {error}") from error
    except regex.error as error:
        raise ResourceError(f"{where}: pattern does not compile: {error}") from error
