"""How a company writes the names of its buttons, menus and fields, learned by counting.

Pages that set such names in bold say where they are. The bold marks are taken out, and what stands
around the names is counted: a word before ("the field Due date"), a word behind ("the Due date
field"), other marks, menu paths. A cue is kept where nearly always a name follows it. What was
learned on half of the pages is measured on the other half, by page (paper, §8.3: metrics learn from
the documentation style of a company).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import regex

from truthscore.language import LanguagePack
from truthscore.types import ContextDocument

#: Bold in Markdown.
BOLD = regex.compile(r"\*\*([^*\n]+?)\*\*")
#: A longer name is a sentence, as of `text/components`.
MAX_WORDS = 15
#: From this many words on, a full stop makes a bold text a sentence.
SENTENCE_WORDS = 4
#: Words of a name without marks, at most: the longest that a pattern may take without its right
#: edge being marked.
BARE_WORDS = 5
#: Times that a cue must stand before or behind a name, and that a word must stand at its edge.
LEAST_TIMES = 5
#: Share of the places after a cue that must be a name.
LEAST_PRECISION = 0.9
#: Share of the places of a word beside or in names, at which it stands beside, for an edge.
EDGE_SHARE = 0.9
#: Share of the places of a cue at which a name stands beside it: words that stand everywhere ("on",
#: "the") say little, though a capital behind them is mostly one of a name.
SPECIFIC = 0.1
#: Cues of one pattern, the most frequent: what is rarer says little.
MOST_CUES = 40
#: Characters of a name in marks.
MOST_CHARS = 60
#: Characters that an example begins before its name.
BEFORE_EXAMPLE = 30

_NAME = r"\p{Lu}[\w'’&/-]*(?:[ ][\w'’&/-]+)"
_WORD = regex.compile(r"[\w'’-]+")
_PLAIN = regex.compile(r"[\p{L}\p{N}]+")
#: Marks beside bold in which names may stand: name of the pattern, opening, closing.
_MARKS = (
    ("quotes", '"', '"'), ("curly_quotes", "[“„”]", "[”“]"), ("single_quotes", "[‘’]", "’"),
    ("italic", r"(?<![*\w])[*_](?![*\s])", r"(?<!\s)[*_](?![*\w])"), ("code", "`", "`"),
    ("brackets", r"\[", r"\](?!\()"), ("guillemets", "«", "»"),
)  # fmt: skip
_PART = r"\p{Lu}[^<>\n.,;:()]{0,40}?"
_PATH = rf"(?P<label>{_PART})(?:[ ]?>[ ]?(?P<label>{_PART}))+(?=[ ]?[.,;:)\n]|$)"


@dataclass(frozen=True, slots=True)
class Bare:
    """A page without its bold marks, and the characters at which its bold names stand now."""

    text: str
    names: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """A learned pattern: `found` and `right` on the pages it was *not* learned on, and `names`, the
    bold names that stand there. `cues`: each with how often, and how often rightly, on those that
    it was learned on."""

    name: str
    pattern: str
    example: str
    label: str
    cues: tuple[tuple[str, int, int], ...]
    found: int
    right: int
    hit: int
    names: int

    @property
    def precision(self) -> float | None:
        """Share of the finds that are a name; None where nothing was found."""
        return self.right / self.found if self.found else None

    @property
    def recall(self) -> float | None:
        """Share of the bold names that it finds without their marks; None without bold names."""
        return self.hit / self.names if self.names else None


def learn(
    pages: Iterable[ContextDocument],
    pack: LanguagePack,
    *,
    seed: int = 0,
    times: int = LEAST_TIMES,
    precision: float = LEAST_PRECISION,
) -> tuple[tuple[Notation, ...], tuple[int, int]]:
    """The notations of pages, most names found first; and on how many pages they were learned and
    measured. Pages without bold names teach nothing and are in neither number.
    """
    stops = _stops(pack)
    told = [made for page in pages if (made := bare(page.text, stops)).names]
    learned, measured = in_halves(told, seed)
    found = [
        *_cued(learned, measured, times, precision),
        *_marked(learned, measured, times, precision),
    ]
    found.sort(key=lambda each: (-each.hit, -each.right, each.name))
    return tuple(found), (len(learned), len(measured))


def in_halves(pages: Iterable[Bare], seed: int) -> tuple[list[Bare], list[Bare]]:
    """Pages to learn on, and as many to measure on, or one more. By a digest of their text: neither
    their order nor the folder they lie in says which."""
    drawn = sorted(pages, key=lambda each: hashlib.sha256(f"{seed}:{each.text}".encode()).digest())
    middle = len(drawn) // 2
    return drawn[:middle], drawn[middle:]


def bare(text: str, stops: Collection[str] = ()) -> Bare:
    """A page without bold marks. A bold text that is a sentence, a lead-in or in `stops` (plain) is
    no name."""
    pieces: list[str] = []
    names = []
    at = length = 0
    for match in BOLD.finditer(text):
        before = text[at : match.start()]
        inner = match[1]
        start = length + len(before)
        length = start + len(inner)
        pieces += [before, inner]
        if can_be_a_name(inner, stops):
            left = len(inner) - len(inner.lstrip())
            names.append((start + left, start + len(inner.rstrip())))
        at = match.end()
    return Bare("".join([*pieces, text[at:]]), tuple(names))


def plain(label: str) -> str:
    """A name as it is compared: its words in small letters."""
    return " ".join(_PLAIN.findall(label.casefold()))


def as_toml(notations: Sequence[Notation], lang: str, *, least: float = LEAST_PRECISION) -> str:
    """The notations as `[[components.<lang>.add]]` of a profile. One that has less than the `least`
    precision on the pages it was not learned on is commented out: those do not bear it out.
    """
    blocks = []
    for each in notations:
        share = "-" if each.precision is None else f"{each.precision:.2f}"
        recall = "-" if each.recall is None else f"{each.recall:.2f}"
        lines = [
            f"# precision {share} ({each.right} of {each.found}), recall {recall} ({each.hit} of "
            f"{each.names} bold names), on pages it was not learned on"
        ]
        if each.cues:
            told = ", ".join(f"{cue} {right}/{found}" for cue, found, right in each.cues)
            lines.append(f"# learned from: {told}")
        quoted = {name: json.dumps(getattr(each, name), ensure_ascii=False)
                  for name in ("name", "pattern", "example", "label")}  # fmt: skip
        holds = each.precision is not None and each.precision >= least
        block = [f"[[components.{lang}.add]]", *(f"{k} = {v}" for k, v in quoted.items())]
        lines += block if holds else ["# Not borne out:", *(f"# {one}" for one in block)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _stops(pack: LanguagePack) -> frozenset[str]:
    words = pack.components["words"]
    return frozenset(plain(word) for key in ("stop_label", "stop_title") for word in words[key])


def can_be_a_name(label: str, stops: Collection[str]) -> bool:
    """Whether a bold text may name a button, menu or field: no sentence, question or lead-in, and
    not in `stops` (plain)."""
    label = label.strip()
    words = label.split()
    return (
        (label[:1].isupper() or label[:1].isdigit())
        and any(char.isalpha() for char in label)
        and len(words) <= MAX_WORDS
        and not label.endswith(("?", "!", ":"))
        and not (label.endswith(".") and len(words) >= SENTENCE_WORDS)
        and plain(label) not in stops
    )


def _cued(
    learned: Sequence[Bare], measured: Sequence[Bare], times: int, precision: float
) -> Iterator[Notation]:
    """Names behind a cue, and before one."""
    first, last = _edges(learned, times)
    if not last or not first:
        return
    known = _known(learned)
    ends = rf"(?=[ ]?[.,;:()\n]|[ ](?:{_any(last)})\b|$)"
    name = f"(?P<label>{_NAME}{{0,{BARE_WORDS - 1}}}?)"
    cue = r"(?P<cue>(?:\p{Ll}[\w-]*[ ]){0,1}\p{Ll}[\w-]*)"
    before = _cues(rf"(?<![\w-]){cue}:?[ ]{name}{ends}", learned, known, times, precision)
    if before:
        pattern = rf"(?<![\w-])(?:{_any(each for each, *_ in before)}):?[ ]{name}{ends}"
        yield from _made("cue_before", pattern, before, learned, measured)
    # a word that is a cue itself says by itself that a name follows: another stands behind it then
    cues = {each for each, *_ in before}
    begins = rf"(?<![\w-])(?:{_any([word for word in first if word not in cues])})[ ]"
    behind = _cues(rf"{begins}{name}[ ](?P<cue>\p{{Ll}}[\w-]*)", learned, known, times, precision)
    if behind:
        pattern = rf"{begins}{name}[ ](?:{_any(each for each, *_ in behind)})(?![\w-])"
        yield from _made("cue_behind", pattern, behind, learned, measured)


def _marked(
    learned: Sequence[Bare], measured: Sequence[Bare], times: int, precision: float
) -> Iterator[Notation]:
    """Names in other marks than bold, and menu paths."""
    known = _known(learned)
    inside = rf"(?P<label>\p{{Lu}}[^\n*_`\"“”„«»<>\[\]]{{0,{MOST_CHARS}}}?)"
    candidates = [(name, f"{opening}{inside}{closing}") for name, opening, closing in _MARKS]
    for name, pattern in [*candidates, ("path", _PATH)]:
        found, right, _ = _counted(pattern, learned, known)
        if right >= times and right >= precision * found:
            yield from _made(name, pattern, (), learned, measured)


def _edges(pages: Sequence[Bare], times: int) -> tuple[list[str], list[str]]:
    """Words that stand right before names, and right behind them, and hardly in them."""
    before, behind, within = Counter[str](), Counter[str](), Counter[str]()
    for page in pages:
        for start, end in page.names:
            line = page.text.rfind("\n", 0, start) + 1
            said = _WORD.findall(page.text, max(line, start - MOST_CHARS), start)
            if said and page.text[:start].endswith(f"{said[-1]} "):
                before[said[-1].casefold()] += 1
            then = regex.match(r"[ ]([\w'’-]+)", page.text[end : end + MOST_CHARS])
            if then:
                behind[then[1].casefold()] += 1
            within.update(word.casefold() for word in _WORD.findall(page.text, start, end))
    return tuple(  # type: ignore[return-value]
        sorted(
            word
            for word, count in side.items()
            if count >= times and count >= EDGE_SHARE * (count + within[word]) and word.isalpha()
        )
        for side in (before, behind)
    )


def _cues(
    pattern: str, pages: Sequence[Bare], known: Collection[str], times: int, least: float
) -> list[tuple[str, int, int]]:
    """Cue, finds and right finds of those that nearly always have a name beside them. Of two words
    where the last alone is none."""
    found, right = Counter[str](), Counter[str]()
    compiled = regex.compile(pattern)
    for page in pages:
        bold = set(page.names)
        for match in compiled.finditer(page.text, overlapped=True):
            name = match.span("label")
            is_name = name in bold or plain(match["label"]) in known
            words = match["cue"].split()
            for cue in {" ".join(words), words[-1]}:
                found[cue] += 1
                right[cue] += is_name
    kept = {
        cue: (found[cue], right[cue])
        for cue in found
        if right[cue] >= times and right[cue] >= least * found[cue]
    }
    for cue, said in _said(kept, pages).items():
        if kept[cue][1] < SPECIFIC * said:
            del kept[cue]
    told = [
        (cue, *counts)
        for cue, counts in kept.items()
        if " " not in cue or cue.split()[-1] not in kept
    ]
    return sorted(told, key=lambda each: (-each[2], each[0]))[:MOST_CUES]


def _said(cues: Collection[str], pages: Sequence[Bare]) -> Counter[str]:
    """How often each cue stands on the pages, with or without a name beside it."""
    said = Counter[str]()
    if cues:
        compiled = regex.compile(rf"(?<![\w-])(?:{_any(cues)})(?![\w-])")
        for page in pages:
            said.update(compiled.findall(page.text, overlapped=True))
    return said


def _made(
    name: str, pattern: str, cues: Sequence[tuple[str, int, int]],
    learned: Sequence[Bare], measured: Sequence[Bare],
) -> Iterator[Notation]:  # fmt: skip
    """A notation with its figures on the pages it was not learned on, where it has an example."""
    example = next(_examples(pattern, learned), None)
    if example is None:
        return
    found, right, hit = _counted(pattern, measured, _known(measured))
    yield Notation(
        name=f"learned_{name}", pattern=pattern, example=example[0], label=example[1],
        cues=tuple(cues), found=found, right=right, hit=hit,
        names=sum(len(page.names) for page in measured),
    )  # fmt: skip


def _counted(pattern: str, pages: Sequence[Bare], known: Collection[str]) -> tuple[int, int, int]:
    """Finds, those that are a name, and bold names that are found at their place."""
    compiled = regex.compile(pattern)
    found = right = hit = 0
    for page in pages:
        places = {span for match in compiled.finditer(page.text) for span in match.spans("label")}
        at_names = places & set(page.names)
        found += len(places)
        hit += len(at_names)
        right += sum(span in at_names or plain(page.text[slice(*span)]) in known for span in places)
    return found, right, hit


def _examples(pattern: str, pages: Sequence[Bare]) -> Iterator[tuple[str, str]]:
    """A piece of a page in which the pattern finds a bold name, and that name."""
    compiled = regex.compile(pattern)
    for page in pages:
        bold = set(page.names)
        for match in compiled.finditer(page.text):
            if not bold.issuperset(match.spans("label")):
                continue
            line = page.text.rfind("\n", 0, match.start()) + 1
            start = max(line, match.start() - BEFORE_EXAMPLE)
            end = page.text.find("\n", match.end())
            piece = page.text[start : end if end >= 0 else None][: 4 * MOST_CHARS]
            again = compiled.search(piece)
            if again is not None and again["label"] == match["label"]:
                yield piece, match["label"]


def _known(pages: Sequence[Bare]) -> frozenset[str]:
    """The names that pages have in bold somewhere."""
    return frozenset(plain(page.text[start:end]) for page in pages for start, end in page.names)


def _any(words: Iterable[str]) -> str:
    """Any of some words, the longest first."""
    return "|".join(regex.escape(word) for word in sorted(words, key=lambda w: (-len(w), w)))
