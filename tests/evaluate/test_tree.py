"""The decision tree: what a file must have, how it is walked, and what an edit changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import LIE, call
from truthscore.errors import InputError
from truthscore.evaluate import tree as trees
from truthscore.evaluate.tree import Pair, Step

ROOT = Path(__file__).parents[2]
TREE, PAIRS = ROOT / "examples" / "tree.toml", ROOT / "examples" / "tree_pairs.jsonl"


def data(**nodes: dict[str, Any]) -> dict[str, Any]:
    made = {
        "a": {"question": "A?", "yes": 1, "no": "b"},
        "b": {"question": "B?", "yes": "c", "no": 3},
        "c": {"question": "C?", "yes": 5, "no": 4},
    }
    return {"name": "t", "start": "a", "nodes": {**made, **nodes}}


def walked(tree: trees.Tree, replies: str) -> Pair:
    letters = iter(replies)
    stars, way = trees.walk(tree, lambda _: "yes" if next(letters) == "y" else "no")
    path = tuple(Step(node=node.name, question=node.question, reply=said) for node, said in way)
    return Pair(id=replies, stars=stars, path=path)


@pytest.mark.parametrize(
    ("nodes", "says"),
    [
        (
            {"b": {"question": "B?", "yes": "d", "no": 3}},
            "[nodes.b]: yes leads to 'd', which is",
        ),
        (
            {"b": {"question": "B?", "yes": "c"}},
            "[nodes.b]: no 'no'; expected question",
        ),
        ({"c": {"question": "C?", "yes": "a", "no": 4}}, "a circle: a → b → c → a"),
        ({"b": {"question": "B?", "yes": 2, "no": 3}}, "no reply leads to 'c'"),
        ({"c": {"question": "C?", "yes": 6, "no": 4}}, "[nodes.c]: yes is 6; expected the name"),
        ({"c": {"question": "C?", "yes": True, "no": 4}}, "[nodes.c]: yes is True; expected"),
        ({"c": {"question": "", "yes": 5, "no": 4}}, "[nodes.c]: question is ''; expected a text"),
        ({"c": {"question": "C?", "yes": 5, "no": 4, "yess": 1}}, "'yess' is not known; did you"),
        ({"c": {"question": "C?", "yes": 5, "no": 4, "slots": ["valeu"]}}, "did you mean 'value'"),
        ({"c": {"question": "C?", "yes": 5, "no": 4, "found": "si"}}, "found is 'si'; expected"),
    ],
)
def test_a_tree_that_cannot_be_walked_says_where_and_what_to_do(
    nodes: dict[str, dict[str, Any]], says: str
) -> None:
    with pytest.raises(InputError) as error:
        trees.from_data(data(**nodes), "tree.toml")
    assert str(error.value).startswith("tree.toml: ")
    assert says in str(error.value)


def test_a_tree_says_where_it_begins_and_has_nodes(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="start is 'x'; expected the name of the first node"):
        trees.from_data({**data(), "start": "x"}, "t")
    with pytest.raises(InputError, match="no nodes; expected a table"):
        trees.from_data({"start": "a"}, "t")
    with pytest.raises(InputError, match="cannot be read"):
        trees.load(tmp_path / "none.toml")
    (tmp_path / "odd.toml").write_text("= 1", encoding="utf-8")
    with pytest.raises(InputError, match="not TOML"):
        trees.load(tmp_path / "odd.toml")


def test_replies_lead_to_stars_and_back() -> None:
    tree = trees.from_data(data(), "t")
    assert [walked(tree, way).stars for way in ("y", "nn", "nyy", "nyn")] == [1, 3, 5, 4]
    replies = iter(["no", "yes", None, None, "yes"])  # a, b, back to b, back to a
    stars, way = trees.walk(tree, lambda _: next(replies))  # type: ignore[arg-type,return-value]
    assert (stars, [node.name for node, _ in way]) == (1, ["a"])


def test_an_edit_tells_which_pairs_change_and_which_are_to_be_walked_again() -> None:
    old = trees.from_data(data(), "t")
    pairs = [walked(old, way) for way in ("y", "nn", "nyy")]
    assert not [each for each in pairs if trees.replay(old, each).changed]
    edited = data(
        b={"question": "Other?", "yes": "c", "no": 2},
        c={"question": "C?", "yes": 5, "no": "d"},
        d={"question": "D?", "yes": 4, "no": 3},
    )
    new = trees.from_data(edited, "t")
    found = [trees.replay(new, each) for each in pairs]
    assert [(each.stars, each.changed, each.asks) for each in found] == [
        (1, False, None), (2, True, None), (5, False, None),
    ]  # fmt: skip
    assert found[1].reworded == ("b",)
    again = trees.replay(new, walked(old, "nyn"))
    assert (again.stars, again.changed, again.asks) == (None, True, "d")
    assert old.version != new.version


def test_the_shipped_tree_is_the_paper_s_example(capsys: pytest.CaptureFixture[str]) -> None:
    """Error 404 explained as 403: no contradiction, an error, another one, so untrue (§4.3)."""
    paper = trees.read_pairs(str(PAIRS))[0]
    assert [(step.node, step.reply) for step in paper.path] == [
        ("contradiction", "no"), ("error", "yes"), ("related", "no"),
    ]  # fmt: skip
    assert paper.stars == 1
    code, out, _ = call(capsys, "tree", "check", str(TREE), str(PAIRS))
    assert code == 0
    assert "10 as before, 0 with other stars, 0 to walk again" in out


def test_check_ends_with_1_when_a_pair_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edited = tmp_path / "tree.toml"
    edited.write_text(TREE.read_text(encoding="utf-8").replace("no = 1", "no = 2"), "utf-8")
    code, out, _ = call(capsys, "tree", "check", str(edited), str(PAIRS))
    assert code == 1
    assert "paper: was 1, now 2 (contradiction no, error yes, related no)" in out
    code, out, _ = call(capsys, "tree", "check", str(edited), str(PAIRS), "--json")
    assert code == 1
    assert [row["id"] for row in map(json.loads, out.splitlines()) if row["changed"]] == ["paper"]
    odd = tmp_path / "odd.jsonl"
    odd.write_text('{"id": "x"}\n', encoding="utf-8")
    code, _, err = call(capsys, "tree", "check", str(TREE), str(odd))
    assert code == 2
    assert "odd.jsonl:1: " in err


def test_walk_shows_what_the_rules_found_and_writes_the_path(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, pairs = tmp_path / "rows.jsonl", tmp_path / "pairs.jsonl"
    rows.write_text(json.dumps(LIE) + "\n", encoding="utf-8")
    walk = ("tree", "walk", str(TREE), str(rows), "--id", "lie", "-o", str(pairs))
    code, out, err = call(capsys, *walk, "--answers", "nny", "--rater", "r1")
    assert (code, out) == (0, "")
    assert "Direct goedkeuren” staat op geen pagina" in err
    assert "rules: yes" in err
    code, _, err = call(capsys, *walk, "--answers", "y", "--blind")
    assert code == 0
    assert "rules" not in err
    lines = [json.loads(line) for line in pairs.read_text(encoding="utf-8").splitlines()]
    assert [(line["stars"], line["rater"]) for line in lines] == [(1, "r1"), (1, "")]
    assert lines[0]["path"][2]["rules"] == "yes"
    assert lines[1]["path"][0]["rules"] is None
    code, _, err = call(capsys, *walk, "--answers", "nn", "--blind")
    assert code == 2
    assert "found 'nothing more' at node 'invented'" in err
    code, _, err = call(capsys, *walk[:5], "lei", "--answers", "y")
    assert code == 2
    assert "no row has id 'lei'; did you mean 'lie'?" in err
