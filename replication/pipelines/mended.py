"""What mending the lemmas of a pipeline does (`truthscore/text/lemmas.py`), on UD treebanks.

Per word class, and of verbs those with a part that stands apart: the share of words whose lemma is
the treebank's, as the pipeline gives it and as it is mended. Compounds that a treebank splits with
"_" count as one word. Deterministic.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from treebank import Sentence, read_sentences

from truthscore import language
from truthscore.text import parser
from truthscore.text.model import PARTICLE, ParsedText

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from folders import folder_with

#: Treebanks of each language that is mended; the pipeline was not trained on dev and test.
TREEBANKS = {"nl": ("lassy-dev", "lassy-test", "alpino-dev", "alpino-test")}
CLASSES = ("VERB", "AUX", "NOUN", "PROPN", "ADJ")


def words(sentence: Sentence) -> Iterator[tuple[tuple[int, int], str, str]]:
    """Where each word of a sentence stands, what it is and its lemma."""
    apart = {t.head for t in sentence.tokens if t.deprel == PARTICLE}
    at = 0
    for number, token in enumerate(sentence.tokens, 1):
        what = f"{token.upos} with a part" if number in apart else token.upos
        yield (at, at + len(token.form)), what, token.lemma.lower().replace("_", "")
        at += len(token.form) + token.space_after


def right(sentences: list[Sentence], found: list[ParsedText]) -> tuple[Counter[str], Counter[str]]:
    """Per class the words that were found, and those with the treebank's lemma."""
    known, same = Counter[str](), Counter[str]()
    for sentence, parsed in zip(sentences, found, strict=True):
        lemmas = dict(zip(zip(parsed.starts, parsed.ends, strict=True), parsed.lemmas, strict=True))
        for place, what, lemma in words(sentence):
            if what.split()[0] in CLASSES and place in lemmas:
                known[what] += 1
                same[what] += lemmas[place] == lemma
    return known, same


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument(
        "--data",
        type=folder_with(*[f"{name}.conllu.gz" for names in TREEBANKS.values() for name in names]),
        required=True,
        help="folder of *.conllu.gz",
    )
    folder = arguments.parse_args().data
    for code, names in TREEBANKS.items():
        pack = language.load(code)
        sentences = [
            each for name in names for each in read_sentences(folder / f"{name}.conllu.gz")
        ]
        texts = [each.text for each in sentences]
        given = right(sentences, parser.load(replace(pack, word_forms=None)).parse(texts))
        mended = right(sentences, parser.load(pack).parse(texts))
        print(f"{code}: {', '.join(names)}, {len(sentences)} sentences")
        print(f"{'class':20}{'words':>7}{'pipeline':>10}{'mended':>8}")
        for what, count in sorted(given[0].items()):
            shares = (each[1][what] / each[0][what] for each in (given, mended))
            print(f"{what:20}{count:>7}{next(shares):>10.1%}{next(shares):>8.1%}")


if __name__ == "__main__":
    main()
