"""Profiles: settings from TOML, and the words for what is wrong with one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from tests.builders import paper
from truthscore import profile, resources
from truthscore.errors import ProfileError
from truthscore.features import FEATURES
from truthscore.profile.files import _of_no_effect
from truthscore.types import MESSAGE_TYPES

EXTENDS = 'extends = "paper"\n'


def write(folder: Path, text: str, name: str = "own.toml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


# --- the paper's --------------------------------------------------------------------------------


def test_the_paper_is_there_and_is_loaded_once() -> None:
    assert "paper" in profile.names()
    assert profile.load("paper") is profile.load("paper")
    assert paper().name == "paper"


def test_a_file_is_read_as_it_is_now(tmp_path: Path) -> None:
    """A team that fits, loads and fits again in one notebook gets what the second fit wrote."""
    own = write(tmp_path, EXTENDS + "[score]\nmiddle_at = 0.4\n")
    assert profile.load(own).score.middle_at == 0.4
    write(tmp_path, EXTENDS + "[score]\nmiddle_at = 0.6\n")
    assert profile.load(own).score.middle_at == 0.6
    assert profile.load(Path(own)) == profile.load(own)


def test_the_papers_settings_are_the_papers() -> None:
    found = paper()
    assert found.score.types == ("binary", "instruction")  # §5.1
    assert found.score.overrides == ("missing_component", "verbatim_guide")  # §5.3
    assert found.features.use == tuple(feature.name for feature in FEATURES[:7])  # §5.2
    assert found.features.company_terms.max_terms == 10000  # §5.2
    assert found.terms is None
    assert set(found.detector.order) == set(MESSAGE_TYPES)


def test_each_setting_of_the_paper_says_where_it_stands() -> None:
    """A section, a table or a figure; or (own): the paper has nothing of the kind."""
    text = (resources.profiles_dir() / "paper.toml").read_text(encoding="utf-8")
    settings = text[text.index("[pipelines]") : text.index("# From here on nothing is the paper's")]
    told = [line for line in settings.splitlines() if re.match(r"\w+ = ", line)]
    assert len(told) > 40
    assert [line for line in told if not re.search(r"#.*(§\d|Figure|Table|\(own\))", line)] == []


def test_the_paper_is_read_to_the_letter() -> None:
    found = paper()
    assert (found.score.prompts, found.score.middle) == ("context", "five")  # §4.2, Figure 4
    assert found.features.company_terms.general_only == "zero"  # §4.4.2
    assert found.features.complex_answer.floor == found.features.subject_pairs.prior == 0.0  # §5.3
    assert found.features.hal.occurrences == "every"  # §5.2
    assert found.features.hal.words == found.features.prompt_overlap.words == "view"  # §6.1
    assert found.features.hal.full_at == found.features.prompt_overlap.full_at == 1.0  # §5.3


def test_a_later_setting_as_it_was_before_changes_no_digest() -> None:
    """Whoever pinned a signature of `grounded` keeps it."""
    tuned = profile.load("paper-tuned")
    score = tuned.score.model_copy(update={"prompts": "context"})
    kept, other = (
        _of_no_effect(each) for each in (tuned, tuned.model_copy(update={"score": score}))
    )
    assert kept["score"] == {"prompts": True}
    assert "score" not in other
    assert kept["features"]["hal"] == {"occurrences": True}


def test_grounded_shows_all_that_the_paper_measures() -> None:
    """Whoever changes from one to the other loses no feature; stars come from fewer."""
    grounded = profile.load("grounded")
    assert set(paper().features.use) < set(grounded.features.use)
    weightless = set(paper().features.use) - set(grounded.score.weights)
    assert weightless >= {"company_terms", "complex_answer", "prompt_overlap", "subject_pairs"}
    assert not weightless & set(grounded.score.penalties)


def test_every_feature_names_its_table_of_a_profile() -> None:
    tables = profile.Features.model_fields
    assert set(profile.Features.names()) == {feature.name for feature in FEATURES}
    assert [tables[feature.name].annotation for feature in FEATURES] == [
        feature.settings for feature in FEATURES
    ]


def test_every_setting_of_the_paper_has_a_section_or_a_reason() -> None:
    text = (resources.profiles_dir() / "paper.toml").read_text(encoding="utf-8")
    assert text.count("§") >= 15
    assert text.count("(gap)") >= 5


def test_a_profile_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        paper().score.middle = "five"  # type: ignore[misc]


@pytest.mark.parametrize("found", [0.5, 5.5, "scored", "true"])
def test_stars_for_refusals_are_stars(found: Any, tmp_path: Path) -> None:
    value = f'"{found}"' if isinstance(found, str) else found
    with pytest.raises(ProfileError, match=r"key 'score\.refusals' is .*: expected .*1 to 5"):
        profile.load(write(tmp_path, EXTENDS + f"[score]\nrefusals = {value}\n"))
    kept = write(tmp_path, EXTENDS + "[score]\nrefusals = 4\n", "four.toml")
    score = profile.load(kept).score
    assert (score.refused("nl"), score.refused("en")) == (4.0, 4.0)


def test_stars_for_refusals_by_language(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"score\.refusals.*: expected .*by language"):
        profile.load(write(tmp_path, EXTENDS + "[score.refusals]\nnl = 6\n"))
    one = profile.load(write(tmp_path, EXTENDS + "[score.refusals]\nen = 4\n", "en.toml")).score
    assert (one.refused("en"), one.refused("nl")) == (4.0, None)
    none = profile.load(
        write(tmp_path, 'extends = "grounded"\n[score]\nrefusals = "not_scored"\n', "none.toml")
    )
    assert none.score.refused("nl") is None


# --- extending ------------------------------------------------------------------------------------


def test_what_the_file_says_wins_key_by_key(tmp_path: Path) -> None:
    path = write(tmp_path, EXTENDS + 'name = "own"\n[features.hal]\nfull_at = 0.5\n')
    own = profile.load(path)
    assert (own.name, own.features.hal.full_at) == ("own", 0.5)
    assert own.features.hal.windows == paper().features.hal.windows
    assert own.detector == paper().detector


def test_a_list_is_replaced_and_not_added_to(tmp_path: Path) -> None:
    path = write(tmp_path, EXTENDS + '[score]\ntypes = ["general"]\n')
    assert profile.load(path).score.types == ("general",)


def test_profiles_extend_each_other_in_a_chain(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    write(
        tmp_path,
        EXTENDS + 'name = "base"\n[features.hal]\nfull_at = 0.5\nmin_pairs = 3\n',
        "b.toml",
    )
    middle = write(tmp_path / "sub", 'extends = "../b.toml"\n[features.hal]\nfull_at = 0.7\n')
    found = profile.load(middle)
    assert (found.name, found.features.hal.full_at, found.features.hal.min_pairs) == (
        "base",
        0.7,
        3,
    )


def test_profiles_that_extend_each_other_in_a_circle_are_refused(tmp_path: Path) -> None:
    first = write(tmp_path, 'extends = "b.toml"\n', "a.toml")
    write(tmp_path, 'extends = "a.toml"\n', "b.toml")
    with pytest.raises(
        ProfileError, match=r"extend each other in a circle: .*a\.toml → .*b\.toml → "
    ):
        profile.load(first)
    itself = write(tmp_path, 'extends = "c.toml"\n', "c.toml")
    with pytest.raises(ProfileError, match="in a circle"):
        profile.load(itself)


# --- the digest -----------------------------------------------------------------------------------


def test_the_digest_changes_with_a_setting_and_not_with_the_way_it_is_written(
    tmp_path: Path,
) -> None:
    same = profile.load(write(tmp_path, EXTENDS + "[features.hal]\nfull_at = 1.0\n", "a.toml"))
    other = profile.load(write(tmp_path, EXTENDS + "[features.hal]\nfull_at = 0.99\n", "b.toml"))
    renamed = profile.load(write(tmp_path, EXTENDS + 'name = "b"\n', "c.toml"))
    commented = profile.load(write(tmp_path, EXTENDS + "# iets\n", "d.toml"))
    assert same.digest == commented.digest == paper().digest
    assert len({paper().digest, other.digest, renamed.digest}) == 3


def test_the_digest_changes_with_the_terms(tmp_path: Path) -> None:
    path = write(tmp_path, EXTENDS + '[features.company_terms]\nterms_file = "terms.txt"\n')
    digests = set()
    for text in ("urenbord\n", "urenbord\nkoppelpoort\n"):
        write(tmp_path, text, "terms.txt")
        digests.add(profile.load(path).digest)
    assert len(digests) == 2


# --- the terms file -------------------------------------------------------------------------------


def test_terms_are_read_beside_the_profile_that_names_them(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    write(tmp_path, "# onze woorden\nUrenbord\n\nkoppelpoort\nSTRASSE\nstraße\n", "terms.txt")
    write(tmp_path, EXTENDS + '[features.company_terms]\nterms_file = "terms.txt"\n', "base.toml")
    child = write(tmp_path / "sub", 'extends = "../base.toml"\n')
    assert profile.load(child).terms == {"urenbord", "koppelpoort", "strasse"}


def test_a_missing_terms_file_says_how_to_make_one(tmp_path: Path) -> None:
    path = write(tmp_path, EXTENDS + '[features.company_terms]\nterms_file = "none.txt"\n')
    with pytest.raises(
        ProfileError,
        match=r"terms_file: .*none\.txt: no such file; make one with `truthscore terms",
    ):
        profile.load(path)


# --- what can be wrong ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[detectr]\nmatch = 1\n", r"unknown key 'detectr'; did you mean 'detector'\?"),
        ("[detector]\nordr = []\n", r"unknown key 'detector\.ordr'; did you mean 'order'\?"),
        (
            "[features.hal]\nful_at = 0.5\n",
            r"unknown key 'features\.hal\.ful_at'; did you mean 'full_at'\?",
        ),
        ("[features.zzz]\na = 1\n", r"unknown key 'features\.zzz'$"),
        ("[components.nl]\nad = []\n", r"unknown key 'components\.nl\.ad'"),
        ("[features.hal]\nfull_at = 1.5\n", r"'features\.hal\.full_at' is 1\.5: .*less than or eq"),
        ("[features.hal]\nfull_at = 0.0\n", r"'features\.hal\.full_at' is 0\.0: .*greater than 0"),
        ("[features.hal]\nfull_at = nan\n", r"'features\.hal\.full_at' is nan"),
        ("[features.hal]\nwindows = []\n", r"'features\.hal\.windows' is \[\]: .*at least 1"),
        ('[features.hal]\nwords = "all"\n', r"'features\.hal\.words' is 'all': .*'view' or 'conte"),
        ("[features.complex_answer]\nfull_at = 5\n", r"complex_answer\.full_at' is 5"),
        ("[features.complex_answer]\nfloor = -0.1\n", r"complex_answer\.floor' is -0\.1"),
        ("[features.verbatim_guide]\nmin_steps = 1\n", r"verbatim_guide\.min_steps' is 1"),
        ("[features.verbatim_guide]\nthreshold = 1.01\n", r"verbatim_guide\.threshold' is 1\.01"),
        ("[features.subject_pairs]\nprior = -1\n", r"subject_pairs\.prior' is -1"),
        ("[features.company_terms]\nmax_terms = 0\n", r"company_terms\.max_terms' is 0"),
        ("[features.company_terms]\nmax_terms = 1.5\n", r"company_terms\.max_terms' is 1\.5"),
        ("[features.prompt_overlap]\nmin_words = 0\n", r"prompt_overlap\.min_words' is 0"),
        ('[detector]\nmatch = "whole"\n', r"'detector\.match' is 'whole': .*'whole_words' or"),
        ('[detector]\nno_question_mark = "maybe"\n', r"detector\.no_question_mark.* is 'maybe'"),
        ('[detector]\norder = "error"\n', r"'detector\.order' is 'error': .*tuple"),
        ('[score]\nmiddle = "six"\n', r"'score\.middle' is 'six': .*'seven' or 'five'"),
        ('[score]\nnot_applicable = "half"\n', r"'score\.not_applicable' is 'half'"),
        ('[score]\noverrides = ["guide"]\n', r"'score\.overrides\.0' is 'guide'"),
        ('[score]\ntypes = ["binair"]\n', r"'score\.types\.0' is 'binair'"),
        ("[decision]\nsend_from = 6.0\n", r"'decision\.send_from' is 6\.0: .*less than or eq"),
        (
            "[decision]\nsend_from = 2.0\nblock_below = 3.0\n",
            "block_below must not be above send_from",
        ),
        ("[limits]\npattern_seconds = 0\n", r"'limits\.pattern_seconds' is 0: .*greater than 0"),
        ("[limits]\nmax_answer_chars = 0\n", r"'limits\.max_answer_chars' is 0"),
    ],
)
def test_a_wrong_setting_is_named_with_what_was_expected(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(ProfileError, match=message) as error:
        profile.load(write(tmp_path, EXTENDS + text))
    assert str(error.value).startswith(str(tmp_path / "own.toml"))


@pytest.mark.parametrize(
    ("key", "good", "bad"),
    [
        ("decision.send_from", [2.0, 5.0], [5.01]),
        ("decision.block_below", [1.0, 4.0], [0.99]),
        ("features.company_terms.max_terms", [1], [0]),
        ("features.company_terms.general_zipf", [0.0, 8.0], [-0.1, 8.1]),
        ("features.company_terms.min_length", [1], [0]),
        ("features.components_defined.fuzzy_threshold", [0.0, 100.0], [-0.1, 100.1]),
        ("features.components_defined.fuzzy_min_length", [1], [0]),
        ("features.components_defined.shown_from", [0.0, 100.0], [-0.1, 100.1]),
        ("features.complex_answer.floor", [0.0, 1.0], [-0.1, 1.1]),
        ("features.complex_answer.full_at", [1, 4], [0, 5]),
        ("features.prompt_overlap.min_words", [1], [0]),
        ("features.prompt_overlap.part_length", [1], [0]),
        ("features.prompt_overlap.fuzzy_ratio", [0.0, 100.0], [-0.1, 100.1]),
        ("features.prompt_overlap.full_at", [0.01, 1.0], [0.0, 1.01]),
        ("features.hal.full_at", [0.01, 1.0], [0.0, 1.01]),
        ("features.hal.min_pairs", [1], [0]),
        ("features.subject_pairs.prior", [0.0, 9.0], [-0.1]),
        ("features.subject_pairs.min_pairs", [1], [0]),
        ("features.verbatim_guide.threshold", [0.0, 1.0], [-0.1, 1.1]),
        ("features.verbatim_guide.min_steps", [2], [1]),
        ("features.numbers.alone", [0], [-1]),
        ("features.numbers.most_terms", [1], [0]),
        ("features.error_codes.both_words", [0], [-1]),
        ("features.contradiction.case_asked", [0.0, 1.0], [-0.1, 1.1]),
        ("features.records.form_counts", [0.0, 1.0], [-0.1, 1.1]),
        ("features.records.part_counts", [0.0, 1.0], [-0.1, 1.1]),
        ("features.records.min_worded", [0.0, 9.0], [-0.1]),
        ("features.swapped_labels.same_step", [0.01, 1.0], [0.0, 1.01]),
        ("features.swapped_labels.before", [1], [0]),
        ("features.guide_fidelity.may_be", [0.0, 1.0], [-0.1, 1.1]),
        ("features.guide_fidelity.clear", [0.0, 1.0], [-0.1, 1.1]),
        ("features.guide_fidelity.as_likely", [0.0, 1.0], [-0.1, 1.1]),
        ("features.guide_fidelity.passed_on", [0.0, 1.0], [-0.1, 1.1]),
        ("across.told_from", [0.0, 1.0], [-0.1, 1.1]),
        ("across.nearest", [1], [0]),
        ("across.min_content", [1], [0]),
        ("across.beside", [0], [-1]),
        ("across.reach", [0], [-1]),
        ("score.copied_beside", [0], [-1]),
        ("reading.shouted", [0.0, 1.0], [-0.1, 1.1]),
        ("reading.mixed", [0.0, 1.0], [-0.1, 1.1]),
        ("reading.titled", [0.0, 1.0], [-0.1, 1.1]),
        ("reading.unsigned", [1], [0]),
        ("reading.bare", [1], [0]),
        ("reading.run_on", [1], [0]),
        ("reading.marked_by_word", [0.0, 1.0], [-0.1, 1.1]),
        ("limits.pattern_seconds", [0.01], [0.0]),
        ("limits.max_answer_chars", [1], [0]),
        ("limits.max_question_chars", [1], [0]),
        ("limits.max_context_chars", [1], [0]),
    ],
)
def test_a_number_may_go_to_its_limits_and_not_beyond(
    tmp_path: Path, key: str, good: list[float], bad: list[float]
) -> None:
    section, name = key.rsplit(".", 1)
    extends = 'extends = "grounded"\n'  # which has every table
    for place, value in enumerate(good):
        text = f"{extends}[{section}]\n{name} = {value}\n"
        assert profile.load(write(tmp_path, text, f"good{place}.toml"))
    for place, value in enumerate(bad):
        text = f"{extends}[{section}]\n{name} = {value}\n"
        with pytest.raises(ProfileError, match=f"'{key}' is {value}"):
            profile.load(write(tmp_path, text, f"bad{place}.toml"))


def test_thresholds_at_the_same_height_are_fine(tmp_path: Path) -> None:
    path = write(tmp_path, EXTENDS + "[decision]\nsend_from = 3.0\nblock_below = 3.0\n")
    assert profile.load(path).decision.block_below == 3.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('pattern = "(?P<name>x)"', r"components\.nl\.add 'p': pattern has no group named 'label'"),
        ('pattern = "(?P<label>x"', r"components\.nl\.add 'p': pattern does not compile: missing"),
    ],
)
def test_a_component_pattern_must_be_usable(tmp_path: Path, text: str, message: str) -> None:
    block = f'[[components.nl.add]]\nname = "p"\nexample = "x"\nlabel = "x"\n{text}\n'
    with pytest.raises(ProfileError, match=message):
        profile.load(write(tmp_path, EXTENDS + block))


def test_a_component_pattern_of_a_company_is_taken_over(tmp_path: Path) -> None:
    block = (
        '[[components.nl.add]]\nname = "angle"\npattern = "<<(?P<label>[^>]+)>>"\n'
        'example = "Klik <<Opslaan>>"\nlabel = "Opslaan"\n'
    )
    found = profile.load(write(tmp_path, EXTENDS + block)).components
    assert [each.name for each in found["nl"].add] == ["angle"]
    assert (found["nl"].drop, found["en"].add) == ((), ())


@pytest.mark.parametrize(
    ("given", "lacking"),
    [
        ("", "middle_at and weights and penalties"),
        ("middle_at = 0.4\n", "weights and penalties"),
        ("weights = { hal = 1.0 }\n", "middle_at and penalties"),
        ("middle_at = 0.4\nweights = { hal = 1.0 }\n", "penalties"),
    ],
)
def test_a_message_type_with_half_of_its_numbers_says_which_it_lacks(
    tmp_path: Path, given: str, lacking: str
) -> None:
    own = write(tmp_path, f"{EXTENDS}[score.by_type.binary]\n{given}")
    with pytest.raises(ProfileError) as raised:
        profile.load(own)
    assert f"[score.by_type.binary] lacks {lacking}: a message type" in str(raised.value)
    assert "extends =" not in str(raised.value)  # it does extend one


def test_a_message_type_with_all_of_its_numbers_is_taken_over(tmp_path: Path) -> None:
    given = "middle_at = 0.4\nweights = { hal = 1.0 }\npenalties = {}\n"
    own = profile.load(write(tmp_path, f"{EXTENDS}[score.by_type.binary]\n{given}"))
    assert own.score.of_type("binary").weights == {"hal": 1.0}


def test_a_profile_without_a_base_must_name_every_key(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"key '\w+' is missing; add it, or begin the file with"):
        profile.load(write(tmp_path, 'name = "own"\n'))


@pytest.mark.parametrize(
    ("name", "suggestion"), [("papr", r"; did you mean 'paper'\?"), ("/no/such/file.toml", "$")]
)
def test_an_unknown_profile_says_which_there_are(name: str, suggestion: str) -> None:
    with pytest.raises(
        ProfileError, match=r"it is neither a file nor one of .*paper-tuned" + suggestion
    ):
        profile.load(name)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a = \n", r"own\.toml: not a profile: .*line 1"),
        ("name = 'é'".encode("latin-1"), r"own\.toml: not a profile: .*not UTF-8"),
    ],
)
def test_a_file_that_is_no_toml_is_no_profile(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "own.toml").write_bytes(content)
    with pytest.raises(ProfileError, match=message):
        profile.load(str(tmp_path / "own.toml"))


# --- other types scored ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("types", "expected"),
    [
        ("all", MESSAGE_TYPES),
        ("binary,general", ("binary", "general")),
        (["error"], ("error",)),
        (["all"], MESSAGE_TYPES),
    ],
)
def test_other_message_types_can_be_scored_under_another_digest(
    types: Any, expected: tuple[str, ...]
) -> None:
    found = profile.with_score_types(paper(), types)
    assert found.score.types == expected
    assert found.digest != paper().digest
    assert profile.with_score_types(paper(), types).digest == found.digest


def test_asking_for_the_types_of_the_profile_changes_nothing() -> None:
    assert profile.with_score_types(paper(), "binary,instruction") is paper()


def test_an_unknown_message_type_is_suggested() -> None:
    with pytest.raises(
        ProfileError,
        match=r"'binair' is not a message type; did you mean 'binary'\? \(types: error",
    ):
        profile.with_score_types(paper(), "general,binair")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("extends = 3\n", "key 'extends' is 3; expected a profile's name or file"),
        ('extends = "papr"\n', "extends 'papr'.*did you mean 'paper'"),
        ('extends = "paper"\nname = "a|b"\n', "key 'name' is 'a|b'"),
        ('extends = "paper"\nname = "a"\nterms = ["x"]\n', "key 'terms' is made when"),
        ('extends = "paper"\nname = "a"\nfeatures = 3\n', "key 'features' is 3"),
        ('extends = "paper"\nname = "a"\n[features.hal]\nwindows = [0]\n', "windows"),
        ('extends = "paper"\nname = "a"\n[features]\nuse = ["hall"]\n',
         r"\[features\]: 'use' names 'hall', .* did you mean 'hal'"),
        ('extends = "paper"\nname = "a"\n[features]\nuse = ["numbers"]\n',
         r"\[features.numbers\] is missing"),
        (
            'extends = "paper"\nname = "a"\n[score.weights]\nstatemnts = 1.0\n',
            r"\[score.weights\] names 'statemnts', which is no feature; did you mean 'statements'",
        ),
        (
            'extends = "paper"\nname = "a"\n[score.penalties]\nlies = 1.0\n',
            r"\[score.penalties\] names 'lies', which is no feature",
        ),
    ],
)  # fmt: skip
def test_a_profile_that_cannot_work_says_so_when_it_is_loaded(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(ProfileError, match=message):
        profile.load(write(tmp_path, text))


def test_where_the_terms_file_lies_does_not_change_the_digest(tmp_path: Path) -> None:
    digests = set()
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "terms.txt").write_text("loonrun\n")
        text = EXTENDS + 'name = "a"\n[features.company_terms]\nterms_file = "terms.txt"\n'
        digests.add(profile.load(write(folder, text)).digest)
    assert len(digests) == 1


@pytest.mark.parametrize(
    ("toml", "told"),
    [
        ("[limits]\npattern_seconds = 1e300\n", "'limits.pattern_seconds' is 1e"),
        ("[policy]\ntime_budget_ms = 1e300\n", "'policy.time_budget_ms' is 1e"),
        ("[limits]\npattern_seconds = nan\n", "'limits.pattern_seconds' is nan"),
        ("[score]\nmiddle_at = inf\n", "'score.middle_at' is inf"),
        ("deep = " + "[" * 100_000 + "]" * 100_000 + "\n", "too deep"),
        ("deep" + ".a" * 3_000 + " = 1\n", "deep"),
    ],
)
def test_what_no_clock_and_no_reader_can_take_is_a_profile_error(
    tmp_path: Path, toml: str, told: str
) -> None:
    with pytest.raises(ProfileError, match=told):
        profile.load(write(tmp_path, EXTENDS + toml))


def test_a_long_chain_of_profiles_is_a_profile_error(tmp_path: Path) -> None:
    write(tmp_path, EXTENDS, "p0.toml")
    for number in range(1, 500):
        last = write(tmp_path, f'extends = "p{number - 1}.toml"\n', f"p{number}.toml")
    with pytest.raises(ProfileError, match="more than 32 profiles extend each other"):
        profile.load(last)
