"""A spaCy pipeline for tests that knows some sentences: their columns stand in a CoNLL-U file.

It stands for a trained one: saved as a folder, it is loaded as any other. It fails at a sentence
that is not in its file, so that no test rests on a guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Token


class Column(NamedTuple):
    """What is known of a word; `head` counts words from 1 within the sentence, 0 is the root."""

    lemma: str
    pos: str
    head: int
    dep: str


#: The words of a sentence → what is known of each.
Sentences = Mapping[tuple[str, ...], tuple[Column, ...]]


def read(path: Path) -> Sentences:
    """The sentences of a CoNLL-U file."""
    found = {}
    for block in path.read_text("utf-8").split("\n\n"):
        lines = [line.split("\t") for line in block.splitlines() if line and line[0] != "#"]
        words = tuple(line[1] for line in lines)
        found[words] = tuple(Column(line[2], line[3], int(line[6]), line[7]) for line in lines)
    return {words: columns for words, columns in found.items() if words}


def known(doc: Doc, sentences: Sentences) -> Iterator[tuple[Token, int, Column]]:
    """Each token with the place where its sentence begins and its columns."""
    start = 0
    words = tuple(token.text for token in doc)
    while start < len(doc):
        ends = (end for end in range(len(doc), start, -1) if words[start:end] in sentences)
        end = next(ends, None)
        if end is None:
            raise LookupError(f"no columns for {doc[start:].text!r}: add it to the CoNLL-U file")
        for token, column in zip(doc[start:end], sentences[words[start:end]], strict=True):
            yield token, start, column
        start = end


@Language.factory("words_of_conllu", assigns=["token.pos", "token.lemma"])
def words(nlp: Language, name: str, file: str) -> object:  # noqa: ARG001
    """Sets lemmas and parts of speech."""
    sentences = read(Path(file))

    def tag(doc: Doc) -> Doc:
        for token, _, column in known(doc, sentences):
            token.lemma_, token.pos_ = column.lemma, column.pos
        return doc

    return tag


@Language.factory("trees_of_conllu", assigns=["token.dep", "token.head"])
def trees(nlp: Language, name: str, file: str) -> object:  # noqa: ARG001
    """Sets trees and, by them, where sentences begin."""
    sentences = read(Path(file))

    def parse(doc: Doc) -> Doc:
        found = list(known(doc, sentences))
        heads = [start + column.head - 1 if column.head else token.i
                 for token, start, column in found]  # fmt: skip
        deps = [column.dep if column.head else "ROOT" for _, _, column in found]
        return Doc(
            doc.vocab, words=[token.text for token in doc], heads=heads, deps=deps,
            spaces=[bool(token.whitespace_) for token in doc], pos=[token.pos_ for token in doc],
            lemmas=[token.lemma_ for token in doc],
        )  # fmt: skip

    return parse


def save(lang: str, file: Path, folder: Path) -> Path:
    """A folder with a pipeline that knows the sentences of `file`."""
    nlp = spacy.blank(lang, meta={"name": "columns", "version": "1.0.0"})
    nlp.add_pipe("words_of_conllu", config={"file": str(file)})
    nlp.add_pipe("trees_of_conllu", config={"file": str(file)})
    nlp.to_disk(folder)
    return folder
