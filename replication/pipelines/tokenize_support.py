"""spaCy's tokenizers with the few changes that treebanks and support texts ask for.

All of it is plain tokenizer state (rules and regular expressions), which `nlp.to_disk` keeps.
"""

from __future__ import annotations

import re
from typing import Any

from spacy.lang.tokenizer_exceptions import URL_PATTERN
from spacy.language import Language
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

# The Dutch tokenizer keeps "app." or "u." together as abbreviations of legal and Flemish
# administrative prose. In support texts they are a word and a full stop.
_NOT_ABBREVIATIONS: dict[str, tuple[str, ...]] = {
    "nl": (
        *("al", "app", "bel", "best", "bet", "dat", "hand", "it", "me", "on", "or", "os", "pan"),
        *("pas", "pat", "pers", "pol", "pun", "rec", "sir", "su", "tom", "top", "u", "vid", "vol"),
        *("volg", "volt"),
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
        "1/2": ("1", "/", "2"),
        "3/4": ("3", "/", "4"),
        "24/7": ("24", "/", "7"),
        "w/": ("w", "/"),
        "dunno": ("du", "n", "no"),
        # spaCy cuts these in lower case and with a first capital only.
        **{
            f"{verb}{rest}": (verb, rest)
            for verb in ("CA", "DO", "WO", "IS", "DID", "DOES", "ARE", "WAS", "HAVE", "HAS")
            for rest in ("N'T", "N’T", "NT")
            if (verb, rest) != ("WAS", "NT")
        },
    },
}
_WHOLE: dict[str, tuple[str, ...]] = {
    "nl": (),
    "en": (
        *("e-mail", "e-mails", "E-mail", "E-mails", "b/c", "w/o", "etc.", "Wed.", "Sat.", "Ft."),
        *(
            "Fri.",
            "Mon.",
            "Tue.",
            "Tues.",
            "Thur.",
            "Thurs.",
            "Capt.",
            "Lt.",
            "Col.",
            "Attn.",
            "ext.",
        ),
        "Yahoo!",
    ),
}
_NOT_WHOLE: dict[str, tuple[str, ...]] = {"nl": ("):",), "en": ("and/or", "):")}
# "!!!" and "====" are one mark.
_RUNS = [
    r"[!?]{2,}",
    r"\.{4,}",
    r"[=-]{3,}",
    *(rf"{re.escape(sign)}{{2,}}" for sign in "=*_~-#$<>+"),
]
# A dash glued to the word before or after it is a dash ("reviews- the", "-Page"), and so is the
# plus of "A+".
_DASH_BEFORE = r"-(?=[A-Za-z]+(?![\w.-]))"
# "7:30PM", "10k", "requirement.?" are cut; so are the letter and the number of "F-102".
_SUFFIXES = [r"(?<=[0-9])(?:[aApP]\.?[mM]\.?)", r"(?<=[0-9])[kK]", r"(?<=[a-z])[.:]\?"]
_SUFFIXES += [r"(?<=[A-Za-z])-", r"(?<=[A-Za-z])\+"]
_INFIXES = [r"(?<=[\w)])[()](?=[\w.,()])", r"(?<=[A-Z])-(?=[0-9])", r'"(?=<)', r'(?<=")<']
# Phone numbers, decades ("80's"), "#topics" and words with a prefix that is no word stay whole.
_PREFIXES = (
    "anti|bi|co|counter|cross|de|e|ex|inter|micro|mid|mis|multi|neo|non|over|post|pre|pro|re|semi|"
    "sub|un"
)
_KEPT = (
    r"(?:(?:1-)?\(?[0-9]{3}[-.][0-9]{3,4}(?:[-.][0-9]{4})?"
    r"|[0-9]-[0-9]{4}|[0-9]{5}-[0-9]{4}|[xX][0-9]?-[0-9]{4,}|'?[0-9]{2,4}'s|#[A-Za-z]\w+"
    rf"|(?i:{_PREFIXES})-[a-zA-Z]+(?:-[a-zA-Z]+)?)\Z"
)


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
    defaults: Any = nlp.Defaults
    if lang == "nl":
        # ",," opens a quotation in newspapers.
        tokenizer.prefix_search = compile_prefix_regex([",,", *defaults.prefixes]).search
        tokenizer.suffix_search = compile_suffix_regex([",,", *defaults.suffixes]).search
        tokenizer.infix_finditer = compile_infix_regex(
            [r"(?<=\w):(?=,,)", ",,", *defaults.infixes]
        ).finditer
    if lang == "en":
        tokenizer.prefix_search = compile_prefix_regex(
            [*_RUNS, _DASH_BEFORE, *defaults.prefixes]
        ).search
        tokenizer.suffix_search = compile_suffix_regex(
            [*_RUNS, *_SUFFIXES, *defaults.suffixes]
        ).search
        # Dots before an "@" hide a part of an address.
        infixes = [r"\.\.+(?![.@])" if i == r"\.\.+" else i for i in defaults.infixes]
        tokenizer.infix_finditer = compile_infix_regex([*_INFIXES, *infixes]).finditer
        tokenizer.token_match = re.compile(_KEPT).match
        # 'Julie"<julie@host.org' is a name, a mark and an address.
        tokenizer.url_match = re.compile(r'(?!\S*"<)' + URL_PATTERN).match
