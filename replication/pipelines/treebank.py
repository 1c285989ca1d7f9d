"""CoNLL-U in, spaCy `Doc`s out: reading, the few normalisations, and the joining of sentences.

Only the columns the scorer needs are kept: form, lemma, UPOS, XPOS, FEATS, head, deprel and
`SpaceAfter`. Multi-word tokens ("don't" = "do" + "n't") become two tokens without a space
between them, which is how spaCy's own tokenizers cut them; empty nodes are dropped.
"""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

# Detokenising rules for treebanks that carry no SpaceAfter (the 2017 release of LassySmall).
_NO_SPACE_BEFORE = frozenset(".,:;!?)]}»%’”")
_NO_SPACE_AFTER = frozenset("([{«„“‘")


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One syntactic word. `head` counts from 1 inside the sentence; 0 is the root."""

    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    deprel: str
    space_after: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A parsed sentence and the id it has in its file."""

    sent_id: str
    tokens: tuple[Token, ...]

    @property
    def text(self) -> str:
        """The sentence as typed, without the blank after its last token."""
        return "".join(t.form + (" " if t.space_after else "") for t in self.tokens).rstrip()


def read_sentences(path: Path) -> list[Sentence]:
    """All sentences of a CoNLL-U file, plain or gzip."""
    open_text = gzip.open if path.suffix == ".gz" else open
    sentences: list[Sentence] = []
    with open_text(path, "rt", encoding="utf-8") as lines:
        comments: list[str] = []
        rows: list[list[str]] = []
        for line in lines:
            line = line.rstrip("\n")
            if line.startswith("#"):
                comments.append(line)
            elif line:
                rows.append(line.split("\t"))
            elif rows:
                sentences.append(_sentence(comments, rows, f"{path.name}:{len(sentences) + 1}"))
                comments, rows = [], []
        if rows:
            sentences.append(_sentence(comments, rows, f"{path.name}:{len(sentences) + 1}"))
    return sentences


def _sentence(comments: Sequence[str], rows: Sequence[list[str]], fallback_id: str) -> Sentence:
    sent_id = fallback_id
    for comment in comments:
        if comment.startswith("# sent_id = "):
            sent_id = comment.removeprefix("# sent_id = ")
    has_spacing = any("SpaceAfter=No" in row[9] for row in rows) or any(
        comment.startswith("# text = ") for comment in comments
    )
    tokens: list[Token] = []
    glued_until = 0
    glued_last = False
    for row in rows:
        if "." in row[0]:
            continue
        if "-" in row[0]:
            glued_until = int(row[0].split("-")[1])
            glued_last = "SpaceAfter=No" in row[9]
            continue
        index = int(row[0])
        if index < glued_until:
            space_after = False
        elif index == glued_until:
            space_after = not glued_last
        else:
            space_after = "SpaceAfter=No" not in row[9]
        tokens.append(
            Token(
                # A few forms hold a blank ("10 000"): a spaCy word cannot, the blank is dropped.
                form=row[1].replace(" ", "").replace("\u00a0", ""),
                lemma=row[2],
                upos=row[3],
                xpos="" if row[4] == "_" else row[4],
                feats="" if row[5] == "_" else row[5],
                head=int(row[6]),
                deprel=row[7],
                space_after=space_after,
            )
        )
    sentence = Sentence(sent_id=sent_id, tokens=tuple(tokens))
    return sentence if has_spacing else _guess_spacing(sentence)


def _guess_spacing(sentence: Sentence) -> Sentence:
    tokens = list(sentence.tokens)
    for left in range(len(tokens) - 1):
        here, following = tokens[left].form, tokens[left + 1].form
        if following in _NO_SPACE_BEFORE or here in _NO_SPACE_AFTER:
            tokens[left] = replace(tokens[left], space_after=False)
    return replace(sentence, tokens=tuple(tokens))


def write_sentences(path: Path, sentences: Iterable[Sentence], header: str = "") -> None:
    """Write CoNLL-U (ten columns; DEPS stays empty). `header` goes into comment lines on top."""
    with path.open("w", encoding="utf-8") as out:
        for line in header.splitlines():
            out.write(f"# {line}\n")
        for sentence in sentences:
            out.write(f"# sent_id = {sentence.sent_id}\n# text = {sentence.text}\n")
            for index, t in enumerate(sentence.tokens, 1):
                misc = "_" if t.space_after or index == len(sentence.tokens) else "SpaceAfter=No"
                columns = (
                    str(index), t.form, t.lemma, t.upos, t.xpos or "_", t.feats or "_",
                    str(t.head), t.deprel, "_", misc,
                )  # fmt: skip
                out.write("\t".join(columns) + "\n")
            out.write("\n")


def normalise(sentence: Sentence, lang: str) -> Sentence:
    """Bring a treebank sentence to the conventions of the pipelines.

    Dutch: Alpino marks compound seams in lemmas ("basis_niveau", "op_bellen"); readers of a
    score never want them, so the seam goes (see `_without_seams`). The 2017 `flat:name` is
    today's `flat`.
    """
    if lang != "nl":
        return sentence
    tokens = []
    for t in sentence.tokens:
        lemma = _without_seams(t) if "_" in t.lemma and "_" not in t.form else t.lemma
        deprel = "flat" if t.deprel == "flat:name" else t.deprel
        tokens.append(replace(t, lemma=lemma or t.form, deprel=deprel))
    return replace(sentence, tokens=tuple(tokens))


def _without_seams(token: Token) -> str:
    """The lemma as a word: "bestuur_lid" of "bestuursleden" becomes "bestuurslid".

    Alpino writes the parts of a compound without the letters that link them; those are taken
    from the form. Verbs are only closed up: "op_pakken" of "opgepakt" is "oppakken".
    """
    closed = token.lemma.replace("_", "")
    if token.upos not in ("NOUN", "ADJ", "PROPN", "X"):
        return closed
    *first, last = token.lemma.split("_")
    form = token.form if token.form[:1] == token.lemma[:1] else token.form.lower()
    start = len("".join(first))
    for length in (4, 3):
        seam = form.lower().find(last[:length].lower(), start)
        if last and start <= seam <= start + 4:
            return form[:seam] + last
    return closed


def read_normalised(path: Path, lang: str) -> list[Sentence]:
    """`read_sentences`, then `normalise` each."""
    return [normalise(sentence, lang) for sentence in read_sentences(path)]


def to_doc(
    vocab: Vocab, sentences: Sequence[Sentence], *, gaps: Sequence[str] = (), trees: bool = True
) -> Doc:
    """One `Doc` of several sentences, without heads and relations if not `trees`.

    `gaps[i]` stands between sentence i and i+1: "" or " " is an ordinary blank, anything else
    (line breaks) becomes a SPACE token, as spaCy's tokenizer would make it.
    """
    words: list[str] = []
    spaces: list[bool] = []
    rows: list[tuple[str, str, str, str, int, str, bool]] = []
    for number, sentence in enumerate(sentences):
        offset = len(words)
        last = len(sentence.tokens) - 1
        gap = gaps[number] if number < len(gaps) else " "
        for index, t in enumerate(sentence.tokens):
            words.append(t.form)
            spaces.append(t.space_after if index < last else not gap.strip(" "))
            head = len(rows) if t.head == 0 else offset + t.head - 1
            deprel = "ROOT" if t.head == 0 else t.deprel
            rows.append((t.upos, t.xpos, t.lemma, t.feats, head, deprel, index == 0))
        if gap.strip(" ") and number < len(sentences) - 1:
            words.append(gap)
            spaces.append(False)
            rows.append(("SPACE", "_SP", gap, "", len(rows) - 1, "dep", False))
    doc = Doc(
        vocab,
        words=words,
        spaces=spaces,
        pos=[r[0] for r in rows],
        lemmas=[r[2] for r in rows],
        morphs=[r[3] for r in rows],
        heads=[r[4] for r in rows] if trees else None,
        deps=[r[5] for r in rows] if trees else None,
    )
    for token, row in zip(doc, rows, strict=True):
        if row[1]:
            token.tag_ = row[1]
    return doc


def join_docs(
    vocab: Vocab, sentences: Sequence[Sentence], *, size: int, seed: int | None = None
) -> Iterator[Doc]:
    """Documents of `size` sentences in file order.

    With a `seed`, of 1 to `size` sentences and now and then with line breaks between them, so
    the parser learns sentence ends from more than one layout.
    """
    rng = random.Random(seed)
    start = 0
    while start < len(sentences):
        count = size if seed is None else rng.randint(1, size)
        chunk = sentences[start : start + count]
        gaps: list[str] = []
        if seed is not None:
            layout = rng.choices([" ", "\n", "\n\n"], [8, 1, 1])[0]
            gaps = [layout] * (len(chunk) - 1)
        yield to_doc(vocab, chunk, gaps=gaps)
        start += count


def write_docs(path: Path, docs: Iterable[Doc]) -> None:
    """A `.spacy` file that `spacy train` and `spacy evaluate` read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    DocBin(docs=docs, store_user_data=False).to_disk(path)


def usable(sentence: Sentence) -> bool:
    """Whether the sentence can become a `Doc`: one root, no cycle, no blank inside a form."""
    heads = [t.head for t in sentence.tokens]
    if heads.count(0) != 1 or any(not t.form or re.search(r"\s", t.form) for t in sentence.tokens):
        return False
    for start in range(1, len(heads) + 1):
        index, steps = start, 0
        while index and steps <= len(heads):
            index, steps = heads[index - 1], steps + 1
        if index:
            return False
    return True
