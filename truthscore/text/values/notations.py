"""The notations of values in a language: the patterns, in order, and what reads each."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import regex

from truthscore.language import LanguagePack, once
from truthscore.patterns import Compile, filled, kept
from truthscore.text.alternation import alternation
from truthscore.text.values import readers
from truthscore.text.values.figures import FRACTIONS
from truthscore.text.values.lexicon import Lexicon, lexicon
from truthscore.text.values.readers import Reader

#: What a stretch that was read is overwritten with: neither letter, digit, space nor sign of ours.
TAKEN = "\ufffc"
#: Units of which an article says that there is one: "een week", "an hour".
_PERIODS = ("minute", "quarter_hour", "hour", "day", "week", "month", "quarter", "year")


@dataclass(frozen=True, slots=True)
class Rules:
    """A language's notations, compiled. `steps` run in order; what one takes is gone for the next.

    `any`: what every value has in it, a digit or a number in words (`word`); most questions have
    neither. `figures`: the steps without those words, a third of the time for a text that has none.
    """

    lexicon: Lexicon
    between: regex.Pattern[str]
    row: regex.Pattern[str]
    row_after: regex.Pattern[str]
    below: regex.Pattern[str]
    any: regex.Pattern[str]
    word: regex.Pattern[str]
    steps: tuple[Step, ...]
    figures: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A compiled notation (see `_Notation`)."""

    pattern: regex.Pattern[str]
    reader: Reader | None
    needs: regex.Pattern[str] | None

    def matches(self, text: str) -> Iterator[regex.Match[str]]:
        """Where the notation stands: only lines with what it needs are searched."""
        if self.needs is None:
            yield from self.pattern.finditer(text)
            return
        sign = self.needs.search(text)
        while sign is not None:
            start = text.rfind("\n", 0, sign.start()) + 1
            end = text.find("\n", sign.end()) + 1 or len(text)
            yield from self.pattern.finditer(text, start, end)
            sign = self.needs.search(text, end)


#: `<name>` is a macro, from the language's values.toml or from `_MACROS`. Without a reader a
#: pattern takes what is no value away from the patterns after it.
_MACROS: Mapping[str, str] = {
    "L": r"(?<![\p{L}\p{M}\d_])",
    "R": r"(?![\p{L}\d_])",
    # digits with separators inside, as they stand together: `figures.read` decides what it means
    "digits": r"\d+(?:[.,'\u00a0\u202f]\d+)*",
    "clump": r"(?<![\p{L}\d])(?<!\d[.,])<digits>",
    "fraction": r"(?:(?<![\d.,])\d{1,3}[ ]?)?[½¼¾⅓⅔⅛]"
    r"|(?<![\d.,/])(?:\d{1,3}[ ](?:<before_fraction>[ ])?)?"
    r"\d{1,2}[/⁄](?:2|3|4|5|6|8|10|16)(?![\d/])",
    "figure": r"(?P<n><fraction>|<clump>)(?:[ ](?P<scale><scale>)<R>)?",
    # the first group only says where it may begin, which most letters cannot
    "counted": r"(?:(?=[\d½¼¾⅓⅔⅛])|<L>)(?P<n><fraction>|<clump>|<L>(?:<word>)(?=[ -]))"
    r"(?:[ ](?P<scale><scale>)<R>)?",
    "measure": r"(?:<percent>|<unit>|<currency>|<cent>|<scale>|<half>|<hours>)",
}
_WORD = "<L>(?:<word>)(?:<R>|<joined>|<frequency>)"
_ONE_OF_A_ROW = "(?<!-)<L>(?P<n><ordinal_word>)<R>(?!-)"
#: What is counted, between a number and how often: "3 free pages a week".
_COUNTED = r"[ ]\p{L}+(?:[ ]\p{L}+)?"
_SHORT_DAYS = r"(?P<day><short_day>)\.?(?:[ ]?[-–][ ]?|[ ](?:<row>)[ ])(?P<last><short_day>)"
#: What a value without a digit has in it. Whole words: "di" stands in many others.
_IN_WORDS = (
    "<L>(?:(?:<word>|<ordinal_word>|<frequency>"
    "|(?:<article>|<each>|<alternate>|<rating>)[ ](?:(?:<whole>)[ ])?(?:<period>)"
    f"|{_SHORT_DAYS}|<some_days>|<whole_month>|<multiple>|<halves>|<free>|<named_hour>|<word><frequency>)<R>"
    "|<weekday>|<word><joined>)"
)


@dataclass(frozen=True, slots=True)
class _Notation:
    """How values are written, and who reads them; `needs`: what a line without cannot have one."""

    pattern: str
    reader: Reader | None
    needs: str = ""


#: "March 3, 2024": not in every language, for "maart 3" may be three of a thing.
_MONTH_FIRST = _Notation(
    r"<L>(?P<month><month>)\.?[ ](?P<d>\d{1,2})(?:<ordinal>)?(?![\d:\p{L}])"
    r"(?![.,]\d)(?:,?[ ](?P<y>\d{4})(?!\d))?",
    readers.date,
)
_STEPS: tuple[_Notation, ...] = (
    # addresses of the web, of mail and of files
    _Notation(
        r"(?:https?://|www\.)[^\s<>)\]]+|[\w.+-]+@[\w-]+\.[\w.-]+|[\w-]+\.\p{L}{2,4}/[^\s)\]]*",
        None,
        r"[/@]|www\.",
    ),
    _Notation(
        r"(?<![\w.])[\w-]*\p{L}[\w-]*\.(?:\p{L}{2,3}|docx|xlsx|jpeg|json)<R>", None, r"\.\p{L}"
    ),
    # the zone of a moment as programs write it: "2026-04-16T10:40:00+01:00"
    _Notation(r"(?<=T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)[+-]\d\d:?\d\d(?!\d)", None, r"T\d\d:\d\d"),
    # dates, before what has hyphens
    _Notation(r"(?<![\d-])(?P<y>\d{4})[-/](?P<m>\d{1,2})[-/](?P<d>\d{1,2})(?![\d-])", readers.date),
    _Notation(
        r"(?<![\d.,/-])(?P<a>\d{1,2})(?:(?P<s>[-/])(?P<b>\d{1,2})(?P=s)(?P<y>\d{4}|\d{2})"
        r"|\.(?P<b>\d{1,2})\.(?P<y>\d{4}))(?![\d/-])(?![.,]\d)",
        readers.numeric_date,
    ),
    _Notation(
        r"(?<![\d.,])(?P<d>\d{1,2})(?:<ordinal>)?(?:[ ]<of>)?[ -](?P<month><month>)<R>"
        r"(?:\.?,?[ -](?P<y>\d{4})(?!\d))?",
        readers.date,
    ),
    _MONTH_FIRST,
    _Notation(
        r"<L>(?P<month><month>)\.?,?[ ](?:<of>[ ])?(?P<y>\d{4})(?!\d)", readers.date, r"\d{4}"
    ),
    # phone numbers
    _Notation(r"\+\d[\d ()./-]{6,}\d|\(\d{2,4}\)[ -]?\d[\d -]{4,}\d", None),
    _Notation(r"(?<![\d.,-])0\d{1,3}[ ]?[-–][ ]?\d[\d ]{4,}\d|(?<!\d)0\d{9}(?!\d)", None),
    _Notation(
        r"(?<![\d.,-])(?:1[-. ])?\d{3}[-. ]\d{3}[-. ]\d{4}(?!\d)|(?<!\d)0[89]00[- ]\d{3,4}(?!\d)",
        None,
    ),
    _Notation(r"(?<![\d-])\d{3}-\d{4}(?![\d-])|(?<!\d)\d{2,}(?:-\d{2,}){2,}(?!\d)", None),
    # marks of citations and of lists in running text; what only says which one
    _Notation(
        r"\[\d+(?:[,;–-][ ]?\d+)*\]|\(\d{1,2}\)|(?:^|(?<=[.;:,!?][ ]))\d{1,2}\)(?=[ ])", None
    ),
    _Notation(r"(?<=[.;:!?][ ])\d{1,2}\.[ ](?=\p{L})", None),
    _Notation(
        r"<L>(?:<reference>)[ ]?#?\d+(?:\.\d+)*(?:(?:,[ ]?|[ ]?[-&–][ ]?|[ ](?:<range>)[ ])\d+)*"
        r"(?!\d|[.,]\d)(?![ -]?<measure><R>)",
        None,
        r"(?<=(?:<reference>)[ ]?#?)\d",
    ),
    _Notation(r"(?<!\S)#\d+|№[ ]?\d+|\d+\(\p{L}\)|(?<!\d)24/7(?!\d)", None),
    # "four and a half hours", before both parts of it
    _Notation(
        r"(?:(?=\d)|<L>)(?P<n><clump>|<L>(?:<word>)(?=[ ]))[ ](?:<before_fraction>)[ ]"
        r"(?:(?:<article>)[ ])?(?:<half_number>)(?:[ ](?P<u><unit>)<R>|(?=[.,;:?!)]|$))",
        readers.and_a_half,
        "(?:<half_number>)<R>",
    ),
    # times: by their names, and as they are said before what has figures
    _Notation(r"<L>(?:12(?:[.:]00)?[ ])?(?P<named><named_hour>)<R>(?!-\p{L})", readers.named_time),
    _Notation(
        r"(?<=<L>(?:<at>)[ ])(?P<h>\d{1,2})(?:[.:](?P<min>[0-5]\d))?[ ](?:(?:<hours>)[ ])?"
        r"(?P<half><day_half>)<R>",
        readers.time,
        "<day_half>",
    ),
    _Notation(
        r"<L>(?P<half><day_half>)[ ](?:<at>)[ ](?P<h>\d{1,2})(?:[.:](?P<min>[0-5]\d))?"
        r"(?![\d%]|[.,:]\d)(?:[ ]?(?:<hours>)<R>|(?=[.,;!?)]|[ ](?:<range>|<row>)<R>|$))",
        readers.time,
        "<day_half>",
    ),
    _Notation(
        r"<L>(?:(?P<spoken><spoken>)[ ](?P<h>\d{1,2}|<hour>)<R>(?![.,:]\d)(?:[ ](?:<hours>)<R>)?"
        r"|(?<=<L>(?:<spoken_behind>)[ ])(?P<spoken><spoken_beside>)[ ](?P<h><hour>)<R>"
        r"|(?P<spoken><spoken_beside>)[ ](?P<h><hour>)[ ](?=(?:<half>)<R>)"
        r"|(?<=<L>(?:<at_word>)[ ])(?P<h><hour>)[ ](?:<hours>)<R>"
        r"|(?P<h><hour>)[ ](?:(?:<hours>)[ ])?(?=(?:<half>)<R>))(?:[ ]?(?P<half><half>)<R>)?",
        readers.spoken_time,
        "<L>(?:<spoken>|<spoken_beside>)[ ]|<hour>[ ](?:<hours>|<half>)",
    ),
    _Notation(
        r"(?<![\d.,:])(?P<h>\d{1,2})(?::(?P<min>\d{2})(?::\d{2})?(?!:?\d)(?:[ ]?(?:<hours>)<R>)?"
        r"(?:[ ]?(?P<half><half>)<R>)?|\.(?P<min>\d{2})[ ]?(?:(?:<hours>)<R>"
        r"(?:[ ](?P<half><half>)<R>)?|(?P<half><half>)<R>)|[uh](?P<min>\d{2})(?!\d)"
        r"|[ ]?(?:(?:<hours>)[ ])?(?P<half><half>)<R>)",
        readers.time,
    ),
    _Notation(r"(?<=<L>(?:<at>)[ ])(?P<h>\d{1,2})[ ]?(?:<hours>)<R>", readers.time),
    _Notation(
        r"(?<=<L>(?:<at_figures>)[ ])(?P<h>\d{1,2})\.(?P<min>[0-5]\d)(?!\d|[.,]\d)"
        r"(?![ -]?<measure><R>)",
        readers.time,
    ),
    _Notation(
        r"(?<=<L>(?:<at>)[ ])(?P<h>0\d)(?P<min>[0-5]\d)(?!\d)(?:[ ](?:<hours>)<R>)?", readers.time
    ),
    _Notation(
        r"<L>(?:<release>)[ ]?(?P<n>\d+(?:\.\d+)*)(?![\d%])(?!,\d)(?![ -]?<measure><R>)",
        readers.version,
        r"(?<=(?:<release>)[ ]?)\d",
    ),
    _Notation(
        r"(?<![\d.,\p{Sc}])(?<!\p{Sc}[ ])(?:(?P<h>\d{1,2})\.(?P<min>[0-5]\d)"
        r"(?=[ ]?(?:<between_figures>)[ ]?\d{1,2}\.[0-5]\d(?![\d.,]))"
        r"|(?<=(?<![\d.,\p{Sc}])(?<!\p{Sc}[ ])\d{1,2}\.[0-5]\d[ ]?(?:<between_figures>)[ ]?)"
        r"(?P<h>\d{1,2})\.(?P<min>[0-5]\d)(?![\d.,]))",
        readers.time,
    ),
    # money, percentages
    _Notation(
        r"(?<![\p{L}])(?P<c><sign>)[ ]?(?P<n><digits>)(?:,-{1,2})?"
        r"(?:[ ]?(?P<scale><scale>|<amount_scale>)<R>)?",
        readers.amount,
    ),
    _Notation(r"<counted>(?:,-{1,2})?[ -]?(?P<c><currency>)<R>", readers.amount, "<currency>"),
    _Notation(r"<counted>[ -]?(?P<c><cent>)<R>", readers.cents, "<cent>"),
    # "20p", and no "1080p"
    _Notation(r"(?<![\w.,/-])(?P<n>\d{1,2}(?:[.,]\d{1,2})?)(?P<c><cent_sign>)<R>", readers.cents),
    _Notation(r"(?P<n><clump>),-{1,2}(?!\d)", readers.amount),
    _Notation(r"<counted>[ -]?(?:<percent>)<R>", readers.percent, "<percent>"),
    _Notation(r"<L>(?:<halves>)<R>", readers.share),
    _Notation(
        r"(?<!<L>(?:<not>)[ ](?:\w+[ ])?)(?<!-)<L>(?:<free>)<R>(?!-|[ ](?:<not_nothing>)<R>)",
        readers.free,
    ),
    # the 25th, before the codes; no capitals, which codes have
    _Notation(r"(?<![\p{L}\d.,/_-])(?P<n>\d{1,2})(?-i:<ordinal>)<R>(?!-)", readers.ordinal),
    # "2 x 15 minutes", and no "120 x 80 cm"
    _Notation(
        r"(?<![\p{L}\d_.,×x/-])(?P<many>[1-9]\d?)[ ]?[x×*][ ]?<counted>[ -]?(?P<u><period>)<R>",
        readers.product,
        r"\d[ ]?[x×*][ ]?\d",
    ),
    # "3x per week", and no "120 x 80" or "iPhone 7x"
    _Notation(
        r"(?<![\p{L}\d_.,×x/-])(?<!(?-i:\p{Lu})\w*[ ])(?P<n>[1-9]\d{0,2})x(?=[ ]\p{L})",
        readers.times,
    ),
    # codes: letters and digits in one word, and "ISO 20022"
    _Notation(
        r"(?<![\p{L}\d_])(?<!\d[.,])(?!(?:\d+[-–])?\d+(?:-(?-i:\p{Ll}).*|<unit>|<scale>)<R>)"
        r"(?=[\p{L}_+#-]*\d)(?=[\d_+#-]*\p{L})[\p{L}\d]+(?:[-_+#][\p{L}\d]+)*",
        None,
        r"\d(?:[_+#-]*\p{L}|(?<=\p{L}[_+#-]*\d))",
    ),
    _Notation(
        r"(?-i:(?<![\p{L}\d])\p{Lu}{2,5})[ ](?!(?:19|20)\d\d(?!\d)|\d+(?:\.\d+){3})\d+(?:\.\d+)*"
        r"(?!\d|[.,]\d|[ ]\d+/)(?![ -]?<measure><R>)",
        None,
    ),
    # how often, before how many
    _Notation(
        r"<L>(?:<each>|<alternate>)[ ]<counted>[ -]?(?P<u><period>)<R>",
        readers.every_so_many,
        "<each>|<alternate>",
    ),
    _Notation(r"<L>(?:<alternate>)[ ](?P<u><period>)<R>", readers.every_other, "<alternate>"),
    _Notation(r"<L>(?P<many><multiple>)<R>", readers.every_other, "<multiple>"),
    # days and months by their names
    _Notation(
        r"<L>(?:(?P<each><each>)[ ])?(?P<day><weekday>)(?:(?P<s><day_plural>)|<day_part>)?<R>",
        readers.weekday,
        "<weekday>",
    ),
    _Notation(f"<L>{_SHORT_DAYS}<R>", readers.weekday),
    _Notation(r"<L>(?P<some><some_days>)<R>", readers.weekday, "<some_days>"),
    _Notation(r"<before_month><L>(?P<month><whole_month>)<R>", readers.month, "<whole_month>"),
    # quantities, and what is left: numbers
    *(
        _Notation(
            rf"<L>(?:<article>)[ ](?P<u><unit>)[ ](?:<about>)[ ](?P<n>{count})<R>"
            r"(?:[ ](?P<scale><scale>)<R>)?(?![ ]?<measure><R>)",
            readers.quantity,
            "<L>(?:<article>)[ ](?:<unit>)[ ](?:<about>)[ ]",
        )
        for count in ("<clump>", "<word>")
    ),
    _Notation(r"<counted>[ -]?(?P<u><unit>)<R>", readers.quantity),
    # in one word: "tweejarig", "24-uursservice", "vierwekelijks"
    _Notation(r"<L>(?P<n><word>)(?P<u><joined>)(?=<R>|\p{L}{3})", readers.quantity, "<joined>"),
    _Notation(r"(?P<n><clump>)-(?P<u><joined>)(?=\p{L}{3})", readers.quantity, "-<joined>"),
    _Notation(r"<L>(?P<n><word>)(?P<u><frequency>)<R>", readers.every_so_many, "<frequency>"),
    _Notation(r"<L>(?:<each>)[ ](?P<u><period>)<R>", readers.frequency, "<each>"),
    _Notation(r"<L>(?P<often><frequency>)<R>", readers.frequency, "<frequency>"),
    *(
        _Notation(
            rf"(?<={count}[ ])(?:<rating>)[ ](?P<u><period>)<R>(?![ ](?:<no_rating>)<R>)",
            readers.frequency,
            "<L>(?:<rating>)[ ](?:<period>)<R>",
        )
        for count in (TAKEN, r"<L>(?:<often>)", rf"\d{_COUNTED}", rf"<L>(?:<word>){_COUNTED}")
    ),
    _Notation(
        rf"(?<!(?:{TAKEN}|<often>)[ ])<L>(?:<article>)[ ](?:(?:<whole>)[ ])?(?P<u><period>)<R>",
        readers.period,
        "<period>",
    ),
    _Notation(_ONE_OF_A_ROW, readers.ordinal),
    _Notation(r"<L>(?P<n><word>)[ ](?P<scale><scale>)<R>", readers.number, "<scale>"),
    _Notation(r"<figure>(?!\p{L})", readers.number),
    _Notation(r"(?<!-)<L>(?P<n><bare_word>)<R>(?!-)", readers.number),
    _Notation(r"(?<!-)<L>(?P<n><bare_word>)(?=-(?!<ordinal_word>s?<R>)\p{L}{3})", readers.number),
)


@once
def rules_of(language: LanguagePack) -> Rules:
    """The notations of a language."""
    with kept(language.code, "values") as compiled:
        return _compile(language.code, language.values, compiled)


def _compile(code: str, data: Mapping[str, Any], compiled: Compile) -> Rules:
    """The compiled notations of a language from its values.toml."""
    words = lexicon(code, data)
    macros = _macros(words, data)
    where = f"wordlists/{code}/values.toml"

    def ready(pattern: str) -> regex.Pattern[str]:
        return compiled(filled(pattern, macros, where), regex.IGNORECASE | regex.MULTILINE)

    def step(notation: _Notation, pattern: str) -> Step:
        needs = ready(notation.needs) if notation.needs else None
        return Step(ready(pattern), notation.reader, needs)

    notations = [
        each for each in _STEPS if each is not _MONTH_FIRST or data["dates"]["month_first"]
    ]
    return Rules(
        lexicon=words,
        between=ready("[ ]?[-–—][ ]?|[ ](?:<range>)[ ]"),
        any=ready(rf"\d|[{''.join(FRACTIONS)}]|{_IN_WORDS}"),
        word=ready(_WORD),
        row=ready("[ ]?[-–—][ ]?|[ ](?:<row>)[ ]"),
        row_after=ready(f"<L>{alternation(data['between_words'])}[ ]$"),
        below=ready(f"<L>{alternation(data['below'])}<R>"),
        steps=tuple(step(each, each.pattern) for each in notations),
        figures=tuple(
            step(each, each.pattern.replace("<counted>", "<figure>"))
            for each in notations
            if "<word>" not in each.pattern and "<bare_word>" not in each.pattern
        ),
    )


def _macros(words: Lexicon, data: Mapping[str, Any]) -> dict[str, str]:
    """The pieces of patterns that the notations are written with, of a language's words."""
    return {
        **_MACROS,
        **_times(data["times"]),
        "word": alternation(words.numbers),
        "bare_word": alternation(set(words.numbers) - set(data["number_words_before_unit"])),
        "before_fraction": alternation(data["before_fraction"]),
        "half_number": alternation(data["half_words"]),
        "scale": alternation(data["scales"]),
        "amount_scale": alternation(data["amount_scales"]),
        "unit": alternation(words.units),
        "joined": alternation(data["joined_units"]),
        "article": alternation(data["articles"]),
        "whole": alternation(data["whole"]),
        "often": alternation(data["often"]),
        "rating": alternation(data["rating"]),
        "no_rating": alternation(data["no_rating"]),
        "about": alternation(data["about"]),
        "each": alternation(data["each"]),
        "alternate": alternation(data["alternate"]),
        "multiple": alternation(data["multiples"]),
        "weekday": alternation(_forms(data["weekdays"])),
        "short_day": alternation(_forms(data["short_days"])),
        "some_days": alternation(_forms(data["some_days"])),
        "day_plural": alternation(data["day_plurals"]),
        "day_part": alternation(data["day_parts"]),
        "row": alternation(data["rows"]),
        "before_month": _behind(data["dates"]["before_month"]),
        "whole_month": _whole_months(data),
        "frequency": alternation(data["frequencies"]),
        "period": alternation(form for form, name in words.units.items() if name in _PERIODS),
        "currency": alternation(words.currencies),
        "cent": alternation(_forms(data["cents"])),
        "cent_sign": alternation(_forms(data["cent_signs"])),
        "sign": alternation(
            form for form in words.currencies if not form.isalpha() or len(form) == 3
        ),
        "percent": alternation(data["percent"]),
        "halves": alternation(data["halves"]),
        "free": alternation(data["free"]),
        "not": alternation(data["not_free"]),
        "not_nothing": alternation(data["free_to"]),
        "month": _months(words.months, data["dates"]["capital_beside_day"]),
        "ordinal": alternation(data["dates"]["ordinals"]),
        "of": alternation(data["dates"]["of"]),
        "ordinal_word": alternation(data["ordinal_words"]),
        "hour": alternation(form for form, value in words.numbers.items() if value in range(1, 13)),
        "release": alternation(data["version_words"]),
        "reference": alternation(data["references"]),
        "range": alternation(data["range_words"]),
    }


def _times(times: Mapping[str, Any]) -> dict[str, str]:
    """The pieces that times of the day are written with."""
    return {
        "half": alternation([*times["morning"], *times["afternoon"], *times["night"]]),
        "day_half": alternation([*times["morning_of"], *times["afternoon_of"], *times["night_of"]]),
        "named_hour": alternation(times["named"]),
        "hours": alternation(times["words"]),
        "at": alternation(times["before"]),
        "at_word": alternation(times["before_word"]),
        "at_figures": alternation(times["before_figures"]),
        "between_figures": alternation(times["between_figures"]),
        "spoken": alternation(times["spoken"]),
        "spoken_beside": alternation(times["spoken_beside"]),
        "spoken_behind": alternation(times["spoken_behind"]),
    }


def _whole_months(data: Mapping[str, Any]) -> str:
    """The full names of the months, with a capital where the language writes one."""
    capital = r"(?=(?-i:\p{Lu}))" if data["dates"]["capital"] else ""
    return capital + alternation(forms[0] for forms in data["months"].values())


def _forms(table: Mapping[str, Iterable[str]]) -> Iterable[str]:
    return itertools.chain.from_iterable(table.values())


def _months(names: Iterable[str], capital: Iterable[str]) -> str:
    """The names of months beside the number of a day, some only with a capital: "you may 3"."""
    capital = set(capital)
    free = alternation(set(names) - capital)
    before = r"(?:(?<=\d(?:st|nd|rd|th)?[ ])|(?=(?-i:\p{Lu})))"  # "20 may" is plain
    return rf"(?:{free}|{before}{alternation(capital)})" if capital else free


def _behind(words: Iterable[str]) -> str:
    """What a word must stand behind; nothing for no words."""
    return rf"(?<=<L>{alternation(words)}[ ])" if words else ""
