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


def turned_texts(recipe, *rows):
    reorder = recipe("reorder")
    s = featured(recipe("treebank"), *rows)
    return {made.text for seed in range(30) for made in reorder.reordered([s], share=1, seed=seed)}


def featured(treebank, *rows):
    """Rows of form, part of speech, head, relation; verbs in capitals are finite."""
    plain = sentence(
        treebank,
        *((form, form.lower(), upos.upper(), head, rel, True) for form, upos, head, rel in rows),
    )
    tokens = [
        treebank.replace(t, feats="VerbForm=Fin" if row[1] in ("AUX", "VERB") else "")
        for t, row in zip(plain.tokens, rows, strict=True)
    ]
    tokens[-2] = treebank.replace(tokens[-2], space_after=False)
    return treebank.replace(plain, tokens=tuple(tokens))


CALLED = (
    ("Jan", "PROPN", 4, "nsubj"), ("heeft", "AUX", 4, "aux"), ("gisteren", "ADV", 4, "advmod"),
    ("gebeld", "verb", 0, "root"), (".", "PUNCT", 4, "punct"),
)  # fmt: skip


def relations(s):
    return {
        (t.lemma, s.tokens[t.head - 1].lemma if t.head else "", t.deprel)
        for t in s.tokens
        if t.upos != "PUNCT"
    }


def test_a_main_clause_is_turned_round_with_its_tree(recipe):
    assert turned_texts(recipe, *CALLED) == {
        "Gisteren heeft Jan gebeld.",
        "Heeft Jan gisteren gebeld?",
    }
    reorder, treebank = recipe("reorder"), recipe("treebank")
    original = featured(treebank, *CALLED)
    arcs = relations(original)
    for seed in range(10):
        (made,) = reorder.reordered([original], share=1, seed=seed)
        assert treebank.usable(made)
        assert relations(made) == arcs


def test_what_cannot_be_turned_stays_as_it_is(recipe):
    asked = (("Wie", "PRON", 2, "nsubj"), ("belt", "VERB", 0, "root"), (".", "PUNCT", 2, "punct"))
    assert turned_texts(recipe, *asked) == set()
    # "je hebt" would have to become "heb je".
    told = (("Je", "PRON", 3, "nsubj"), ("hebt", "AUX", 3, "aux"), *CALLED[3:])
    assert turned_texts(recipe, *told[:2], ("gebeld", "verb", 0, "root"), told[3]) == set()


def test_a_phrase_of_another_sentence_hangs_on_the_main_verb(recipe):
    reorder, treebank = recipe("reorder"), recipe("treebank")
    donor = featured(
        treebank,
        ("Ze", "PRON", 2, "nsubj"), ("slaapt", "VERB", 0, "root"), ("in", "ADP", 4, "case"),
        ("mei", "NOUN", 2, "obl"), (".", "PUNCT", 2, "punct"),
    )  # fmt: skip
    longer = featured(
        treebank,
        ("Jan", "PROPN", 5, "nsubj"), ("heeft", "AUX", 5, "aux"), ("een", "DET", 4, "det"),
        ("boek", "NOUN", 5, "obj"), ("gelezen", "verb", 0, "root"), (".", "PUNCT", 5, "punct"),
    )  # fmt: skip
    made = [
        s for seed in range(20) for s in reorder.lengthened([donor, longer], share=1, seed=seed)
    ]
    assert {s.text for s in made} == {
        "Jan heeft een boek in mei gelezen.",
        "Jan heeft een boek in mei in mei gelezen.",
    }
    for s in made:
        assert treebank.usable(s)
        forms = [t.form for t in s.tokens]
        verb = forms.index("gelezen") + 1
        assert {t.head for t in s.tokens if t.deprel in ("obl", "obj", "nsubj")} == {verb}


def test_the_grammar_writes_whole_trees_with_one_subject_a_clause(recipe):
    grammar, treebank = recipe("support_grammar"), recipe("treebank")
    made = grammar.grammar_sentences([], count=300, seed=1)
    assert [s.text for s in made] == [
        s.text for s in grammar.grammar_sentences([], count=300, seed=1)
    ]
    for s in made:
        assert treebank.usable(s), s.text
        clauses = [i for i, t in enumerate(s.tokens, 1) if t.upos in ("VERB", "ADJ")]
        subjects = [t.head for t in s.tokens if t.deprel in ("nsubj", "nsubj:pass")]
        assert len(subjects) == len(set(subjects)), s.text
        assert set(subjects) <= set(clauses)
        finite = [t for t in s.tokens if "VerbForm=Fin" in t.feats]
        assert finite, s.text


def test_thousands_lose_their_comma(recipe):
    pytest.importorskip("simplemma")
    pytest.importorskip("wordfreq")
    treebank, lemmas = recipe("treebank"), recipe("lemmas")
    lookups = lemmas.tables([sentence(treebank, ("12", "12", "NUM", 0, "root", True))], "en")
    nlp = spacy.blank("en")
    lemmatizer = nlp.add_pipe("lemmatizer", config={"mode": "rule"})
    lemmatizer.initialize(lambda: [], nlp=nlp, lookups=lookups)
    words = ["12,000", "44,050", "7,5", "12"]
    doc = spacy.tokens.Doc(nlp.vocab, words=words, pos=["NUM"] * 4)
    assert [t.lemma_ for t in lemmatizer(doc)] == ["12000", "44050", "7,5", "12"]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("It costs 5 - see reviews- now", "It costs 5 - see reviews - now"),
        ("I DON'T know", "I DO N'T know"),
        ("Call 1-800-555-0199 or x3-9890.", "Call 1-800-555-0199 or x3-9890 ."),
        ("It is from the 80's.", "It is from the 80's ."),
        ("An A+ grade, 24/7", "An A + grade , 24 / 7"),
        ('"Julie"<julie...@host.org>', '" Julie " < julie...@host.org >'),
        ("a log-in page", "a log - in page"),
        ("----==== end", "----==== end"),
    ],
)
def test_english_is_cut_as_its_treebank_cuts_it(recipe, text, tokens):
    nlp = spacy.blank("en")
    recipe("tokenize_support").adapt_tokenizer(nlp, "en")
    assert " ".join(t.text for t in nlp.make_doc(text)) == tokens


def test_a_mixture_takes_parts_by_their_weight(recipe):
    refine, treebank = recipe("refine"), recipe("treebank")
    word = sentence(treebank, ("Ja", "ja", "INTJ", 0, "root", True))
    other = sentence(treebank, ("Nee", "nee", "INTJ", 0, "root", True))
    docs = refine.mixture(
        spacy.blank("nl").vocab,
        [
            refine.Part(sentences=[word] * 10, weight=1.6, size=1),
            refine.Part(sentences=[other] * 4, weight=0.5, size=1, trees=False),
        ],
        seed=1,
    )
    assert sorted(doc.text.strip() for doc in docs) == ["Ja"] * 16 + ["Nee"] * 2
    assert all(doc.has_annotation("DEP") == (doc.text.strip() == "Ja") for doc in docs)


def test_the_average_of_a_pipeline_with_itself_is_that_pipeline(recipe):
    refine = recipe("refine")
    folder = SHIPPED / "nl"
    assert readings(refine.averaged([(folder, 0.5), (folder, 0.5)])) == readings(spacy.load(folder))


def test_an_average_lies_between(recipe, tmp_path):
    refine = recipe("refine")
    nlp = spacy.load(SHIPPED / "nl")
    node = next(n for n in nlp.get_pipe("parser").model.walk() if n.has_param("W") is True)
    before = node.get_param("W").copy()
    node.set_param("W", before + 1)
    nlp.to_disk(tmp_path)
    mixed = refine.averaged([(SHIPPED / "nl", 1), (tmp_path, 3)])
    after = next(n for n in mixed.get_pipe("parser").model.walk() if n.has_param("W") is True)
    assert after.get_param("W") == pytest.approx(before + 0.75, abs=1e-5)
