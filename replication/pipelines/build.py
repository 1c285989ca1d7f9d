"""From CoNLL-U files to a packaged spaCy pipeline, one command per language.

    python replication/pipelines/build.py nl --treebanks DIR --help-text DIR --work DIR
    python replication/pipelines/build.py en --treebanks DIR --help-text DIR --work DIR

Stages, each kept in the work folder and skipped when its result is there:

1. corpora:  read, normalise, (Dutch) harmonise the 2017 trees, add sloppy copies
2. teachers: differently seeded parsers on that
3. agreed:   lines of help pages that the teachers read alike
4. students: each goes on with the weights of the one before, on treebanks + agreed lines
5. annealed: a longer view, averaged weights, a rate that falls to 0
6. refined:  the pipeline that is shipped: short runs from there on a mixture with other word
             orders and lines that better parsers agree on; the average of the runs' weights
7. package:  tokenizer exceptions, licence and sources in meta.json, `nlp.to_disk`

With `--final` the development treebank is added to the student's training data; without it the
student can be judged on that treebank. The test treebanks are opened by `table.py` only.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import spacy
from agree import agreed_sentences, dictionary_lemmas, help_lines
from anneal import anneal, deepen, look_further
from augment import requoted, sloppy
from confection import Config
from harmonise import PrepositionalObjects, harmonise
from lemmas import tables
from refine import Part, averaged, mixture
from reorder import lengthened, reordered
from spacy.cli.train import train
from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import load_config
from support_grammar import grammar_sentences
from swap import dictionary, swapped
from tokenize_support import adapt_tokenizer
from treebank import (
    Sentence,
    join_docs,
    read_normalised,
    read_sentences,
    to_doc,
    usable,
    write_docs,
    write_sentences,
)

HERE = Path(__file__).resolve().parent
PIPELINES = HERE.parents[1] / "truthscore" / "pipelines"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """What a language is trained on; names are files `<name>.conllu.gz` / `<name>.jsonl.gz`."""

    gold: tuple[str, ...]
    old: tuple[str, ...]
    dev: str
    help_text: tuple[str, ...]
    sources: tuple[tuple[str, str, str], ...]


_SUPPORT_SOURCE = (
    "Support sentences",
    "replication/pipelines/support in the repository of truthscore",
    "CC BY-SA 4.0",
)
RECIPES = {
    "nl": Recipe(
        gold=("lassy-dev", "lassy-test"),
        old=("lassy-train-old",),
        dev="alpino-dev",
        help_text=("businesscentral_nl", "gnome_nl"),
        sources=(
            (
                "UD_Dutch-LassySmall, dev and test (annotation ALUD 2.13) and train of UD 2.0",
                "https://github.com/UniversalDependencies/UD_Dutch-LassySmall",
                "CC BY-SA 4.0",
            ),
            (
                "UD_Dutch-Alpino, dev (annotation ALUD 2.12)",
                "https://github.com/UniversalDependencies/UD_Dutch-Alpino",
                "CC BY-SA 4.0",
            ),
            _SUPPORT_SOURCE,
        ),
    ),
    "en": Recipe(
        gold=("ewt-train",),
        old=(),
        dev="ewt-dev",
        help_text=("businesscentral_en", "gnome_en"),
        sources=(
            (
                "UD_English-EWT, train",
                "https://github.com/UniversalDependencies/UD_English-EWT",
                "CC BY-SA 4.0",
            ),
            (
                "simplemma 2.0.0: lemmas of words that the treebank does not hold",
                "https://github.com/adbar/simplemma",
                "MIT",
            ),
            _SUPPORT_SOURCE,
        ),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """One training run.

    `epochs` are passes over the corpus, `batch_words` the words per update that batches grow
    to. The learning rate is constant, or with `decay` falls in a straight line to a quarter of
    itself. `start` names the run whose weights this one goes on with; with `new_parser` its
    parser is left behind, and one that looks at more of the stack and buffer is begun.
    """

    name: str
    seed: int
    epochs: int
    width: int = 96
    batch_words: int = 600
    dropout: float = 0.15
    learn_rate: float = 0.001
    decay: bool = False
    start: str | None = None
    new_parser: bool = False


# Two teachers are enough to disagree; the second only has to err elsewhere. English has one, and
# so no agreed lines: its treebank is larger and knows imperatives.
TEACHERS = {
    "nl": (
        Fit(name="teacher-1", seed=1, epochs=12),
        Fit(name="teacher-2", seed=11, epochs=8, width=112, learn_rate=0.0015, decay=True),
    ),
    "en": (Fit(name="teacher-1", seed=1, epochs=5, batch_words=1000, dropout=0.1),),
}
# Each goes on with the weights of the one before.
_FIRST = Fit(name="student-1", seed=3, epochs=6, batch_words=400, decay=True, start="teacher-1")
_SECOND = Fit(
    name="student-2",
    seed=4,
    epochs=8,
    batch_words=400,
    decay=True,
    dropout=0.25,
    start="student-1",
    new_parser=True,
)
_THIRD = Fit(
    name="student-3",
    seed=5,
    epochs=5,
    batch_words=400,
    decay=True,
    dropout=0.25,
    learn_rate=0.0007,
    start="student-2",
)
STUDENT = {"nl": (_FIRST, _SECOND, _THIRD), "en": (replace(_FIRST, epochs=8), _SECOND)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Annealing:
    """The last run (anneal.py). `further` are the window and number of wide layers put on top."""

    seed: int
    epochs: int
    dropout: float
    learn_rate: float
    depth: int = 4
    further: tuple[int, int] | None = None
    batch_words: int = 500


ANNEALING = {
    "nl": Annealing(seed=25, epochs=8, dropout=0.23, learn_rate=0.0012, further=(4, 2)),
    "en": Annealing(seed=21, epochs=8, dropout=0.22, learn_rate=0.001, depth=6),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Refinement:
    """A short run from the weights called `start`, and after it perhaps an average.

    `average` names weights and the share (0-1) of each; the result is called `mean`. The fields
    below are how often each part of the mixture is taken (refine.py); `grammar` is a number of
    sentences.
    """

    name: str
    start: str
    seed: int
    epochs: float
    dropout: float
    learn_rate: float
    mean: str = ""
    average: tuple[tuple[str, float], ...] = ()
    agreed: float = 0.5
    today: float = 1.5
    old: float = 0.8
    copies: float = 0.6
    turned: float = 1.0
    lengthened: float = 0.0
    names: float = 0.0
    support: float = 4.0
    grammar: int = 0


_NL_FIRST = Refinement(
    name="refined-1",
    start="annealed",
    seed=41,
    epochs=1.6,
    dropout=0.33,
    learn_rate=0.0008,
    mean="mean-1",
    average=(("annealed", 0.35), ("refined-1", 0.65)),
)
_EN_FIRST = Refinement(
    name="refined-1",
    start="annealed",
    seed=31,
    epochs=1.6,
    dropout=0.25,
    learn_rate=0.0008,
    agreed=0.6,
    support=3.0,
)
_THIRD_PART = 1 / 3
REFINEMENTS: dict[str, tuple[Refinement, ...]] = {
    "nl": (
        _NL_FIRST,
        replace(
            _NL_FIRST,
            name="refined-2",
            start="mean-1",
            seed=45,
            epochs=1.4,
            lengthened=1.0,
            grammar=900,
            mean="mean-2",
            average=tuple((n, _THIRD_PART) for n in ("annealed", "refined-1", "refined-2")),
        ),
        # More support sentences, fewer of 2017: better on support text, worse on news.
        replace(
            _NL_FIRST,
            name="refined-3",
            start="mean-2",
            seed=46,
            dropout=0.3,
            learn_rate=0.0007,
            agreed=0.7,
            today=1.0,
            old=0.4,
            copies=0.3,
            turned=0.5,
            lengthened=0.3,
            support=8.0,
            grammar=1500,
            mean="mean-3",
            average=(("mean-2", 0.5), ("refined-3", 0.5)),
        ),
        replace(
            _NL_FIRST,
            name="refined-4",
            start="mean-3",
            seed=47,
            epochs=0.9,
            dropout=0.3,
            learn_rate=0.0006,
            agreed=0.4,
            old=0.7,
            copies=0.4,
            turned=0.6,
            lengthened=0.2,
            support=6.0,
            grammar=1200,
            mean="mean-4",
            average=(
                ("annealed", 0.2),
                ("refined-1", 0.2),
                ("refined-2", 0.15),
                ("refined-4", 0.45),
            ),
        ),
    ),
    "en": (
        _EN_FIRST,
        replace(
            _EN_FIRST,
            name="refined-2",
            seed=32,
            epochs=1.4,
            dropout=0.3,
            learn_rate=0.0009,
            agreed=0.3,
            names=1.0,
            mean="mean-2",
            average=tuple((n, _THIRD_PART) for n in ("annealed", "refined-1", "refined-2")),
        ),
    ),
}
#: The run whose parses, together with those of the annealed pipeline, give the new agreed lines.
AGREES_WITH_ANNEALED = {"nl": "student-2", "en": "teacher-1"}
REFINED_HELP_WORDS = {"nl": 350_000, "en": 250_000}
REFINED_LINES_SEED = {"nl": 7, "en": 1}
REFINEMENT_BATCH_WORDS = 500

# spaCy's English rule lemmatizer can take learned tables; its Dutch one lower-cases names.
RULE_LEMMATIZED = ("en",)
_ALL_BUT_THE_LEMMATIZER = ("tok2vec", "morphologizer", "parser")

SUPPORT_COPIES = 5
SLOPPY_SHARE = 0.08
SLOPPY_SUPPORT_SHARE = 0.5
#: Share of the treebank sentences that get a copy with other nouns and adjectives (with their
#: tree) or also other verbs (without); and the share of such words that are exchanged.
NOUN_SWAP_SHARE = {"nl": 0.5, "en": 0.3}
VERB_SWAP_SHARE = {"nl": 0.3, "en": 0.1}
SWAP_RATE = 0.4
#: Copies in which most names are exchanged: unknown names are half of the wrong English classes.
NAME_SWAP_SHARE = 0.4
NAME_SWAP_RATE = 0.8
# English customers leave out full stops, so a join is hard to see: more joined sentences.
MAX_SENTENCES_PER_DOC = {"nl": 6, "en": 10}
HELP_WORDS = 400_000
AGREEMENT = 0.95


def today_and_old(lang: str, treebanks: Path) -> tuple[list[Sentence], list[Sentence]]:
    """Treebank sentences annotated as today, and the old ones after their harmonisation."""
    recipe = RECIPES[lang]

    def load(names: Sequence[str]) -> list[Sentence]:
        return [
            sentence
            for name in names
            for sentence in read_normalised(treebanks / f"{name}.conllu.gz", lang)
            if usable(sentence)
        ]

    gold = load(recipe.gold)
    if not recipe.old:
        return gold, []
    objects = PrepositionalObjects.learn(gold)
    harmonised = (harmonise(sentence, objects) for sentence in load(recipe.old))
    return gold, [sentence for sentence in harmonised if usable(sentence)]


def training_docs(
    lang: str, sentences: list[Sentence], agreed: list[Sentence], *, swap: bool
) -> list[Doc]:
    """Documents of one to six sentences, with altered copies and the support sentences."""
    vocab = spacy.blank(lang).vocab
    support = read_sentences(HERE / "support" / f"{lang}-train.conllu")
    docs = list(join_docs(vocab, sentences, size=MAX_SENTENCES_PER_DOC[lang], seed=1))
    extra = sloppy(sentences, share=SLOPPY_SHARE, seed=2)
    # Help lines are parsed one by one later on, so most of them stand alone here too.
    docs += list(join_docs(vocab, extra, size=2, seed=3))
    docs += list(join_docs(vocab, agreed, size=2, seed=4))
    if swap:
        docs += list(join_docs(vocab, requoted(sentences, seed=9), size=3, seed=9))
        words = dictionary(lang)
        other_nouns = swapped(
            sentences,
            lang,
            words,
            classes=("NOUN", "PROPN", "ADJ"),
            share=NOUN_SWAP_SHARE[lang],
            rate=SWAP_RATE,
            seed=6,
        )
        docs += list(join_docs(vocab, other_nouns, size=2, seed=7))
        other_words = swapped(
            sentences,
            lang,
            words,
            classes=("NOUN", "PROPN", "VERB", "ADJ"),
            share=VERB_SWAP_SHARE[lang],
            rate=SWAP_RATE,
            seed=8,
        )
        docs += [to_doc(vocab, [sentence], trees=False) for sentence in other_words]
    rng = random.Random(5)
    for copy in range(SUPPORT_COPIES):
        shuffled = support + sloppy(support, share=SLOPPY_SUPPORT_SHARE, seed=10 + copy)
        rng.shuffle(shuffled)
        docs += list(join_docs(vocab, shuffled, size=2, seed=copy))
    rng.shuffle(docs)
    return docs


def refinement_docs(
    lang: str,
    gold: Sequence[Sentence],
    old: Sequence[Sentence],
    agreed: Sequence[Sentence],
    run: Refinement,
) -> list[Doc]:
    """The mixture of a refinement; `gold` in today's annotation, `old` harmonised."""
    seed = run.seed
    support = read_sentences(HERE / "support" / f"{lang}-train.conllu")
    words = dictionary(lang)
    every = [*gold, *old]

    def exchanged(
        classes: tuple[str, ...], share: float, rate: float, number: int
    ) -> list[Sentence]:
        return swapped(
            every, lang, words, classes=classes, share=share, rate=rate, seed=seed * 10 + number
        )

    nouns = exchanged(("NOUN", "PROPN", "ADJ"), NOUN_SWAP_SHARE[lang], SWAP_RATE, 0)
    verbs = exchanged(("NOUN", "PROPN", "VERB", "ADJ"), VERB_SWAP_SHARE[lang], SWAP_RATE, 1)
    alone = [
        Part(sentences=sloppy(every, share=SLOPPY_SHARE, seed=seed), weight=run.copies / 0.6),
        Part(sentences=nouns, weight=run.copies),
        Part(sentences=verbs, weight=run.copies, size=1, trees=False),
        Part(sentences=agreed, weight=run.agreed),
    ]
    typed = [*support, *sloppy(support, share=SLOPPY_SUPPORT_SHARE, seed=seed)]
    if lang == "en":
        names = exchanged(("PROPN",), NAME_SWAP_SHARE, NAME_SWAP_RATE, 5) if run.names else []
        parts = [
            Part(sentences=gold, weight=0.6, size=MAX_SENTENCES_PER_DOC[lang]),
            Part(sentences=gold, weight=0.4),
            Part(sentences=names, weight=run.names, size=3),
            Part(sentences=typed, weight=run.support),
        ]
    else:
        size = MAX_SENTENCES_PER_DOC[lang]
        turned = reordered(every, share=1, seed=seed)
        half_turned = [*every, *reordered(every, share=0.5, seed=seed + 1)]
        longer = lengthened(half_turned, share=1, seed=seed) if run.lengthened else []
        made = grammar_sentences(every, count=run.grammar, seed=seed)
        parts = [
            Part(sentences=gold, weight=0.6 * run.today, size=size),
            Part(sentences=gold, weight=0.4 * run.today),
            Part(sentences=old, weight=run.old, size=size),
            Part(sentences=requoted(every, seed=seed), weight=run.copies, size=3),
            Part(sentences=turned, weight=run.turned),
            Part(sentences=reordered(support, share=1, seed=seed), weight=2 * run.turned),
            Part(sentences=longer, weight=run.lengthened),
            Part(sentences=[*made, *sloppy(made, share=0.15, seed=seed)], weight=1),
            Part(sentences=typed, weight=run.support),
        ]
    return mixture(spacy.blank(lang).vocab, [*parts, *alone], seed=seed)


def refined(
    lang: str, work: Path, help_text: Path, gold: Sequence[Sentence], old: Sequence[Sentence]
) -> Path:
    """Run the refinements (unless done before) and return the folder of the last average."""
    path = work / "agreed-anew.conllu"
    if not path.exists():
        lines = help_lines(
            [help_text / f"{name}.jsonl.gz" for name in RECIPES[lang].help_text],
            limit_words=REFINED_HELP_WORDS[lang],
            seed=REFINED_LINES_SEED[lang],
        )
        other = work / AGREES_WITH_ANNEALED[lang] / "model-last"
        readers = [load_adapted(lang, folder) for folder in (work / "annealed", other)]
        write_sentences(path, agreed_sentences(readers, lines, threshold=AGREEMENT))
    lines_read = [sentence for sentence in read_sentences(path) if usable(sentence)]
    if lang == "nl":
        known = frozenset(t.form.lower() for s in [*gold, *old] for t in s.tokens)
        lines_read = dictionary_lemmas(lines_read, lang, known)
    for run in REFINEMENTS[lang]:
        if not (work / run.name).exists():
            anneal(
                load_adapted(lang, work / run.start),
                refinement_docs(lang, gold, old, lines_read, run),
                work / run.name,
                seed=run.seed,
                epochs=run.epochs,
                batch_words=REFINEMENT_BATCH_WORDS,
                dropout=run.dropout,
                learn_rate=run.learn_rate,
            )
        if run.average:
            mean = averaged([(work / name, share) for name, share in run.average])
            mean.to_disk(work / run.mean)
    return work / REFINEMENTS[lang][-1].mean


def fit(lang: str, run: Fit, work: Path, docs: list[Doc]) -> Path:
    """Train (unless done before) and return the folder of the pipeline."""
    result = work / run.name / "model-last"
    if result.exists():
        return result
    corpus = work / f"{run.name}.spacy"
    write_docs(corpus, docs)
    words = sum(len(doc) for doc in docs)
    steps = run.epochs * words // run.batch_words
    print(f"{run.name}: {len(docs)} documents, {words} tokens", flush=True)
    config = load_config(HERE / "config.cfg")
    config["nlp"]["lang"] = lang
    if lang in RULE_LEMMATIZED:
        config["nlp"]["pipeline"].remove("trainable_lemmatizer")
        del config["components"]["trainable_lemmatizer"]
    base = spacy.blank(lang)
    adapt_tokenizer(base, lang)
    base.to_disk(work / "base")
    config["initialize"]["before_init"] = {
        "@callbacks": "spacy.copy_from_base_model.v1",
        "tokenizer": str(work / "base"),
    }
    config["paths"] |= {"train": str(corpus), "dev": str(work / "dev.spacy")}
    config["system"]["seed"] = run.seed
    config["components"]["tok2vec"]["model"]["encode"]["width"] = run.width
    training = config["training"]
    training |= {
        "dropout": run.dropout,
        "max_epochs": run.epochs,
        "eval_frequency": max(steps // 6, 1),
    }
    training["batcher"]["size"]["stop"] = run.batch_words
    training["optimizer"]["learn_rate"] |= {
        "initial_rate": run.learn_rate,
        # A line that ends very far away is a constant.
        "total_steps": steps * 4 // 3 if run.decay else 10**9,
    }
    if run.new_parser:
        config["components"]["parser"]["model"] |= {"extra_state_tokens": True, "hidden_width": 80}
    if run.start:
        source = str(work / run.start / "model-last")
        # Not the lemmatizer: spaCy 3.8 forgets which tree is which label when it is loaded again,
        # and then unlearns. A new one learns within an epoch.
        kept = ("tok2vec", "morphologizer") if run.new_parser else _ALL_BUT_THE_LEMMATIZER
        for name in kept:
            config["components"][name] = {"source": source}
        for name in set(config["nlp"]["pipeline"]) - set(kept):
            config["components"][name]["model"]["tok2vec"]["width"] = run.width
    config_path = work / f"{run.name}.cfg"
    config.to_disk(config_path)
    train(config_path, work / run.name)
    return result


def load_adapted(lang: str, folder: Path) -> Language:
    """A trained pipeline with the shipped tokenizer."""
    nlp = spacy.load(folder)
    adapt_tokenizer(nlp, lang)
    return nlp


def agreed(lang: str, teachers: Sequence[Path], help_text: Path, work: Path) -> list[Sentence]:
    """The self-training sentences, from the work folder when they are there."""
    path = work / "agreed.conllu"
    if not path.exists():
        files = [help_text / f"{name}.jsonl.gz" for name in RECIPES[lang].help_text]
        lines = help_lines(files, limit_words=HELP_WORDS, seed=1)
        found = agreed_sentences(
            [load_adapted(lang, folder) for folder in teachers], lines, threshold=AGREEMENT
        )
        write_sentences(path, found)
    sentences = [sentence for sentence in read_sentences(path) if usable(sentence)]
    print(f"agreed: {len(sentences)} sentences", flush=True)
    return sentences


def package(lang: str, trained: Path, out: Path, gold: Sequence[Sentence]) -> None:
    """Write the pipeline folder that the package ships."""
    nlp = load_adapted(lang, trained)
    if lang in RULE_LEMMATIZED:
        support = read_sentences(HERE / "support" / f"{lang}-train.conllu")
        lookups = tables([*gold, *support], lang)
        # spaCy lower-cases adjectives and nouns in their base form without looking them up
        # ("dutch", "paypal"). Nobody reads these features, so they are not shown.
        morphologizer: Any = nlp.get_pipe("morphologizer")
        for label in ("Degree=Pos|POS=ADJ", "Number=Sing|POS=NOUN"):
            morphologizer.cfg["labels_morph"][label] = ""
        lemmatizer: Any = nlp.add_pipe("lemmatizer", config={"mode": "rule", "overwrite": True})
        lemmatizer.initialize(lambda: [], nlp=nlp, lookups=lookups)
    nlp.meta.update(
        name="truthscore_support",
        version="1.2.0",
        description="Tagger, parser and lemmatizer for software support texts (UD labels)",
        author="The truthscore maintainers",
        email="",
        url="",
        license="CC BY-SA 4.0",
        sources=[
            {"name": name, "url": url, "license": licence}
            for name, url, licence in RECIPES[lang].sources
        ],
    )
    shutil.rmtree(out, ignore_errors=True)
    nlp.to_disk(out)
    # The paths of the training machine say nothing to anybody else.
    config = Config().from_disk(out / "config.cfg", interpolate=False)
    config["paths"] |= {"train": None, "dev": None}
    config["initialize"]["before_init"] = None
    config.to_disk(out / "config.cfg")
    meta = json.loads((out / "meta.json").read_text(encoding="utf-8"))
    # Figures on the development set; table.py replaces them by those on the test sets.
    # What the package requires; the weights use nothing newer.
    meta["spacy_version"] = ">=3.8.7,<3.9.0"
    meta["performance"] = {
        k: v for k, v in meta.get("performance", {}).items() if isinstance(v, float)
    }
    (out / "meta.json").write_text(json.dumps(meta, indent=2, ensure_ascii=False), encoding="utf-8")


def main() -> None:
    """Run the stages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lang", choices=sorted(RECIPES))
    parser.add_argument("--treebanks", type=Path, required=True, help="*.conllu.gz")
    parser.add_argument("--help-text", type=Path, required=True, help="*.jsonl.gz, field text")
    parser.add_argument("--work", type=Path, required=True, help="intermediate results")
    parser.add_argument("--out", type=Path, help="default: truthscore/pipelines/<lang>")
    parser.add_argument("--final", action="store_true", help="train on the development set too")
    parser.add_argument("--until", choices=("teachers", "agreed", "student"), default="student")
    arguments = parser.parse_args()
    lang: str = arguments.lang
    work: Path = arguments.work / lang
    work.mkdir(parents=True, exist_ok=True)

    today, old = today_and_old(lang, arguments.treebanks)
    gold = [*today, *old]
    dev_path = arguments.treebanks / f"{RECIPES[lang].dev}.conllu.gz"
    dev = [sentence for sentence in read_normalised(dev_path, lang) if usable(sentence)]
    write_docs(work / "dev.spacy", join_docs(spacy.blank(lang).vocab, dev, size=1))

    teachers = [
        fit(lang, run, work, training_docs(lang, gold, [], swap=False)) for run in TEACHERS[lang]
    ]
    if arguments.until == "teachers":
        return
    lines: list[Sentence] = []
    if len(teachers) > 1:
        known = frozenset(t.form.lower() for sentence in gold for t in sentence.tokens)
        found = agreed(lang, teachers, arguments.help_text, work)
        lines = dictionary_lemmas(found, lang, known)
    if arguments.until == "agreed":
        return
    if arguments.final:
        # Every fifth development sentence stays out, to see that nothing went wrong.
        today += [sentence for i, sentence in enumerate(dev) if i % 5]
        gold = [*today, *old]
        held_out = dev[::5]
        write_docs(work / "dev.spacy", join_docs(spacy.blank(lang).vocab, held_out, size=1))
    docs = training_docs(lang, gold, lines, swap=True)
    students = [fit(lang, run, work, docs) for run in STUDENT[lang]]
    annealed = work / "annealed"
    if not annealed.exists():
        nlp = load_adapted(lang, students[-1])
        longest = ANNEALING[lang]
        deepen(nlp, longest.depth)
        if longest.further:
            look_further(nlp, *longest.further)
        anneal(
            nlp,
            docs,
            annealed,
            seed=longest.seed,
            epochs=longest.epochs,
            batch_words=longest.batch_words,
            dropout=longest.dropout,
            learn_rate=longest.learn_rate,
        )
    last = refined(lang, work, arguments.help_text, today, old)
    package(lang, last, arguments.out or PIPELINES / lang, gold)


if __name__ == "__main__":
    main()
