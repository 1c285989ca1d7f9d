"""A statement that something was done for the customer, of a page that tells how to do it.

"You cancel your subscription under Settings" does not bear out "Your subscription has been
cancelled", nor "I have cancelled it for you": no page knows what was done. A customer's record may,
so beside one it is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.records.fields import NAME as RECORDS
from truthscore.language import LanguagePack
from truthscore.statements.read import Read
from truthscore.text.model import VERBS, ParsedText


def tells_done(read: Read, passage: int) -> bool:
    """Whether a statement tells that something of the customer's was done, or that who speaks did
    something, and the sentence of the part `passage` tells of nothing that was."""
    inputs = read.inputs
    answer, language = inputs.answer, inputs.language
    tokens = range(*read.tokens)
    told = set(_helped(answer, read.tokens, language))
    if not told:
        return False  # most
    lowers = answer.lowers[slice(*read.tokens)]
    spoken = not language.order.did.isdisjoint(lowers) and any(
        answer.lowers[t] in language.persons.speakers and answer.heads[t] in told for t in tokens
    )
    if language.order.whose.isdisjoint(lowers) and not spoken:
        return False
    if any(page.indexes.get(RECORDS) for page in inputs.documents):
        return False
    document, _, _, sentence = read.lookup.place(passage)
    page = read.lookup.parsed[document]
    # "has been *reset*" may be taken for no verb, "to *reset* it" on the page is one
    done = any(
        answer.pos[t] in VERBS
        or ("VERB", answer.lowers[t]) in zip(page.pos, page.lowers, strict=True)
        for t in told
    )
    theirs = _helped(page, page.sentences[sentence], language)
    return done and not any(page.pos[t] in VERBS for t in theirs)


def _helped(parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack) -> Iterator[int]:
    """What a word of what was done helps: "is *opgezegd*", "has been *sent*"."""
    for t in range(*tokens):
        helps = parsed.lowers[t] in language.order.done and parsed.pos[t] == "AUX"
        if helps and parsed.heads[t] != t:
            yield parsed.heads[t]
