#!/usr/bin/env python3
"""Build answers.jsonl, answers_v2.jsonl, rated.jsonl and the tables in README.md from rows/ and
help/.

    python3 examples/build.py           write the files
    python3 examples/build.py --check   write nothing; exit 1 if a file is out of date

Needs Python 3.11 or later and nothing else. Both ways check the rows first: the
planted faults, the labels of the five-star answers, and the counts of rated.jsonl.
"""

import json
import re
import sys
import tomllib
import unicodedata
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
STARS = {1: 22, 2: 2, 3: 8, 4: 6, 5: 41}
TYPES = {"error", "general", "reasoning", "instruction", "binary", "action", "unspecified"}


def pages(lang):
    """Help pages of one edition: file name without .md -> (title, text)."""
    found = {}
    for path in sorted((HERE / "help" / lang).glob("*.md")):
        text = path.read_text(encoding="utf-8")
        first = text.splitlines()[0]
        assert first.startswith("# "), f"{path.name}: no title line"
        found[path.stem] = (first[2:], text)
    return found


HELP = {lang: pages(lang) for lang in ("nl", "en")}


def rows(name):
    with open(HERE / "rows" / f"{name}.toml", "rb") as file:
        return tomllib.load(file)["row"]


def context(row):
    edition = HELP[row.get("lang", "nl")]
    return [{"id": p, "title": edition[p][0], "text": edition[p][1]} for p in row["pages"]]


def answer(row):
    return row["answer"].strip("\n")


def flat(text):
    """Text without the marks that differ between notations of a label."""
    text = re.sub(r"[*`\"‘’“”|]", "", text)
    between = r"\s*(?:>|→|/|, | en daarna | en kies | and then | and choose )\s*"
    text = re.sub(between, " / ", text)
    return re.sub(r"\s+", " ", text).lower()


def labels(text):
    """Labels of an answer: bold, between quotes, or after a cue word and a colon."""
    marks = (
        r"\*\*(.+?)\*\*",
        r"‘(.+?)’",
        r"\"(.+?)\"",
        r"(?:Ga naar|Klik op|Go to|Click on|actie): ([^\n.*]+)",
    )
    found = [label for mark in marks for label in re.findall(mark, text)]
    between = r"[>→/]| \((?=Ctrl|F\d)|\)$| bij de | en handel "
    parts = [part.strip() for label in found for part in re.split(between, label)]
    return [part for part in parts if part]


def check(row, five):
    where, text = row["id"], answer(row)
    edition = {page: body for page, (_, body) in HELP[row.get("lang", "nl")].items()}
    every = "\n".join(edition.values()).lower()
    held = flat("\n".join(page["text"] for page in context(row)))
    if row.get("lie"):
        assert row["lie"] in text, f"{where}: lie is not in the answer"
    if "truth" in row:
        row.setdefault("in_page", next((p for p in row["pages"] if row["truth"] in edition[p]), ""))
        assert row["truth"] in edition.get(row["in_page"], ""), f"{where}: truth is on no page"
    for label in row.get("invented", []):
        assert label in text, f"{where}: {label} is not in the answer"
        assert label.strip("‘’").lower() not in every, f"{where}: {label} does occur on a page"
    if five:
        faults = {"lie", "truth", "invented", "fault"} & row.keys()
        assert not faults, f"{where}: fault in a good row"
        for label in labels(text):
            assert flat(label).strip() in held, f"{where}: label {label!r} is not on its pages"


def jsonl(items):
    text = "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items)
    assert text == unicodedata.normalize("NFC", text), "not NFC"
    return text


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def table(head, lines):
    top, *rest = ["| " + " | ".join(line) + " |" for line in (head, *lines)]
    return "\n".join([top, "|" + "---|" * len(head), *rest])


def fill(readme, name, body):
    begin, end = f"<!-- {name}: written by build.py -->", f"<!-- end of {name} -->"
    before, rest = readme.split(begin)
    return before + begin + "\n\n" + body + "\n\n" + end + rest.split(end)[1]


def quoted(row, key):
    return "“" + cell(row[key]) + "”" if row.get(key) else "(left out)"


def again(row, changed):
    """What the second version of the chatbot answers to the question of a row."""
    if changed is None:
        return row
    assert answer(changed) != answer(row), f"{row['id']}: the answer has not changed"
    asked = ("id", "lang", "pages", "question")
    return {key: row[key] for key in asked} | changed


def main():
    rated, shown = rows("rated"), rows("answers")
    for row in rated:
        check(row, row["rating"] == 5)
        described = {"fault", "lie", "truth"} <= row.keys()
        assert row["rating"] == 5 or described, f"{row['id']}: fault not described"
    for row in shown:
        check(row, row["shows"].startswith("good"))
    changed = {row["id"]: row for row in rows("answers_v2")}
    second = [again(row, changed.pop(row["id"], None)) for row in shown]
    assert not changed, f"answers_v2: not in answers: {', '.join(changed)}"
    for row in second:
        check(row, row["shows"].startswith("good"))
    ids = [row["id"] for row in rated + shown]
    assert len(ids) == len(set(ids)), "an id occurs twice"
    assert Counter(row["rating"] for row in rated) == STARS, "stars"
    assert {row["type"] for row in rated} == TYPES, "types"
    assert len(shown) == 24, "rows in answers.jsonl"

    kinds = Counter((row["type"], row["rating"]) for row in rated)
    counts = [[kind, *(kinds[kind, star] for star in STARS)] for kind in sorted(TYPES)]
    counts = [[*map(str, line), str(sum(line[1:]))] for line in counts]
    counts.append(["all", *map(str, STARS.values()), str(len(rated))])
    faults = []
    for row in rated:
        if row["rating"] < 5:
            page = row["in_page"]
            page += "" if page in row["pages"] else " (not given to the chatbot)"
            faults.append(
                [
                    row["id"],
                    str(row["rating"]),
                    cell(row["fault"]),
                    quoted(row, "lie"),
                    quoted(row, "truth"),
                    page,
                ]
            )
    demo = [
        [
            row["id"],
            "fr" if "French" in row["shows"] else row["lang"],
            cell(row["shows"]),
            quoted(row, "lie") if "lie" in row else "",
            quoted(row, "truth") if "truth" in row else "",
        ]
        for row in shown
    ]

    readme = (HERE / "README.md").read_text(encoding="utf-8")
    readme = fill(readme, "counts", table(["message type", *map(str, STARS), "rows"], counts))
    readme = fill(
        readme,
        "faults",
        table(["id", "stars", "fault", "in the answer", "on the page", "page"], faults),
    )
    readme = fill(
        readme, "rows", table(["id", "language", "shows", "in the answer", "on the page"], demo)
    )

    plain = [
        {
            "id": row["id"],
            "question": row["question"],
            "answer": answer(row),
            "context": context(row),
        }
        for row in rated + shown
    ]
    gold = [
        item | {"rating": row["rating"], "message_type": row["type"], "lang": "nl"}
        for row, item in zip(rated, plain, strict=False)
    ]
    next_ = [
        item | {"answer": answer(row), "version": "2"}
        for row, item in zip(second, plain[len(rated) :], strict=True)
    ]
    files = {
        "answers.jsonl": jsonl(plain[len(rated) :]),
        "answers_v2.jsonl": jsonl(next_),
        "rated.jsonl": jsonl(gold),
        "README.md": readme,
    }
    stale = [
        name
        for name, text in files.items()
        if not (HERE / name).exists() or (HERE / name).read_text(encoding="utf-8") != text
    ]
    if "--check" in sys.argv[1:]:
        sys.exit(f"out of date: {', '.join(stale)}" if stale else 0)
    for name in stale:
        (HERE / name).write_text(files[name], encoding="utf-8", newline="\n")
    print(
        f"{len(shown)} rows in answers.jsonl, {len(rated)} in rated.jsonl;",
        f"written: {', '.join(stale) or 'nothing'}",
    )


if __name__ == "__main__":
    main()
