"""A yes or a no of a table that the answer turns round: "| Export | no | yes |" under "| | Basic |
Plus |", and "Basic has export too".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs
from truthscore.features.contradiction.named_row import NAME
from truthscore.text.alignment import Unit
from truthscore.text.cells import Cell
from truthscore.text.clauses import Clause, limits
from truthscore.text.model import VERBS
from truthscore.text.reply import opening
from truthscore.types import ANSWER, Evidence, Span


def cell_otherwise(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says yes to what a table says no to, or the other way round.

    It names the row and the column, or says yes or no to a question that does. Where it names
    several cells of a row or column that do not agree, they must be told in one go ("A, B and C"):
    else it may only compare them ("unlike Basic, Plus has it").
    """
    answer, language = inputs.answer, inputs.language
    words = answer.lowers[slice(*unit.tokens)]
    if words[-1] == "?" or limits(answer, *unit.tokens, language):
        return
    asked = _asked(inputs, unit)
    named = inputs.words_there(answer, range(*unit.tokens)) | (asked[1] if asked else frozenset())
    if not any(_named(inputs, named)):
        return  # most
    before: AbstractSet[str] = frozenset()
    turned: set[Cell] = set()
    parts = inputs.parts(unit)
    for number, part in enumerate(parts):
        said = inputs.words_there(answer, part.tokens)
        told = list(_named(inputs, said))
        carried = () if told else list(_named(inputs, said | before, but=before))
        # Only then somebody needs to look at the tree.
        if carried and language.subject_labels.isdisjoint(answer.deps[part.start : part.end]):
            told = carried
        says_yes: bool | None = None
        if not told and asked is not None and not number:
            told, says_yes = list(_named(inputs, said | asked[1])), asked[0]
        before |= said
        wrong = []
        for place, cell in told:
            mine = _affirms(inputs, part, cell, told) if says_yes is None else says_yes
            if (
                cell.says != mine
                and cell not in turned
                and not any(_alike(cell, other) for _, other in told if other.says == mine)
                and not _denies_another(inputs, part, cell)
                and not _limits(inputs, unit, cell)
            ):
                wrong.append((place, cell))
        if not wrong or part.conditional or not _told_together(inputs, unit, told):
            continue
        turned.update(cell for _, cell in wrong)
        place, cell = wrong[0]
        yield Evidence(
            span=Span(
                source=ANSWER, start=answer.starts[part.start], end=answer.ends[part.end - 1]
            ),
            role="contradicts",
            label="table: yes" if cell.says else "table: no",
            match=Span(
                source=inputs.documents[place].document.source, start=cell.start, end=cell.end
            ),
        )


def cell_of_asker(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that tells its reader to use what a table has a no for in the column that the question
    names: "I'm on *Start*. Where do I turn on reminders?", "Turn on **Reminders**"."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    cells = [
        (place, cell)
        for place, indexed in enumerate(inputs.documents)
        for cell in indexed.indexes[NAME].cells
    ]
    lowers = answer.lowers[slice(*unit.tokens)]
    tells = answer.pos[unit.tokens[0]] in VERBS or not language.address_pronouns.isdisjoint(lowers)
    if not tells or lowers[-1] == "?":
        return
    if limits(answer, *unit.tokens, language) or not language.negations.isdisjoint(lowers):
        return
    names = [
        t for t in range(1, len(question.lowers)) if question.text[question.starts[t]].isupper()
    ]
    asked = inputs.words_there(question, names)
    said = inputs.words_there(answer, range(*unit.tokens))
    whole = inputs.words_there(answer, range(len(answer.lowers)))
    for place, cell in cells:
        if (
            cell.says
            or any(word.isdisjoint(said) for word in cell.label)
            or any(word.isdisjoint(asked) for word in cell.heading)
            # "You need Plus for that": it knows
            or any(
                other.among == cell.among
                and other.heading != cell.heading
                and not any(word.isdisjoint(whole) for word in other.heading)
                for _, other in cells
            )
        ):
            continue
        start, end = unit.tokens
        yield Evidence(
            span=Span(source=ANSWER, start=answer.starts[start], end=answer.ends[end - 1]),
            role="contradicts",
            label="table: no",
            match=Span(
                source=inputs.documents[place].document.source, start=cell.start, end=cell.end
            ),
        )
        return


def _asked(inputs: Inputs, unit: Unit) -> tuple[bool, AbstractSet[str]] | None:
    """Whether a unit says yes or no, and the words of the question to which it does; None where it
    says neither or the question denies something."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    first = opening(answer, language.yes | language.no)
    if first is None or not unit.tokens[0] <= first < unit.tokens[1]:
        return None
    if not language.negations.isdisjoint(question.lowers):
        return None  # "Doesn't Basic have it?"
    words = inputs.words_there(question, range(len(question.lowers)))
    return answer.lowers[first] in language.yes, words


def _named(
    inputs: Inputs, words: AbstractSet[str], but: AbstractSet[str] = frozenset()
) -> Iterator[tuple[int, Cell]]:
    """The cells of which some words name row and column, and the number of their document; not
    those that `but` names by itself."""
    for place, indexed in enumerate(inputs.documents):
        cells: Sequence[Cell] = indexed.indexes[NAME].cells
        named = [cell for cell in cells if cell.is_named(words) and not cell.is_named(but)]
        for cell in named:
            titles, label = {*cell.label, *cell.heading}, {*cell.label}
            # "HR export" is not "export", although it has its words; nor is "Service" a row, where
            # columns are told and "Service consumption" is one of them
            if not any(
                other.among == cell.among
                and (titles < {*other.label, *other.heading} or label < {*other.heading})
                for other in named
            ):
                yield place, cell


def _affirms(inputs: Inputs, part: Clause, cell: Cell, told: Sequence[tuple[int, Cell]]) -> bool:
    """Whether a clause says yes to a cell: of several, only those are denied of which a word stands
    beside the negation ("can view and edit, but not delete")."""
    if not part.denied or len(told) == 1:
        return not part.denied
    common = set.intersection(*({*each.label, *each.heading} for _, each in told))
    own = frozenset().union(*({*cell.label, *cell.heading} - common))
    for token in part.negations:
        before = [t for t in part.content if t < token][-1:]
        if before and not inputs.language.clause_words.isdisjoint(
            inputs.answer.lowers[before[0] : token]
        ):
            before = []
        near = before + [t for t in part.content if t > token][:1]
        if any(
            not own.isdisjoint(inputs.words_there(inputs.answer, range(t, t + 1))) for t in near
        ):
            return False
    return True


def _denies_another(inputs: Inputs, part: Clause, cell: Cell) -> bool:
    """Whether a clause denies a noun that is not the cell's: "includes it at no extra charge"."""
    answer = inputs.answer
    titles = frozenset().union(*cell.label, *cell.heading)
    return any(
        answer.deps[t] == "det"
        and titles.isdisjoint(
            inputs.words_there(answer, range(answer.heads[t], answer.heads[t] + 1))
        )
        for t in part.negations
    )


def _limits(inputs: Inputs, unit: Unit, cell: Cell) -> bool:
    """Whether a unit limits or denies in its own way, with other words than the cell's: "only", not
    "not only", nor "Free"."""
    answer, language = inputs.answer, inputs.language
    titles = frozenset().union(*cell.label, *cell.heading)
    return any(
        answer.lowers[t] in language.only | language.near_negations
        and answer.lowers[t] not in titles
        and (t == 0 or answer.lowers[t - 1] not in language.negations)
        for t in range(*unit.tokens)
    )


def _alike(one: Cell, other: Cell) -> bool:
    """Whether two cells, of two tables, are about the same."""
    return {*one.label, *one.heading} == {*other.label, *other.heading}


def _told_together(inputs: Inputs, unit: Unit, told: Sequence[tuple[int, Cell]]) -> bool:
    """Whether cells agree, or are told in one go ("A, B and C"), not beside each other ("unlike A,
    B")."""
    if len({cell.says for _, cell in told}) == 1:
        return True
    return not inputs.language.conjunctions.isdisjoint(inputs.answer.lowers[slice(*unit.tokens)])
