"""A statement that something was done for the customer, of a page that tells how to do it.

"You cancel your subscription under Settings" does not bear out "Your subscription has been
cancelled": no page knows what was done. A customer's record may, so beside one it is not asked.
"""

from __future__ import annotations

from collections import Counter

from truthscore.features.records.fields import NAME as RECORDS
from truthscore.language import LanguagePack
from truthscore.statements.read import Read
from truthscore.text.model import VERBS, ParsedText


def tells_done(read: Read, passage: int) -> bool:
    """Whether a statement tells that something of the customer's was done, and the sentence of the
    part `passage` tells of nothing that was."""
    inputs = read.inputs
    answer, language = inputs.answer, inputs.language
    if language.order.whose.isdisjoint(answer.lowers[slice(*read.tokens)]):
        return False  # most
    if not _done(answer, read.tokens, language):
        return False
    if any(page.indexes.get(RECORDS) for page in inputs.documents):
        return False
    document, _, _, sentence = read.lookup.place(passage)
    page = read.lookup.parsed[document]
    return not _done(page, page.sentences[sentence], language)


def _done(parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack) -> bool:
    """Whether a verb is helped by a word of what was done: "is opgezegd", "has been sent". What two
    words help is a verb, whatever it is taken for: "has been reset"."""
    helped = Counter(parsed.heads[t] for t in range(*tokens) if parsed.pos[t] == "AUX")
    return any(
        parsed.lowers[t] in language.order.done
        and parsed.pos[t] == "AUX"
        and parsed.heads[t] != t
        and (parsed.pos[parsed.heads[t]] in VERBS or helped[parsed.heads[t]] > 1)
        for t in range(*tokens)
    )
