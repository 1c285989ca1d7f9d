"""From text to columns: what the bundled pipelines hand over, and which pipeline is taken."""

from __future__ import annotations

import json
import pickle
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import pack
from truthscore import resources
from truthscore.errors import PipelineError
from truthscore.text import columns, parser
from truthscore.text.markup import normalise
from truthscore.text.model import ParsedText
from truthscore.text.parser import SpacyParser

TEXT = (
    "# Verlof\n\nDe **beheerder** opent het *menu*. Daarna [klikt](x.md) hij.\n\n1. Open\n2. Sluit"
)


def is_sound(parsed: ParsedText) -> None:
    """Columns of one length, tokens in text order, heads and sentences that hold together."""
    columns = (
        parsed.ends, parsed.lowers, parsed.lemmas, parsed.pos, parsed.deps, parsed.heads,
        parsed.stops,
    )  # fmt: skip
    size = len(parsed.starts)
    assert all(len(column) == size for column in columns)
    end = 0
    for token in range(size):
        assert end <= parsed.starts[token] < parsed.ends[token] <= len(parsed.text)
        end = parsed.ends[token]
        written = parsed.text[parsed.starts[token] : end].lower()
        # Markup may stand inside a word; its letters are there in order.
        left = iter(written)
        assert all(char in left for char in parsed.lowers[token])
        assert parsed.lemmas[token] == parsed.lemmas[token].lower() != ""
    place = 0
    for first, last in parsed.sentences:
        assert first == place < last
        place = last
        assert all(first <= head < last for head in parsed.heads[first:last])
    assert place == size


def test_a_dutch_text_keeps_its_offsets(parsers: dict[str, SpacyParser]) -> None:
    (parsed,) = parsers["nl"].parse([TEXT])
    is_sound(parsed)
    assert parsed.text == TEXT
    assert [block.kind for block in parsed.blocks] == ["heading", "paragraph", "step", "step"]
    assert "beheerder" in parsed.lowers
    token = parsed.lowers.index("beheerder")
    assert TEXT[parsed.starts[token] : parsed.ends[token]] == "beheerder"


@pytest.mark.parametrize(
    ("lang", "text", "last"),
    [
        ("nl", "Dat doet HR.", "hr"),
        ("nl", "Log in met DigiD. Dat duurt even.", "digid"),
        ("nl", "Vraag het P&O.", "p&o"),
        ("nl", "Zie z.o.z.", "z.o.z."),
    ],
)
def test_the_dot_of_a_sentence_is_no_part_of_its_last_word(
    parsers: dict[str, SpacyParser], lang: str, text: str, last: str
) -> None:
    (parsed,) = parsers[lang].parse([text])
    is_sound(parsed)
    words = parsed.lowers[slice(*parsed.sentences[0])]
    assert last in words[-2:]
    assert last in parsed.lemmas[slice(*parsed.sentences[0])][-2:]


@pytest.mark.parametrize(
    ("lang", "text", "count"),
    [
        ("nl", "Klik op: Deellevering boeken. Verlaag het aantal.", 2),
        ("nl", "3. Klik op: **Deellevering boeken**.", 1),
        ("nl", "Tegenboeken doe je vanuit een venster: selecteer de post en kies Boeken.", 2),
        ("en", "Purpose: A P60 is a summary of an employee's total pay.", 1),
    ],
)
def test_a_colon_behind_a_few_words_ends_no_sentence(
    parsers: dict[str, SpacyParser], lang: str, text: str, count: int
) -> None:
    [parsed] = parsers[lang].parse([text])
    assert len(parsed.sentences) == count


def test_the_parse_is_plain_data(parsers: dict[str, SpacyParser]) -> None:
    (parsed,) = parsers["en"].parse(["The manager opens the menu."])
    assert pickle.loads(pickle.dumps(parsed)) == parsed
    assert all(type(word) is str for word in parsed.lowers + parsed.pos + parsed.deps)


def test_texts_do_not_see_their_neighbours(parsers: dict[str, SpacyParser]) -> None:
    texts = [TEXT, "", "Kan dit?", TEXT, "1. Open\n1. Open"]
    together = parsers["nl"].parse(texts)
    assert together == [parsers["nl"].parse([text])[0] for text in texts]
    assert together[0] == together[3]
    assert together[1].starts == ()


def test_a_copied_line_has_the_parse_it_has_on_the_page(parsers: dict[str, SpacyParser]) -> None:
    line = "Klik op de knop **Opslaan** in het menu."
    page, answer = parsers["nl"].parse([f"# Kop\n\nIets anders.\n\n3. {line}", f"- {line}"])
    size = answer.starts.__len__()
    assert page.lemmas[-size:] == answer.lemmas
    assert page.deps[-size:] == answer.deps


PIECES = st.sampled_from(
    ["De beheerder", " opent ", "**het**", "\n", "\n\n", "1. ", "- ", "| a | b |", "`x`", "?", "é",
     "\u200b", "🙂", "snake_case", "[l](x.md)", "\t", "don't", "auto's"]
)  # fmt: skip


@settings(max_examples=25)
@given(st.lists(PIECES, max_size=14).map("".join).map(normalise))
def test_any_text_gives_sound_columns(parsers: dict[str, SpacyParser], text: str) -> None:
    for code in ("nl", "en"):
        first, second = parsers[code].parse([text, text])
        is_sound(first)
        assert first == second


# --- which pipeline -------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["nl", "en"])
def test_the_bundled_pipeline_is_found_and_named(
    code: str, parsers: dict[str, SpacyParser]
) -> None:
    info = parser.find(pack(code), "bundled")
    assert (info.source, info.lang) == ("bundled", code)
    assert replace(parsers[code].info, weights="") == info
    assert len(parsers[code].info.weights) == 8
    assert parsers[code].name.startswith(f"{code}_{info.name}-{info.version}@bundled")
    assert len(parsers[code].fingerprint) == 8


def test_other_weights_under_the_same_version_show_in_the_fingerprint(tmp_path: Path) -> None:
    bundled = resources.bundled_pipeline("en")
    assert bundled is not None
    folder = tmp_path / "en"
    shutil.copytree(bundled, folder)
    same = parser.load(pack("en"), str(folder)).fingerprint
    meta = folder / "meta.json"
    meta.write_text(meta.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert parser.load(pack("en"), str(folder)).fingerprint != same


def test_pipelines_have_fingerprints_of_their_own(parsers: dict[str, SpacyParser]) -> None:
    assert parsers["nl"].fingerprint != parsers["en"].fingerprint
    assert parser.load(pack("nl"), "bundled").fingerprint == parsers["nl"].fingerprint


def test_a_shipped_pipeline_is_loaded_once_in_a_process(tmp_path: Path) -> None:
    shipped = parser.shared_by_all(pack("nl"))
    assert parser.shared_by_all(pack("nl"), "bundled") is shipped
    assert parser.shared_by_all(pack("en")) is not shipped
    bundled = resources.bundled_pipeline("nl")
    assert bundled is not None
    own = str(shutil.copytree(bundled, tmp_path / "own"))
    assert parser.shared_by_all(pack("nl"), own) is not parser.shared_by_all(pack("nl"), own)


def test_an_unknown_pipeline_says_how_to_get_it() -> None:
    with pytest.raises(
        PipelineError, match=r"no spaCy pipeline 'nl_none' for Nederlands \(nl\)"
    ) as e:
        parser.find(pack("nl"), "nl_none")
    assert "`python -m spacy download nl_none`" in str(e.value)


def test_a_pipeline_of_another_language_is_refused(tmp_path: Path) -> None:
    (tmp_path / "meta.json").write_text(json.dumps({"lang": "en", "name": "x"}))
    with pytest.raises(PipelineError, match=r"is for language 'en', expected 'nl' \(Nederlands\)"):
        parser.find(pack("nl"), str(tmp_path))


def test_a_folder_that_does_not_load_says_so(tmp_path: Path) -> None:
    meta = {"lang": "nl", "name": "x", "spacy_version": ">=9,<10"}
    (tmp_path / "meta.json").write_text(json.dumps(meta))
    with pytest.raises(
        PipelineError, match=r"does not load with spaCy .*\(it was made with >=9,<10"
    ):
        parser.load(pack("nl"), str(tmp_path))


def test_a_pipeline_without_a_parser_is_refused(tmp_path: Path) -> None:
    import spacy

    spacy.blank("nl").to_disk(tmp_path)
    with pytest.raises(PipelineError, match=r"has no dependency parser .*use `--pipeline bundled`"):
        parser.load(pack("nl"), str(tmp_path))


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_a_line_that_a_page_has_is_not_parsed_again(
    parsers: dict[str, SpacyParser], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (page,) = parsers[lang].parse([TEXT + "\n\n* Het  **menu** [sluit](y.md). Klaar! Open dan X."])
    answer = "Eerst dit.\n\n  - Het menu sluit. Klaar! Open dan *X*.\n\n## Verlof\n1. Open"
    wanted = parsers[lang].parse([answer])
    parsed: list[str] = []
    parse = SpacyParser._parse_blocks

    def recorded(self: SpacyParser, texts: list[str], flat: list[str]) -> object:
        parsed.extend([*texts, *flat])
        return parse(self, texts, flat)

    monkeypatch.setattr(SpacyParser, "_parse_blocks", recorded)
    known = columns.ParsedBlocks(page, columns.numbered_blocks(page))
    answers, [question] = parsers[lang].read([answer], ["Open"], [known])
    assert parsed == ["Eerst dit."]
    assert answers == wanted
    assert question.sentences == ((0, 1),)


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_the_tokenizer_is_the_one_of_the_pipeline(lang: str) -> None:
    """Leaving out the special cases that spaCy throws away changes no token."""
    import spacy

    folder = resources.bundled_pipeline(lang)
    plain = spacy.load(str(folder), exclude=list(parser.UNUSED_COMPONENTS))
    ours = parser.load(pack(lang))._nlp
    assert ours.tokenizer.to_bytes() == plain.tokenizer.to_bytes()
    assert ours.tokenizer.rules == plain.tokenizer.rules
    assert ours.pipe_names == plain.pipe_names


def test_a_pipeline_with_a_tokenizer_of_its_own_keeps_it(tmp_path: Path) -> None:
    import spacy

    folder = tmp_path / "own"
    shutil.copytree(str(resources.bundled_pipeline("nl")), folder)
    config = folder / "config.cfg"
    assert parser._only_once(spacy, folder) != {}
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace("spacy.Tokenizer.v1", "own.Tokenizer.v1"), encoding="utf-8")
    assert parser._only_once(spacy, folder) == {}
    config.write_text(text, encoding="utf-8")
    (folder / "tokenizer").unlink()
    assert parser._only_once(spacy, folder) == {}


def test_spacy_is_whole_for_whoever_uses_its_command_line_later() -> None:
    code = (
        "import sys; from truthscore.text import parser; spacy = parser._spacy();"
        "assert 'spacy.cli' not in sys.modules, 'not left out';"
        "import io, contextlib;"
        "exec('with contextlib.redirect_stdout(io.StringIO()):\\n spacy.info()');"
        "import spacy.cli; assert spacy.cli.__file__ and spacy.cli.info.__module__"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_a_question_has_the_words_of_its_whole_parse_and_no_tree(
    parsers: dict[str, SpacyParser], lang: str
) -> None:
    asked = "Hoe opent de **beheerder** het menu?\n\n- How do I open it? Why not?"
    answer = "Open het menu. Open it."
    [whole] = parsers[lang].parse([asked])
    [same], [question] = parsers[lang].read([answer], [asked])
    assert [same] == parsers[lang].parse([answer])
    for column in ("starts", "ends", "lowers", "lemmas", "pos", "stops", "blocks"):
        assert getattr(question, column) == getattr(whole, column)
    assert question.heads == tuple(range(len(question.starts)))
    assert len(question.sentences) == 2  # one per line, however many sentences it has


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_a_question_that_is_a_line_of_the_answer_costs_it_no_tree(
    parsers: dict[str, SpacyParser], lang: str
) -> None:
    text = "The manager opens the menu. It closes."
    [answer], [question] = parsers[lang].read([text], [text])
    assert [answer] == parsers[lang].parse([text])
    assert question.lemmas == answer.lemmas
    assert set(question.deps) == {""}


def test_a_component_that_reads_trees_gets_them_of_questions_too() -> None:
    from spacy.language import Language

    @Language.component("reads_trees_in_test", requires=["token.dep"])
    def reads_trees(doc):  # type: ignore[no-untyped-def]
        return doc

    nlp = Language()
    nlp.add_pipe("parser")
    assert parser._tree_makers(nlp) == {"parser"}
    nlp.add_pipe("reads_trees_in_test")
    assert not parser._tree_makers(nlp)


@pytest.mark.parametrize(
    ("lang", "text", "begins"),
    [
        ("en", "Unfortunately not. PDF files can't be imported.", ["PDF"]),
        ("nl", "Nee, dat kan niet. Facturen blijven staan.", ["Facturen"]),
        ("en", "Costs are approx. EUR 5 and come incl. VAT.", []),
        ("nl", "Bel tel. Nummer is te vinden bij no. A12.", []),
        ("en", "Two causes: 1. Drugs and 2. Radiation.", ["Drugs", "Radiation"]),
        ("nl", "Doe dat niet. 3 dagen later kan het wel.", []),
        ("nl", "Dat kan niet. tenzij u betaalt.", []),
        ("nl", "Niet. ", []),
    ],
)
def test_a_sentence_begins_behind_the_dot_of_a_small_word(
    parsers: dict[str, SpacyParser], lang: str, text: str, begins: list[str]
) -> None:
    doc = parser._parted(parsers[lang]._nlp.make_doc(text))
    assert [token.text for token in doc[1:] if token.is_sent_start] == begins
