"""Whether what came back is a translation, or a page and a notice that say there is none."""

from __future__ import annotations

import regex

#: Marks of a page, which is no translation of a text without them.
_PAGE = regex.compile(
    r"<\s*(?:!doctype|html|head|body|title|center|h1|hr|script|meta)\b|^\s*[{\[]\s*\"\w+\"\s*:",
    regex.IGNORECASE,
)
#: What servers and those in front of them say in the place of an answer, in their own words.
_NOTICE = regex.compile(
    r"""\b(?:too\ many\ requests|rate[\s-]?limit(?:ed|s)?\ (?:exceeded|reached|hit)
        |(?:quota|request\ limit|usage\ limit|daily\ limit|rate\ limit)\b.{0,40}
            \b(?:exceeded|reached|used\ up)
        |exceeded\ (?:your|the)\b.{0,40}\b(?:quota|limit)
        |used\ all\ available|mymemory\ warning|query\ length\ limit
        |(?:service|temporarily)\ unavailable|bad\ gateway|gateway\ time-?out
        |internal\ server\ error|unusual\ traffic|enable\ javascript|captcha|cloudflare
        |invalid\ (?:api\ key|source\ language|target\ language)|unauthori[sz]ed
        |(?:access\ denied|forbidden)\W*$|(?:http|error)\ (?:status\ )?[45]\d\d
        |^\W*[45]\d\d\ [a-z]+)""",
    regex.IGNORECASE | regex.VERBOSE,
)


def is_notice(text: str, made: str) -> bool:
    """Whether `made` is no translation of `text`: it has marks of a page, or the words of a notice,
    that `text` has not."""
    return any(
        (found := pattern.search(made)) is not None
        and not pattern.search(text)
        and found[0].strip().casefold() not in text.casefold()
        for pattern in (_PAGE, _NOTICE)
    )
