"""Copies of Dutch training sentences with another word order and the same tree.

In a Dutch main clause exactly one constituent stands before the finite verb, and nearly any may;
the subject then follows the verb ("Jan heeft gisteren gebeld", "Gisteren heeft Jan gebeld",
"Heeft Jan gisteren gebeld?"). A treebank of 150,000 tokens shows few of the orders that its own
words can take, and news has few questions. Heads and relations stay as they are, so a moved
sentence is annotated as well as the one it is made of.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from treebank import Sentence, Token

_FINITE = "VerbForm=Fin"
_HELPERS = frozenset(["aux", "aux:pass", "cop"])
_SUBJECTS = frozenset(["nsubj", "nsubj:pass"])
#: What may stand before the finite verb, and after it, without sounding odd.
_ADVERBIALS = frozenset(["advmod", "obl", "obl:arg", "obl:agent", "advcl"])
#: Adverbs that only colour a verb or another word and do not open a clause.
_BOUND_ADVERBS = frozenset(
    ("niet", "geen", "ook", "er", "maar", "wel", "nog", "al", "toch", "zo", "te", "even", "meer")
)
#: Pronouns that are subjects by their form: an object before the verb is then beyond doubt.
_SUBJECT_PRONOUNS = frozenset(["ik", "hij", "we", "wij", "ze", "zij", "je", "jij", "u", "men"])
_QUESTION_WORDS = frozenset(
    ("wie", "wat", "waar", "hoe", "waarom", "wanneer", "welke", "welk", "hoeveel", "wiens")
)
_POINTING = frozenset(["wie", "dat", "die"])
_END = frozenset([".", "!", "?", "…"])
_TIGHT = frozenset([".", ",", ":", ";", "!", "?", "…"])


#: Prepositions of phrases that say when, where or how, and so fit nearly any verb.
_FREE_PREPOSITIONS = frozenset(
    (
        *("in", "op", "tijdens", "na", "sinds", "volgens", "bij", "zonder", "wegens", "dankzij"),
        *("vanaf", "ondanks", "binnen", "buiten", "rond", "vanwege", "tegen", "onder", "voor"),
    )
)
_LONGEST_PHRASE = 9
#: What nothing comes between it and the verb.
_CLINGS_TO_VERB = frozenset(
    (
        *("mark", "compound:prt", "aux", "aux:pass", "cop", "xcomp", "fixed", "case", "expl"),
        *("expl:pv", "advmod", "obl:arg", "cc"),
    )
)


def reordered(sentences: Sequence[Sentence], *, share: float, seed: int) -> list[Sentence]:
    """Copies of about `share` (0-1) of the sentences that have a main clause to turn round."""
    rng = random.Random(seed)
    made: list[Sentence] = []
    for sentence in sentences:
        orders = _orders(sentence)
        if orders and rng.random() < share:
            order, mark = rng.choice(orders)
            made.append(_in_order(sentence, order, mark))
    return made


def lengthened(sentences: Sequence[Sentence], *, share: float, seed: int) -> list[Sentence]:
    """Copies with a phrase or two of other sentences between the finite verb and its participle.

    "Hij heeft [in het voorjaar] de stad verlaten": the subject and its verb come to stand further
    apart than the parser can see, and it has to wait for the verb all the same.
    """
    rng = random.Random(seed)
    phrases = [phrase for sentence in sentences for phrase in _phrases(sentence)]
    made: list[Sentence] = []
    for sentence in sentences:
        if rng.random() >= share or not phrases:
            continue
        longer: Sentence | None = sentence
        for _ in range(rng.randint(1, 2)):
            places = _places(longer) if longer else []
            if longer and places:
                longer = _with_phrase(longer, *rng.choice(places), rng.choice(phrases))
        if longer is not None and longer is not sentence:
            made.append(longer)
    return made


def _phrases(sentence: Sentence) -> list[tuple[Token, ...]]:
    """Prepositional phrases under a verb, heads counted inside the phrase (0: its own head)."""
    found: list[tuple[Token, ...]] = []
    tokens = sentence.tokens
    for i, t in enumerate(tokens):
        if t.deprel != "obl" or t.upos != "NOUN" or tokens[t.head - 1].upos != "VERB":
            continue
        span = _span(tokens, i)
        if span is None or not 2 <= len(span) <= _LONGEST_PHRASE:
            continue
        first = tokens[span[0]]
        if first.form not in _FREE_PREPOSITIONS or first.head - 1 != i:
            continue
        if any(tokens[j].upos == "PUNCT" for j in span):
            continue
        start = span[0]
        found.append(
            tuple(
                replace(
                    tokens[j],
                    head=0 if j == i else tokens[j].head - start,
                    space_after=True,
                )
                for j in span
            )
        )
    return found


def _places(sentence: Sentence) -> list[tuple[int, int]]:
    """(token, verb), 0-based: before which token a phrase fits that then hangs on the verb."""
    tokens = sentence.tokens
    places: list[tuple[int, int]] = []
    for verb, t in enumerate(tokens):
        if t.upos != "VERB" or _FINITE in t.feats:
            continue
        helpers = [
            i
            for i, h in enumerate(tokens)
            if h.head == verb + 1 and h.deprel in _HELPERS and _FINITE in h.feats and i < verb
        ]
        if len(helpers) != 1:
            continue
        for i in range(helpers[0] + 1, verb):
            if tokens[i].head != verb + 1:
                continue
            span = _span(tokens, i)
            if span is None or span[0] <= helpers[0] + 1 or span[-1] > verb:
                continue
            full = tokens[i].deprel in ("obl", "obj", "obl:agent") and tokens[i].upos == "NOUN"
            if full and tokens[span[0] - 1].upos != "PUNCT":
                places.append((span[0], verb))
        previous = tokens[verb - 1]
        if previous.deprel not in _CLINGS_TO_VERB and previous.upos not in ("PUNCT", "PRON"):
            places.append((verb, verb))
    return places


def _with_phrase(sentence: Sentence, place: int, verb: int, phrase: Sequence[Token]) -> Sentence:
    length = len(phrase)

    def shifted(head: int) -> int:
        return head + length if head > place else head

    tokens = [replace(t, head=shifted(t.head)) for t in sentence.tokens]
    main_verb = verb + length + 1
    inserted = [replace(t, head=place + t.head if t.head else main_verb) for t in phrase]
    return Sentence(
        sent_id=f"{sentence.sent_id}-longer",
        tokens=(*tokens[:place], *inserted, *tokens[place:]),
    )


def _orders(sentence: Sentence) -> list[tuple[list[int], str | None]]:
    """Other orders of the tokens (0-based), each with the mark it ends in if that changes."""
    tokens = sentence.tokens
    last = len(tokens) - 1
    root = next(i for i, t in enumerate(tokens) if t.head == 0)
    children = [i for i, t in enumerate(tokens) if t.head == root + 1]
    verbs = [
        i
        for i in (root, *children)
        if _FINITE in tokens[i].feats and (i == root or tokens[i].deprel in _HELPERS)
    ]
    if len(verbs) != 1 or tokens[last].form not in _END or tokens[last].form == "?":
        return []
    finite = verbs[0]
    spans = {i: _span(tokens, i) for i in children if i != finite}
    before = [i for i in spans if i < finite]
    if len(before) != 1 or finite == 0:
        return []
    first = before[0]
    opening = spans[first]
    # The opening constituent fills the whole field before the verb, without marks.
    if opening is None or opening != list(range(finite)) or tokens[finite + 1].form == ",":
        return []
    if any(tokens[i].form in "()\"'„”“‘’" for i in range(len(tokens))):
        return []
    if tokens[first].form.lower() in _QUESTION_WORDS or any(
        tokens[i].form.lower() in _QUESTION_WORDS for i in opening[:2]
    ):
        return []
    movable = [
        (i, span)
        for i, span in spans.items()
        if i > finite
        and span is not None
        and tokens[span[0] - 1].form != ","
        and span[-1] < last
        and tokens[span[-1] + 1].form != ","
        and tokens[i].form.lower() not in _QUESTION_WORDS
    ]
    rest = list(range(finite + 1, last))
    orders: list[tuple[list[int], str | None]] = []
    subject_first = tokens[first].deprel in _SUBJECTS
    # "je hebt" turns into "heb je": another form, so left alone.
    turns_form = tokens[first].form.lower() in ("je", "jij") and tokens[finite].form.endswith("t")
    for i, span in movable:
        others = [j for j in rest if j not in span]
        relation = tokens[i].deprel
        if subject_first and not turns_form:
            adverbial = relation in _ADVERBIALS and not _bound(tokens, i, span)
            object_ = (
                relation == "obj"
                and tokens[first].form.lower() in _SUBJECT_PRONOUNS
                and tokens[i].upos in ("NOUN", "PROPN")
            )
            if adverbial or object_:
                orders.append(([*span, finite, *opening, *others, last], None))
        elif (
            tokens[first].deprel in _ADVERBIALS - {"advcl"}
            and relation in _SUBJECTS
            and span[0] == finite + 1
            and tokens[i].form.lower() not in ("je", "jij", "er")
        ):
            orders.append(([*span, finite, *opening, *others, last], None))
    single = not any(
        t.form == ":" or (t.deprel == "conj" and t.head == root + 1 and t.upos == "VERB")
        for t in tokens
    )
    if subject_first and single and not turns_form and tokens[first].form.lower() not in _POINTING:
        orders.append(([finite, *opening, *rest, last], "?"))
    return orders


def _span(tokens: Sequence[Token], head: int) -> list[int] | None:
    """The tokens under `head` (0-based), if they stand together."""
    members = {head}
    grown = True
    while grown:
        new = {i for i, t in enumerate(tokens) if t.head - 1 in members} - members
        members |= new
        grown = bool(new)
    span = sorted(members)
    return span if span[-1] - span[0] + 1 == len(span) else None


def _bound(tokens: Sequence[Token], head: int, span: Sequence[int]) -> bool:
    """Whether an adverbial cannot open a clause: "niet", "er", a lone particle or adposition."""
    word = tokens[head]
    if word.deprel == "advcl" and len(span) < 3:
        return True
    return len(span) == 1 and (
        word.form.lower() in _BOUND_ADVERBS or word.upos not in ("ADV", "ADJ", "NOUN")
    )


def _in_order(sentence: Sentence, order: Sequence[int], mark: str | None) -> Sentence:
    place = {old: new for new, old in enumerate(order)}
    assert len(place) == len(sentence.tokens), sentence.sent_id
    tokens: list[Token] = []
    for new, old in enumerate(order):
        t = sentence.tokens[old]
        form = t.form
        if old == 0 and t.upos != "PROPN" and form[1:] == form[1:].lower():
            form = form.lower()
        if new == 0:
            form = form[:1].upper() + form[1:]
        head = 0 if t.head == 0 else place[t.head - 1] + 1
        following = sentence.tokens[order[new + 1]].form if new + 1 < len(order) else ""
        moved = order[new + 1] != old + 1 if new + 1 < len(order) else False
        space_after = following not in _TIGHT if moved else t.space_after
        tokens.append(replace(t, form=form, head=head, space_after=space_after))
    if mark:
        tokens[-1] = replace(tokens[-1], form=mark, lemma=mark)
    return Sentence(sent_id=f"{sentence.sent_id}-turned", tokens=tuple(tokens))
