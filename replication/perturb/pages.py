"""Help pages as sections with clean sentences and steps, and contexts cut from them.

Only what can be said by a chatbot on its own is kept: tables, code, notes, link lists, pictures
and sentences that point elsewhere ("the following table") never become part of an answer.
"""

from __future__ import annotations

import gzip
import json
import random
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import regex

#: Words of context around an answer, and of one distractor section.
CONTEXT_WORDS = (200, 600)
DISTRACTOR_WORDS = (60, 220)
SENTENCE_WORDS, STEP_WORDS = (5, 32), (3, 38)

HEADING = regex.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
ITEM = regex.compile(r"^(\s*)(\d+[.)]|[-*+])\s+(.*)$")
BOLD = regex.compile(r"\*\*([^*\n]+?)\*\*")
#: The lamp icon that opens nearly every procedure; its alternative text stands in brackets.
LAMP_NL = regex.compile(
    r"(?:[Hh]et )?(?:pictogram |icoon )?\(!?(?:Lampje|Lightbulb|Gloeilamp)[^)]*\)(?: ?-?pictogram)?"
)
LAMP_EN = regex.compile(r"(?:the )?\(!?Lightbulb[^)]*\)(?: icon)?")
ITALIC = regex.compile(r"(?<![*\w])[*_]([^*_\n]+)[*_](?![*\w])")
#: A full stop after one of these ends no sentence.
ABBREVIATION = regex.compile(
    r"(?:\b(?:bijv|bv|nr|nrs|enz|d\.w\.z|m\.b\.t|o\.a|i\.p\.v|incl|excl|max|min|e\.g|i\.e|etc|vs|"
    r"Whse|Phys|Inv|Jnl|Cust|Vend|Std|Curr|Prod|Mfg|Calc|Bal|Gen|Bus|Pct|Depr|Rcpt|Shpt|Cr|Nos|Co|"
    r"Inc|Ltd|Dept|Rem|Pmt|Invt|Appl|Exch|Avail|Qte|Hist|Stat|Wksh|Specs|Desc|Info|Pst|Est|Rev|"
    r"No|St|approx|resp|evt|ca|art|jl|t\.b\.v|ex|no|Btw|Qty|Acc|Doc|Dim|Amt|aant)|\b[A-Za-z])\.$"
)
#: Sentences that make no sense outside their page, or are no plain sentence.
NOT_ALONE = regex.compile(
    r"[|`\[\]<>{}\\→^~]|https?:|www\.|\(!|!\(|&\w+;|\.\.\.|…|\b(?:"
    r"zie|raadpleeg|meer informatie|zie ook|(?:in|op) de volgende \p{Ll}+en|"
    r"volgende (?:tabel|afbeelding|voorbeeld|secties?|"
    r"artikel|artikelen|stappen|lijst|procedures?)|hieronder|hierboven|onderstaande?|bovenstaande?|"
    r"dit (?:onderwerp|artikel|voorbeeld)|deze (?:sectie|paragraaf|procedure|tabel|afbeelding|"
    r"pagina wordt beschreven)|vorige (?:stap|sectie|procedure)|als volgt|eerder|stap \d+|"
    r"beschreven in|learn more|more information|see(?: also)?|for details|go to the article|"
    r"following|below|above|this (?:topic|article|section|example|procedure|table)|as follows|"
    r"described in|previous (?:step|section|procedure)|step \d+|in the (?:figure|illustration)|"
    r"screenshot|screencast|afbeelding|illustratie|TODO|FIXME|deprecated|preview|stappen|steps|"
    r"(?:section|hoofdstuk|paragraaf)"
    r")\b",
    regex.IGNORECASE,
)
#: "in te stellen" is the infinitive "instellen".
INFINITIVE = regex.compile(r"\b(\p{Ll}*) ?\bte (\p{Ll}+en)\b")
REMARK = regex.compile(
    r"(?:Yes|No|Ja|Nee|Opmerking|Note|Tip|Let op|Belangrijk|Important|Warning)\b"
)
#: Pages that were translated in part: an English sentence on a Dutch page.
ENGLISH = regex.compile(r"\b(?:the|and|your|you|with)\b")
#: A first sentence may not lean on one that is left out.
LEANS = regex.compile(
    r"^(?:Deze|Dit|Dat|Die|Hij|Zij|Ze|Het (?:is|wordt|kan|biedt|bevat|gaat)|Hier|Hiermee|Hierdoor|"
    r"Hierin|Hiervoor|"
    r"Daar\w*|Dan|Zo|Ook|Anders|Maar|En|Of|Want|Toch|Echter|Vervolgens|Bovendien|Bijvoorbeeld|"
    r"In dat|In dit|Op deze|Op die|Met deze|Als dit|Als dat|Dus|Wel|Beide|"
    r"This|These|That|Those|It|They|Then|Here|There|But|And|Or|So|Also|Otherwise|However|"
    r"Therefore|Instead|Additionally|In this|In that|In these|For this|For example|Likewise|"
    r"Similarly|Thus|Both|Such|He|She|His|Her|Its|Their|Afterwards|Next|As a result|If so|If it|"
    r"If this|If not|To do (?:this|so)|Doing (?:this|so)|When (?:it|this)|The (?:former|latter|"
    r"first|second|other))\b"
)
PROCEDURE_HEADINGS_OUT = regex.compile(
    r"^(?:zie ook|see also|gerelateerde|related|start een gratis|find free|verwante)", regex.I
)


@dataclass(frozen=True, eq=False)
class Section:
    """One heading of a page with its text; `runs` are paragraphs cut into usable sentences."""

    page: str
    title: str
    heading: str
    place: int
    text: str
    runs: tuple[tuple[str, ...], ...]
    steps: tuple[str, ...]
    lang: str
    site: str

    @property
    def id(self) -> str:
        """The page's id and the section's place on it."""
        return f"{self.page}#{self.place}"


@dataclass(frozen=True, eq=False)
class Library:
    """The sections of one language, and what is needed to cut contexts from them."""

    lang: str
    sections: tuple[Section, ...]
    by_page: dict[str, tuple[Section, ...]]

    @cached_property
    def infinitives(self) -> frozenset[str]:
        """Words that stand after "te": Dutch headings end in nouns in -en as well as in verbs."""
        found: set[str] = set()
        for section in self.sections:
            for before, verb in INFINITIVE.findall(section.text):
                found |= {verb, before + verb}
        return frozenset(found)

    def around(self, section: Section) -> str:
        """The text of `section` with its neighbours, until the context is long enough."""
        page = self.by_page[section.page]
        chosen = [section.place]
        count = words(section.text)
        for step in range(1, len(page)):
            for place in (section.place + step, section.place - step):
                if not 0 <= place < len(page) or count >= CONTEXT_WORDS[0]:
                    continue
                if count + words(page[place].text) <= CONTEXT_WORDS[1]:
                    chosen.append(place)
                    count += words(page[place].text)
        return "\n\n".join(page[place].text for place in sorted(chosen))

    def distractors(self, section: Section, rng: random.Random) -> list[Section]:
        """One or two sections of other pages of the same help centre."""
        wanted = rng.choice((1, 1, 2))
        found: list[Section] = []
        for _ in range(200):
            other = rng.choice(self.sections)
            low, high = DISTRACTOR_WORDS
            fits = low <= words(other.text) <= high and other.site == section.site
            if fits and other.page not in {section.page, *(each.page for each in found)}:
                found.append(other)
            if len(found) == wanted:
                break
        return found


def words(text: str) -> int:
    return len(text.split())


def read_pages(data: Path, lang: str) -> list[dict[str, str]]:
    pages = []
    for path in sorted(data.glob(f"*_{lang}.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            # Spans count characters of the NFC form, as the scorer does.
            pages += [json.loads(unicodedata.normalize("NFC", line)) for line in stream]
    return pages


def library(pages: Sequence[dict[str, str]], lang: str) -> Library:
    by_page = {
        page["id"]: tuple(sections_of(page, lang)) for page in pages if page["title"].strip(" .:*#")
    }
    everything = tuple(section for sections in by_page.values() for section in sections)
    return Library(lang=lang, sections=everything, by_page=by_page)


def sections_of(page: dict[str, str], lang: str) -> list[Section]:
    blocks: list[tuple[str, list[str]]] = [(page["title"], [])]
    for line in page["text"].splitlines():
        heading = HEADING.match(line)
        if heading:
            blocks.append((heading.group(2), [line]))
        else:
            blocks[-1][1].append(line)
    sections: list[Section] = []
    for heading, lines in blocks:
        text = clipped("\n".join(lines).strip())
        if not text or PROCEDURE_HEADINGS_OUT.match(heading):
            continue
        runs, steps = statements(text, lang)
        sections.append(
            Section(
                page=page["id"],
                title=page["title"],
                heading=BOLD.sub(r"\1", heading),
                place=len(sections),
                text=text,
                runs=runs,
                steps=steps,
                lang=lang,
                site=page["id"].split("_")[0],
            )
        )
    return sections


def clipped(text: str) -> str:
    """A very long section ends at the last paragraph that still fits a context."""
    kept: list[str] = []
    count = 0
    for paragraph in text.split("\n\n"):
        count += words(paragraph)
        if kept and count > CONTEXT_WORDS[1]:
            break
        kept.append(paragraph)
    return "\n\n".join(kept)


def statements(text: str, lang: str) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """The paragraphs as runs of usable sentences, and the steps of the first numbered list."""
    runs: list[tuple[str, ...]] = []
    steps: list[str] = []
    open_list, fenced, closed = False, False, False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
            continue
        if fenced or not line.strip() or HEADING.match(line):
            continue
        item = ITEM.match(line)
        if item:
            numbered = item.group(2)[0].isdigit()
            if numbered and len(item.group(1)) <= 1 and not closed:
                if open_list and item.group(2).startswith("1") and item.group(2)[1] in ".)":
                    closed = True
                    continue
                open_list = True
                steps.append(step(item.group(3), lang))
            continue
        if line.startswith((" ", "\t", ">", "|", "<", "(", "!")):
            continue
        closed = closed or open_list
        runs += usable_runs(clean(line, lang), lang)
    if "" in steps:
        # A step that cannot be said breaks the procedure; what came before it still stands.
        steps = steps[: steps.index("")]
    return tuple(runs), tuple(steps)


def clean(text: str, lang: str) -> str:
    if lang == "nl":
        text = LAMP_NL.sub("het pictogram Vertel me", text)
    else:
        text = LAMP_EN.sub("the Tell Me icon", text)
    text = text.replace("Vertel me voer", "Vertel me, voer")
    text = regex.sub(r"\*\*\s*([^*\n]+?)\s*\*\*", r"**\1**", text)
    text = ITALIC.sub(r"\1", text)
    # An example or an aside in brackets may go: what is left says the same thing.
    text = regex.sub(r" \( ?\)", "", regex.sub(r"(?<!\.)\.\.(?!\.)", ".", text))
    example = r" \((?:bijvoorbeeld|bijv\.|zoals|e\.g\.|for example|such as)[^()]*\)"
    text = regex.sub(example, "", text)
    return regex.sub(r"\s+", " ", text).strip()


def sentences(text: str) -> list[str]:
    pieces: list[str] = []
    start = 0
    for match in regex.finditer(r"[.!?](?=\s+[\"'“‘(*]*[A-ZÀ-Ý\d])", text):
        piece = text[start : match.end()]
        if text[match.start()] == "." and ABBREVIATION.search(piece):
            continue
        if piece.count("**") % 2 or piece.count("(") != piece.count(")"):
            continue
        pieces.append(piece.strip())
        start = match.end()
    rest = text[start:].strip()
    return [*pieces, rest] if rest else pieces


def usable_runs(text: str, lang: str) -> list[tuple[str, ...]]:
    runs: list[list[str]] = [[]]
    for sentence in sentences(text):
        if usable(sentence, SENTENCE_WORDS, lang):
            runs[-1].append(sentence)
        elif runs[-1]:
            runs.append([])
    kept = []
    for run in runs:
        while run and LEANS.match(run[0]):
            run = run[1:]
        if run:
            kept.append(tuple(run))
    return kept


def usable(sentence: str, bounds: tuple[int, int], lang: str) -> bool:
    if lang == "nl" and ENGLISH.search(BOLD.sub("X", sentence)):
        return False
    return (
        bounds[0] <= words(sentence) <= bounds[1]
        and sentence.endswith(".")
        and sentence.lstrip("*")[0].isupper()
        and not NOT_ALONE.search(BOLD.sub("X", sentence))
        and not regex.search(r"\([A-Z!]|[:;]|\*\*\*|\s-\s", sentence)
        and sentence.count("**") % 2 == 0
        and "*" not in BOLD.sub("", sentence)
        and sentence.count('"') % 2 == 0
        and sentence.count("(") == sentence.count(")")
        and not REMARK.match(sentence)
    )


def step(text: str, lang: str) -> str:
    """The instruction of one list item, or "" where it cannot stand in an answer."""
    found = sentences(clean(text, lang))
    if not found:
        return ""
    if not found[-1].endswith((".", ":", "!", "?")):
        found[-1] += "."
    kept: list[str] = []
    for sentence in found:
        if not usable(sentence, STEP_WORDS, lang):
            break
        kept.append(sentence)
    while kept and words(" ".join(kept)) > STEP_WORDS[1]:
        kept.pop()
    return " ".join(kept[:2])
