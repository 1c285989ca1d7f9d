"""Whether words tell what was so: it says nothing of what is so now."""

from __future__ import annotations

from truthscore.language import LanguagePack
from truthscore.text.clauses import phrases_at
from truthscore.text.model import VERBS, ParsedText


def tells_past(parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack) -> bool:
    """Whether a verb or a word tells what was so ("vroeger"). A verb that another helps is a
    participle: "is *used*"."""
    if phrases_at(parsed, *tokens, language.order.formerly):
        return True
    helped = {parsed.heads[t] for t in range(*tokens) if parsed.pos[t] == "AUX"}
    return any(
        parsed.lowers[t] in language.order.past
        and parsed.pos[t] in VERBS
        and (parsed.pos[t] == "AUX" or t not in helped)
        for t in range(*tokens)
    )
