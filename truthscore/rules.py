"""The rules: what can be found against an answer, in one table.

A finding carries the id of its rule, in JSON, the report and `explain`. What it takes off stands
in the profile (`[score.rules]`). A rule is `stable` when answers that it was not made beside bear
it out, and `preview` when they are too few to tell: then it counts about as much as all rules do
together, or nothing where the profile does not name it. A `hint` is shown, takes off nothing and
holds nothing back: answers with it are as often true. Lies that each rule sees, and truths that
it spares, are in `tests/rules/<id>.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

Status = Literal["stable", "preview", "hint"]
#: What can differ between an answer and its page; how it is told stands in `findings.toml`.
Slot = Literal[
    "label", "path", "value", "code", "citation", "polarity", "reply", "opposite",
    "people", "quantity", "condition", "step", "order", "support", "record", "warning",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingRule:
    """One rule.

    `feature`: the feature that asks it. `says`: what a finding means. `needs`: what the pages must
    have, or nothing can be found. `slot`: what of a sentence differs; None where a finding is a
    word or two of a measure, which are shown and not told. `since`: the version that has it first.
    """

    id: str
    feature: str
    says: str
    needs: str
    slot: Slot | None = None
    status: Status = "preview"
    since: str = "0.1"


#: The rule by which a yes or no is not what the pages answer, or is answered by none of them.
REPLY = "reply"
#: Of a value that stands on no page.
VALUE_NOWHERE = "value.nowhere"

#: In the order of the features.
RULES: tuple[FindingRule, ...] = (
    FindingRule(
        id="label.nowhere",
        feature="components_defined",
        slot="label",
        says="no page has this button, menu or field",
        needs="names of buttons, menus or fields",
        status="stable",
    ),
    FindingRule(
        id="term.unknown",
        feature="company_terms",
        says="this special word is none of the company's",
        needs="special words",
    ),
    FindingRule(
        id="pair.apart",
        feature="hal",
        says="these two words do not stand so near each other on a page",
        needs="text",
    ),
    FindingRule(
        id="subject.unknown",
        feature="subject_pairs",
        says="no page says this of that",
        needs="sentences with a subject",
    ),
    FindingRule(
        id="guide.differs",
        feature="verbatim_guide",
        says="no guide has this step word for word",
        needs="a numbered guide",
    ),
    FindingRule(
        id="sentence.unsupported",
        feature="statements",
        slot="support",
        says="no passage has half of what this sentence claims",
        needs="text",
        status="stable",
    ),
    FindingRule(
        id="word.new",
        feature="new_words",
        says="no page has this word",
        needs="text",
    ),
    FindingRule(
        id="value.nowhere",
        feature="numbers",
        slot="value",
        says="no page has this number, date or amount",
        needs="text",
        status="stable",
    ),
    FindingRule(
        id="value.other",
        feature="numbers",
        slot="value",
        says="the page has another number, date or amount for this",
        needs="a value of the same kind, said of the same thing",
        status="stable",
    ),
    FindingRule(
        id="code.nowhere",
        feature="error_codes",
        slot="code",
        says="no page has this error code",
        needs="error codes",
    ),
    FindingRule(
        id="code.other",
        feature="error_codes",
        slot="code",
        says="the question is about another error code",
        needs="several error codes",
    ),
    FindingRule(
        id="message.nowhere",
        feature="error_codes",
        slot="code",
        says="no page has this message",
        needs="messages",
    ),
    FindingRule(
        id="code.solution",
        feature="error_codes",
        slot="code",
        says="the page tells this of another error code",
        needs="several error codes with what to do",
    ),
    FindingRule(
        id="citation.nowhere",
        feature="citations",
        slot="citation",
        says="the cited source is not among the pages",
        needs="a citation",
    ),
    FindingRule(
        id="citation.other",
        feature="citations",
        slot="citation",
        says="the cited source does not say this",
        needs="a citation",
        status="stable",
    ),
    FindingRule(
        id="denied",
        feature="contradiction",
        slot="polarity",
        says="the page says the same with one negation more or less",
        needs="a clause with nearly the same words",
        status="stable",
    ),
    FindingRule(
        id="opposite",
        feature="contradiction",
        slot="opposite",
        says="the page has the opposite word in the same clause",
        needs="a clause with nearly the same words",
        status="stable",
    ),
    FindingRule(
        id="retracted",
        feature="contradiction",
        slot="polarity",
        says='the answer takes back what the page says ("it is a myth that")',
        needs="a sentence that says it",
    ),
    FindingRule(
        id=REPLY,
        feature="contradiction",
        slot="reply",
        says='the "yes" or "no" is not what the page answers',
        needs="a sentence that answers the question",
    ),
    FindingRule(
        id="role.rival",
        feature="off_context",
        slot="people",
        says="the passage has another role here",
        needs="a role in the passage",
    ),
    FindingRule(
        id="quantity",
        feature="off_context",
        slot="quantity",
        says="one where the page says all, or the reverse",
        needs="a sentence with one, each or all",
    ),
    FindingRule(
        id="condition.limit",
        feature="off_context",
        slot="condition",
        says='the limit of the page ("only if", "unless") is left out',
        needs="a limited sentence",
    ),
    FindingRule(
        id="limit.lifted",
        feature="off_context",
        slot="condition",
        says='the answer lifts a limit of the page ("also without", "everybody")',
        needs="a limited sentence",
    ),
    FindingRule(
        id="step.order",
        feature="guide_fidelity",
        slot="order",
        says="the steps come in another order",
        needs="a guide of two steps or more",
        status="stable",
    ),
    FindingRule(
        id="step.left_out",
        feature="guide_fidelity",
        slot="step",
        says="the guide has a step here that the answer leaves out",
        needs="a numbered guide of which the answer tells three steps",
    ),
    FindingRule(
        id="step.other_page",
        feature="guide_fidelity",
        slot="order",
        says="the guide of one page is left halfway for the middle of another page's",
        needs="numbered guides on two pages",
    ),
    FindingRule(
        id="warning.left_out",
        feature="guide_fidelity",
        slot="warning",
        says="the warning that stands at this step is left out",
        needs="a numbered guide with a warning at a step",
        status="hint",
    ),
    FindingRule(
        id="path.turn",
        feature="swapped_labels",
        slot="path",
        says="the menu path leaves the page's way here",
        needs="menu paths",
    ),
    FindingRule(
        id="label.other",
        feature="swapped_labels",
        slot="label",
        says="the page has another button, menu or field here",
        needs="names in the same step",
    ),
    FindingRule(
        id="record.value",
        feature="records",
        slot="record",
        says="the customer's record has another number, date or amount in this field",
        needs="a record",
    ),
    FindingRule(
        id="record.field",
        feature="records",
        slot="record",
        says="the record has this value, in another field",
        needs="a record",
    ),
    FindingRule(
        id="record.none",
        feature="records",
        slot="record",
        says="none where the record has some, or the reverse",
        needs="a record with a number, or an empty field",
    ),
    FindingRule(
        id="record.flag",
        feature="records",
        slot="record",
        says="a yes where the record says no, or the reverse",
        needs="a record with a yes or no",
    ),
    FindingRule(
        id="record.role",
        feature="records",
        slot="record",
        says="the record has another role, status or name in this field",
        needs="a record with a short text",
    ),
)

RULE_IDS = frozenset(rule.id for rule in RULES)
#: Rules that are shown and decide nothing.
HINTS = frozenset(rule.id for rule in RULES if rule.status == "hint")
SLOTS: tuple[Slot, ...] = get_args(Slot)
SLOT_OF: Mapping[str, Slot | None] = MappingProxyType({rule.id: rule.slot for rule in RULES})
