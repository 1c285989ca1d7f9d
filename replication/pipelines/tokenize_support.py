"""spaCy's tokenizers with the few changes that treebanks and support texts ask for.

All of it is plain tokenizer state (rules and regular expressions), which `nlp.to_disk` keeps.
"""

from __future__ import annotations

import re
from typing import Any

from spacy.language import Language
from spacy.util import compile_prefix_regex, compile_suffix_regex

# The Dutch tokenizer keeps "app." or "u." together as abbreviations of legal and Flemish
# administrative prose. In support texts they are a word and a full stop.
_NOT_ABBREVIATIONS: dict[str, tuple[str, ...]] = {
    "nl": (
        *("app", "bel", "best", "bet", "dat", "hand", "it", "me", "on", "or", "os", "pan", "pas"),
        *("pat", "pol", "pun", "rec", "sir", "su", "tom", "top", "u", "vid", "vol", "volg", "volt"),
    ),
    "en": (),
}
# English as EWT cuts it, and as customers type it.
_CUT: dict[str, dict[str, tuple[str, ...]]] = {
    "nl": {},
    "en": {
        "alot": ("a", "lot"),
        "Alot": ("A", "lot"),
        "outta": ("out", "ta"),
        "wanna": ("wan", "na"),
        "Lets": ("Let", "s"),
    },
}
_WHOLE: dict[str, tuple[str, ...]] = {
    "nl": (),
    "en": ("e-mail", "e-mails", "E-mail", "E-mails", "b/c", "w/o", "etc."),
}
_NOT_WHOLE: dict[str, tuple[str, ...]] = {"nl": (), "en": ("and/or",)}
# "!!!" and "====" are one mark.
_RUNS = [r"[!?]{2,}", r"\.{4,}", *(rf"{re.escape(sign)}{{2,}}" for sign in "=*_~-#$<>+")]


def adapt_tokenizer(nlp: Language, lang: str) -> None:
    """Change the tokenizer of a pipeline of spaCy's defaults in place."""
    tokenizer: Any = nlp.tokenizer
    dropped = set(_NOT_WHOLE[lang])
    for word in _NOT_ABBREVIATIONS[lang]:
        dropped |= {f"{form}." for form in (word, word.title(), word.upper())}
    tokenizer.rules = {k: v for k, v in tokenizer.rules.items() if k not in dropped}
    for form in _WHOLE[lang]:
        tokenizer.add_special_case(form, [{"ORTH": form}])
    for form, parts in _CUT[lang].items():
        tokenizer.add_special_case(form, [{"ORTH": part} for part in parts])
    if lang == "en":
        defaults: Any = nlp.Defaults
        tokenizer.prefix_search = compile_prefix_regex([*_RUNS, *defaults.prefixes]).search
        tokenizer.suffix_search = compile_suffix_regex([*_RUNS, *defaults.suffixes]).search
