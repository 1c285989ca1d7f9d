"""True answers and lies beside their pages and records, split into read and counted.

Read while checks and stars were made: `natural/train_*` and `natural/invented`, every second pair
of each kind of `kinds/kinds_dev` (in the order of their ids, from the first on) and
`records/records_train`. Counted, never looked at: `natural/dev_*` (other vendors), the other half
of the kinds, and `records/records_dev` (other schemas).
"""

from __future__ import annotations

import copy
import gzip
import hashlib
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from truthscore import Example
from truthscore.example import documents

READ, COUNTED = "read", "counted"
#: Sentences put before an untrue one, and the words that such a sentence has at least.
MOST_COPIED, LEAST_WORDS = 3, 6
#: The sample of items and of the sentences before them is drawn with this seed.
SEED = 0

Beside = Literal["as given", "edited page"]
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"“*(À-Þ])")
_PROSE = re.compile(r"[A-ZÀ-Þ][^\n|#*<>:]*[.]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer beside one version of its context.

    `group`: the item that it is of. `text_id`: the same words beside another version of the page
    have the same one. `beside`: which version. `kind`: the sort of lie of its item; `copied`: how
    many sentences of its page stand before it. `untrue`: the words of an untrue one that are so.
    """

    set: str
    group: str
    text_id: str
    lang: str
    kind: str
    question: str
    answer: str
    context: Sequence[Mapping[str, Any]]
    true: bool
    beside: Beside = "as given"
    copied: int = 0
    untrue: str = ""

    @property
    def example(self) -> Example:
        """The row as the scorer is given it."""
        return Example(
            id=f"{self.set}/{self.text_id}/{self.beside}/{self.copied}", question=self.question,
            answer=self.answer, context=documents(self.context), lang=self.lang,
        )  # fmt: skip


def sentences(text: str) -> list[str]:
    """The sentences of a text, line by line."""
    return [s for line in text.split("\n") for s in _SENTENCE.split(line.strip()) if s.strip()]


def natural(
    data: Path, name: str, *, limit: int | None = None, fitted: bool | None = None
) -> list[Answer]:
    """The answers of one file of `natural`, each beside its page and beside the page that turns it
    round. `limit`: that many items, drawn with `SEED`. `fitted`: only those of pages on which the
    weights of `[encoder]` are fitted, or only the others."""
    items = items_of(data / "natural" / f"{name}.jsonl.gz")
    if fitted is not None:
        items = [item for item in items if _is_fitted(item) == fitted]
    if limit is not None and limit < len(items):
        items = random.Random(SEED).sample(items, limit)
    return answers_of(items, name)


def _is_fitted(item: Mapping[str, Any]) -> bool:
    """Half of the pages of Power BI (CC BY 4.0), by their digest."""
    text = item["context"][item["page"]]["text"]
    return item["vendor"] == "powerbi" and hashlib.sha256(text.encode()).digest()[0] < 128


def items_of(path: Path) -> list[dict[str, Any]]:
    """The items of a file, in its order."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def answers_of(items: Sequence[Mapping[str, Any]], name: str) -> list[Answer]:
    """The answers of items, each beside its page and beside the page that turns it round."""
    return [answer for item in items for answer in _of_item(item, name)]


def edited(context: Sequence[Mapping[str, Any]], page: int, edit: Mapping[str, Any]) -> list[Any]:
    """The context with the page that the item is about changed by an edit."""
    text = context[page]["text"]
    for old, new in zip(edit["old"], edit["new"], strict=True):
        text = text.replace(old, new)
    return [{**each, "text": text} if at == page else dict(each) for at, each in enumerate(context)]


def behind_copied(data: Path, name: str, pairs: int) -> list[Answer]:
    """Of `pairs` items the untrue sentence of a lie, and a sentence of a true answer, alone and
    behind one to three sentences that are copied from the page."""
    items = items_of(data / "natural" / f"{name}.jsonl.gz")
    random.Random(SEED).shuffle(items)
    found: list[Answer] = []
    made = 0
    for item in items:
        if made == pairs:
            break
        text = item["context"][item["page"]]["text"]
        prose = [
            each
            for line in text.split("\n")
            if _PROSE.fullmatch(line.strip())
            for each in sentences(line)
            if len(each.split()) >= LEAST_WORDS
        ]
        lie = item["lies"][0]
        untrue = [each for each in sentences(lie["text"]) if lie["untrue"] in each]
        if len(prose) < MOST_COPIED or not untrue:
            continue
        made += 1
        told = {False: untrue[0], True: sentences(item["true"][0])[0]}
        for true, sentence in told.items():
            for copied in range(MOST_COPIED + 1):
                answer = " ".join([*prose[:copied], sentence])
                found.append(_answer(item, name, f"{true}", answer, true, lie["kind"], copied))
    return found


def kinds(data: Path, half: str) -> list[Answer]:
    """The pairs of one half of the kinds."""
    by_kind: dict[str, list[Any]] = defaultdict(list)
    with (data / "kinds" / "kinds_dev.jsonl").open(encoding="utf-8") as stream:
        for line in stream:
            pair = json.loads(line)
            by_kind[pair["kind"]].append(pair)
    first = 0 if half == READ else 1
    chosen = [
        pair
        for pairs in by_kind.values()
        for pair in sorted(pairs, key=lambda each: str(each["id"]))[first::2]
    ]
    return [answer for pair in chosen for answer in _pair(pair, "kinds", pair["context"])]


def records(data: Path, name: str, *, dress: str = "") -> list[Answer]:
    """The pairs of a file of records, those with an edit beside the changed record too.

    `dress`: "" for records as they come, else the same as "json", "table" or "text" pages.
    """
    with (data / "records" / f"{name}.jsonl").open(encoding="utf-8") as stream:
        pairs = [json.loads(line) for line in stream if line.strip()]
    return [answer for pair in pairs for answer in of_record(pair, name, dress)]


def of_record(pair: Mapping[str, Any], name: str, dress: str = "") -> list[Answer]:
    """The answers of one pair of a file of records."""
    found = _pair(pair, name, _dressed(pair["context"], dress))
    if pair.get("edit") and not dress:
        context = _changed(pair["context"], pair["edit"])
        lie = _of(pair, name, context, pair["lie"], "lie", true=True)
        found.append(_beside_edit(lie))
        if pair.get("breaks"):
            broken = _of(pair, name, context, pair["true"], "true", true=False)
            found.append(replace(_beside_edit(broken), untrue=pair["breaks"]))
    return found


def _of_item(item: Mapping[str, Any], name: str) -> Iterator[Answer]:
    for at, text in enumerate(item["true"]):
        yield _answer(item, name, f"true{at}", text, True, item["lies"][0]["kind"])
    for at, lie in enumerate(item["lies"]):
        told = _answer(item, name, f"lie{at}", lie["text"], False, lie["kind"])
        yield replace(told, untrue=lie["untrue"])
        if not lie["edit"]:
            continue
        turned = {**item, "context": edited(item["context"], item["page"], lie["edit"])}
        yield _beside_edit(_answer(turned, name, f"lie{at}", lie["text"], True, lie["kind"]))
        for number, broken in enumerate(lie["edit"]["breaks"]):
            if broken:
                text = item["true"][number]
                one = _answer(turned, name, f"true{number}", text, False, lie["kind"])
                yield replace(_beside_edit(one), untrue=broken)


def _answer(
    item: Mapping[str, Any],
    name: str,
    which: str,
    text: str,
    true: bool,
    kind: str,
    copied: int = 0,
) -> Answer:
    return Answer(
        set=name, group=item["id"], text_id=f"{item['id']}/{which}", lang=item["lang"], kind=kind,
        question=item["question"], answer=text, context=item["context"], true=true, copied=copied,
    )  # fmt: skip


def _beside_edit(answer: Answer) -> Answer:
    return replace(answer, beside="edited page")


def _pair(pair: Mapping[str, Any], name: str, context: Sequence[Any]) -> list[Answer]:
    return [
        _of(pair, name, context, pair["true"], "true", true=True),
        replace(_of(pair, name, context, pair["lie"], "lie", true=False), untrue=pair["untrue"]),
    ]


def _of(
    pair: Mapping[str, Any], name: str, context: Sequence[Any], text: str, which: str, *, true: bool
) -> Answer:
    return Answer(
        set=name, group=pair["id"], text_id=f"{pair['id']}/{which}", lang=pair["lang"],
        kind=pair["kind"], question=pair["question"], answer=text, context=context, true=true,
    )  # fmt: skip


def _changed(context: Sequence[Any], edits: Sequence[Mapping[str, Any]]) -> list[Any]:
    changed = copy.deepcopy(list(context))
    for edit in edits:
        document = changed[edit["record"]]
        if "path" not in edit:
            document["text"] = document["text"].replace(edit["old"], edit["new"])
            continue
        target = document["fields"]
        for key in edit["path"][:-1]:
            target = target[key]
        target[edit["path"][-1]] = edit["new"]
    return changed


def _dressed(context: Sequence[Any], dress: str) -> list[Any]:
    if not dress:
        return list(context)
    return [_page(each, dress) if each.get("fields") else each for each in context]


def _page(record: Mapping[str, Any], dress: str) -> dict[str, Any]:
    fields = record["fields"]
    if dress == "json":
        text = json.dumps(fields, ensure_ascii=False, indent=1)
    else:
        lines = list(_flat(fields))
        if dress == "table":
            text = "\n".join(["| | |", "|---|---|", *(f"| {k} | {v} |" for k, v in lines)])
        else:
            text = "\n".join(f"{key}: {value}" for key, value in lines)
    return {"id": record["id"], "title": record.get("title") or "", "text": text}


def _flat(fields: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for key, value in fields.items():
        name = f"{before} {key}".strip()
        if isinstance(value, dict):
            yield from _flat(value, name)
        elif isinstance(value, list):
            for at, each in enumerate(value, 1):
                if isinstance(each, dict):
                    yield from _flat(each, f"{name} {at}")
                else:
                    yield f"{name} {at}", _plain(each)
        else:
            yield name, _plain(value)


def _plain(value: Any) -> str:
    return json.dumps(value) if value is None or isinstance(value, bool) else str(value)
