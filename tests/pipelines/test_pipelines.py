"""The bundled pipelines: what they must read right, and that they read it the same way always.

Own sentences; the treebanks are not needed. Figures on whole test sets: replication/pipelines.
"""

import json
import os
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

spacy = pytest.importorskip("spacy")

PIPELINES = Path(__file__).resolve().parents[2] / "truthscore" / "pipelines"
LANGUAGES = ("nl", "en")
MAX_BYTES_BOTH = 20_000_000

# (sentence, the verb that is its root, its lemma)
IMPERATIVES = {
    "nl": (
        ("Klik op Opslaan.", "Klik", "klikken"),
        ("Kies een andere periode en bevestig uw keuze.", "Kies", "kiezen"),
        ("Open het menu Beheer.", "Open", "openen"),
        ("Selecteer de factuur die u wilt printen.", "Selecteer", "selecteren"),
        ("Ga naar het tabblad Uren.", "Ga", "gaan"),
        ("Verwijder de regel uit de lijst.", "Verwijder", "verwijderen"),
    ),
    "en": (
        ("Click Save.", "Click", "click"),
        ("Choose another period and confirm your choice.", "Choose", "choose"),
        ("Open the Admin menu.", "Open", "open"),
        ("Select the invoice that you want to print.", "Select", "select"),
        ("Go to the Hours tab.", "Go", "go"),
        ("Delete the line from the list.", "Delete", "delete"),
    ),
}
# (sentence, its subject, the label of the subject, the head of the subject)
SUBJECTS = {
    "nl": (
        ("U kunt het verlof in de app aanvragen.", "U", "nsubj", "aanvragen"),
        ("De beheerder ziet alle meldingen.", "beheerder", "nsubj", "ziet"),
        ("De bestelling wordt morgen geleverd.", "bestelling", "nsubj:pass", "geleverd"),
        ("Waarom krijg ik een foutmelding?", "ik", "nsubj", "krijg"),
    ),
    "en": (
        ("You can request leave in the app.", "You", "nsubj", "request"),
        ("The administrator sees all notifications.", "administrator", "nsubj", "sees"),
        ("The order is delivered tomorrow.", "order", "nsubj:pass", "delivered"),
        ("Why do I get an error?", "I", "nsubj", "get"),
    ),
}
TEXTS = {
    lang: [
        *(sentence for sentence, _, _ in IMPERATIVES[lang]),
        *(sentence for sentence, _, _, _ in SUBJECTS[lang]),
        " ".join(sentence for sentence, _, _ in IMPERATIVES[lang]),
        "",
        "**OK**\n\n- 1\n- 2",
    ]
    for lang in LANGUAGES
}


@pytest.fixture(scope="module", params=LANGUAGES)
def nlp(request):
    return spacy.load(PIPELINES / request.param)


def readings(docs):
    return [
        [(t.idx, t.text, t.lemma_, t.pos_, t.dep_, t.head.i, t.is_sent_start) for t in doc]
        for doc in docs
    ]


def test_imperatives_are_roots(nlp):
    for sentence, verb, lemma in IMPERATIVES[nlp.lang]:
        doc = nlp(sentence)
        roots = [t for t in doc if t.dep_ == "ROOT"]
        assert [(t.text, t.pos_, t.lemma_) for t in roots] == [(verb, "VERB", lemma)], sentence


def test_subjects_hang_on_their_verb(nlp):
    for sentence, subject, label, head in SUBJECTS[nlp.lang]:
        doc = nlp(sentence)
        found = [(t.text, t.dep_, t.head.text) for t in doc if t.dep_.startswith("nsubj")]
        assert found == [(subject, label, head)], sentence


def test_sentences_end_at_full_stops(nlp):
    first, second = (sentence for sentence, _, _ in IMPERATIVES[nlp.lang][:2])
    assert [s.text for s in nlp(f"{first} {second}").sents] == [first, second]


def test_a_parse_does_not_depend_on_its_batch(nlp):
    texts = TEXTS[nlp.lang] * 3
    alone = readings(nlp(text) for text in texts)
    for size in (1, 2, 5, 128):
        assert readings(nlp.pipe(texts, batch_size=size)) == alone
    assert readings(nlp.pipe(texts[::-1]))[::-1] == alone


def test_a_parse_does_not_depend_on_the_process(nlp):
    code = (
        "import json, sys, spacy; nlp = spacy.load(sys.argv[1]); "
        "print(json.dumps([[(t.idx, t.lemma_, t.pos_, t.dep_, t.head.i) for t in nlp(x)] "
        "for x in json.load(sys.stdin)]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(PIPELINES / nlp.lang)],
        input=json.dumps(TEXTS[nlp.lang]),
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [[[t.idx, t.lemma_, t.pos_, t.dep_, t.head.i] for t in nlp(x)] for x in TEXTS[nlp.lang]]
    assert json.loads(done.stdout) == here


@pytest.mark.parametrize("lang", LANGUAGES)
def test_meta_names_licence_and_sources(lang):
    meta = json.loads((PIPELINES / lang / "meta.json").read_text(encoding="utf-8"))
    assert meta["lang"] == lang
    assert meta["license"] == "CC BY-SA 4.0"
    assert all({"name", "url", "license"} <= source.keys() for source in meta["sources"])
    assert any("Universal" in s["url"] for s in meta["sources"])
    assert meta["performance"]["support_nsubj"] > 0.5
    assert meta["performance"]["dep_las"] > 0.7  # what `truthscore doctor` shows


def test_no_path_of_the_training_machine_is_shipped():
    for lang in LANGUAGES:
        for name in ("config.cfg", "meta.json"):
            text = (PIPELINES / lang / name).read_text(encoding="utf-8")
            assert "/tmp" not in text
            assert ".spacy" not in text.replace("spacy.", "")


def test_both_fit_in_the_wheel():
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for lang in LANGUAGES:
            for file in (PIPELINES / lang).rglob("*"):
                if file.is_file():
                    archive.write(file)
    assert len(buffer.getvalue()) <= MAX_BYTES_BOTH
