"""The recipe of the joint vectors, on a made-up corpus of two languages."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import numpy as np
import pytest

from replication.vectors import beside, bpe, ibm1, train
from replication.vectors.build import built
from replication.vectors.measure import mrr
from replication.vectors.pairs import Pairs, read
from replication.vectors.weights import save
from truthscore.text import vectors
from truthscore.text.pieces import Pieces

#: Words of two made-up languages; word i of the one stands for word i of the other.
ONES = ["zon", "maan", "ster", "wolk", "regen", "wind", "berg", "dal", "zee", "meer", "bos"]
OTHERS = ["sol", "luna", "astra", "nubes", "pluvia", "ventus", "mons", "vallis", "mare", "lacus"]
OTHERS += ["silva"]
SMALL = train.Settings(size=16, epochs=6, batch=32, run=4, every=3, rate=0.02, warmth=0.1, seed=0)


@pytest.fixture(scope="module")
def pairs() -> Pairs:
    told = random.Random(0)
    drawn = [told.sample(range(len(ONES)), 4) for _ in range(400)]
    return Pairs([[ONES[at] for at in each] for each in drawn],
                 [[OTHERS[at] for at in each] for each in drawn])  # fmt: skip


def test_the_same_pairs_give_the_same_bytes(pairs: Pairs, tmp_path: Path) -> None:
    made = []
    for name in ("one", "two"):
        path = tmp_path / name / "aa-bb.npz"
        path.parent.mkdir()
        save(path, built(pairs, size=120, least=2, settings=SMALL))
        made.append(path.read_bytes())
    assert made[0] == made[1]


def test_a_sentence_lies_beside_its_translation(pairs: Pairs, tmp_path: Path) -> None:
    path = tmp_path / "aa-bb.npz"
    save(path, built(pairs, size=120, least=2, settings=SMALL))
    read_back = vectors.Vectors(path)
    sides = ([" ".join(each) for each in side[:50]] for side in (pairs.first, pairs.second))
    one, other = (vectors.unit(read_back.sums(side)) for side in sides)
    assert ((one @ other.T).argmax(axis=1) == np.arange(50)).mean() > 0.9


def test_the_table_has_every_word_with_its_own(pairs: Pairs) -> None:
    best: dict[str, ibm1.Entry] = {}
    for each in ibm1.table(pairs, 0.1, 4):
        if each.first not in best or each.share > best[each.first].share:
            best[each.first] = each
    assert {word: entry.second for word, entry in best.items()} == dict(
        zip(ONES, OTHERS, strict=True)
    )


def test_pieces_are_joined_by_how_often_they_meet() -> None:
    # "ab" 5 times, then "_ab" 5 times; "_abc" only 2 times, which is too few
    listed = bpe.learned([["ab"]] * 3 + [["abc"]] * 2, size=20, least=3)
    assert listed == ["b", "▁", "▁a", "▁ab"]
    pieces = Pieces(listed)
    assert pieces.of("abb") == (3, 0)
    assert pieces.of("ax") == (2,)


def test_a_source_is_left_out_by_the_beginning_of_its_tag(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv.gz"
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.write("smb19\tp\tEen\tOne\nops\tl\tTwee 2\tTwo 2\nops\tl\t---\tNothing\n")
    assert read(path, ("smb",)).first == [["twee", "2"]]
    assert len(read(path)) == 2


def test_a_line_without_four_columns_is_told(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv.gz"
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.write("ops\tEen\tOne\n")
    with pytest.raises(ValueError, match=r"pairs\.tsv\.gz:1: expected 4 columns, found 3"):
        read(path)


def test_lsa_is_the_same_every_time_and_lays_translations_beside_each_other(pairs: Pairs) -> None:
    one, again = (beside.lsa(pairs, 8, seed=0) for _ in range(2))
    texts = [" ".join(each) for side in (pairs.first, pairs.second) for each in side[:50]]
    assert np.array_equal(one.sums(texts), again.sums(texts))
    made = vectors.unit(one.sums(texts))
    assert ((made[:50] @ made[50:].T).argmax(axis=1) == np.arange(50)).mean() > 0.5
    near = beside.nearness(one, texts[:9], [(text, f"{text}\n{text}") for text in texts[50:59]])
    assert near.shape == (9, 9)
    told, other = (beside.likeness(one, "Zon maan.", page) for page in ("Sol luna.", "Mare mons."))
    assert told is not None
    assert other is not None
    assert told > other
    assert beside.likeness(one, "...", "Sol luna.") is None


def test_what_the_recorded_provider_has_is_counted() -> None:
    assert beside.recorded(["Aan de slag met Wulp", "Dit heeft niemand ooit vertaald."]) == (2, 1)


def test_the_place_of_a_page_counts_ties_against_it() -> None:
    assert mrr(np.array([[1.0, 1.0], [0.0, 1.0]])) == 0.75
