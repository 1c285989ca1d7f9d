"""The recipe's own steps (replication/pipelines), on own sentences and small real pipelines."""

import importlib
from pathlib import Path

import pytest

spacy = pytest.importorskip("spacy")

ROOT = Path(__file__).resolve().parents[2]
RECIPE = ROOT / "replication" / "pipelines"
SHIPPED = ROOT / "truthscore" / "pipelines"
MAX_SHARED_TRIGRAMS = 1 / 3
TEXTS = ("Klik op Opslaan en kies vervolgens een medewerker.", "You can request leave in the app.")


@pytest.fixture
def recipe(monkeypatch):
    monkeypatch.syspath_prepend(str(RECIPE))
    return importlib.import_module


def readings(nlp):
    return [[(t.text, t.lemma_, t.pos_, t.dep_, t.head.i) for t in nlp(text)] for text in TEXTS]


def sentence(treebank, *rows):
    return treebank.Sentence(
        sent_id="own",
        tokens=tuple(
            treebank.Token(
                form=form, lemma=lemma, upos=upos, xpos="", feats="", head=head, deprel=deprel,
                space_after=space,
            )
            for form, lemma, upos, head, deprel, space in rows
        ),
    )  # fmt: skip


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_layers_put_on_top_change_nothing_before_they_are_trained(recipe, lang, tmp_path):
    anneal = recipe("anneal")
    nlp = spacy.load(SHIPPED / lang)
    before = readings(nlp)
    anneal.look_further(nlp, 3, 1)
    assert readings(nlp) == before
    nlp.to_disk(tmp_path)
    assert readings(spacy.load(tmp_path)) == before


def test_layers_put_on_top_do_not_read_the_text_before(recipe):
    # spaCy 3.8's MishWindowEncoder does.
    anneal = recipe("anneal")
    nlp = spacy.load(SHIPPED / "en")
    anneal.look_further(nlp, 3, 2)
    tok2vec = nlp.get_pipe("tok2vec").model
    for node in tok2vec.layers[1].walk():
        if node.name == "layernorm":
            node.set_param("G", node.get_param("G") + 1)
    docs = [nlp.make_doc(text) for text in TEXTS]
    together = tok2vec.predict(docs)
    for doc, vectors in zip(docs, together, strict=True):
        assert (tok2vec.predict([doc])[0] == vectors).all()


def test_a_deeper_encoder_changes_nothing_before_it_is_trained(recipe, tmp_path):
    anneal = recipe("anneal")
    nlp = spacy.load(SHIPPED / "en")
    before = readings(nlp)
    depth = nlp.config["components"]["tok2vec"]["model"]["encode"]["depth"]
    anneal.deepen(nlp, depth + 1)
    assert readings(nlp) == before
    nlp.to_disk(tmp_path)
    deeper = spacy.load(tmp_path)
    assert deeper.config["components"]["tok2vec"]["model"]["encode"]["depth"] == depth + 1
    assert readings(deeper) == before


def test_a_loaded_lemmatizer_knows_its_labels_again(recipe):
    anneal = recipe("anneal")
    nlp = spacy.load(SHIPPED / "nl")
    lemmatizer = nlp.get_pipe("trainable_lemmatizer")
    anneal.restore_labels(nlp)
    tree = lemmatizer.trees.add("klikt", "klikken")
    assert lemmatizer.cfg["labels"][lemmatizer.tree2label[tree]] == tree


def test_other_quotation_marks_keep_the_tree(recipe):
    treebank, augment = recipe("treebank"), recipe("augment")
    quoted = sentence(
        treebank,
        ('"', '"', "PUNCT", 2, "punct", False),
        ("Ja", "ja", "INTJ", 4, "parataxis", False),
        ('"', '"', "PUNCT", 2, "punct", True),
        ("zegt", "zeggen", "VERB", 0, "root", True),
        ("ze", "ze", "PRON", 4, "nsubj", True),
    )
    plain = sentence(treebank, ("Ja", "ja", "INTJ", 0, "root", True))
    (made,) = augment.requoted([plain, *[quoted] * 1], seed=1) or (quoted,)
    texts = {s.text for seed in range(20) for s in augment.requoted([plain, quoted], seed=seed)}
    assert ",,Ja'' zegt ze" in texts
    assert '"Ja" zegt ze' not in texts
    assert [(t.head, t.deprel) for t in made.tokens] == [(t.head, t.deprel) for t in quoted.tokens]


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_no_test_sentence_repeats_a_training_sentence(recipe, lang):
    treebank = recipe("treebank")

    def trigrams(s):
        words = [t.form.lower() for t in s.tokens if t.upos != "PUNCT"]
        return {tuple(words[i : i + 3]) for i in range(len(words) - 2)}

    train = [
        trigrams(s) for s in treebank.read_sentences(RECIPE / "support" / f"{lang}-train.conllu")
    ]
    for tested in treebank.read_sentences(RECIPE / "support" / f"{lang}-test.conllu"):
        own = trigrams(tested)
        shared = max(len(own & other) for other in train)
        assert shared <= MAX_SHARED_TRIGRAMS * len(own), tested.text


def test_a_noun_that_no_list_holds_keeps_its_capitals(recipe):
    pytest.importorskip("simplemma")
    pytest.importorskip("wordfreq")
    treebank, lemmas = recipe("treebank"), recipe("lemmas")
    nouns = sentence(
        treebank,
        ("Invoices", "invoice", "NOUN", 0, "root", True),
        ("PM", "p.m.", "NOUN", 1, "nmod", True),
    )
    lookups = lemmas.tables([nouns], "en")
    nlp = spacy.blank("en")
    lemmatizer = nlp.add_pipe("lemmatizer", config={"mode": "rule"})
    lemmatizer.initialize(lambda: [], nlp=nlp, lookups=lookups)
    words = ["Printer", "PayFoo", "PM", "Invoices"]
    doc = spacy.tokens.Doc(nlp.vocab, words=words, pos=["NOUN"] * 4)
    assert [t.lemma_ for t in lemmatizer(doc)] == ["printer", "PayFoo", "p.m.", "invoice"]
