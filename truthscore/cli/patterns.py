"""`truthscore patterns`: how a company writes the names of its buttons, menus and fields."""

from __future__ import annotations

import click

from truthscore.cli.documents import NO_PAGES, LeftOut, read_documents
from truthscore.cli.options import language_with_words
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.open_files import open_output


@click.group(name="patterns")
def command() -> None:
    """Learn how a company writes the names of its buttons, menus and fields."""


@command.command(name="learn")
@click.argument("pages", nargs=-1, required=True, metavar="PAGES...")
@click.option("--output", "-o", default="-", help="Where to write; default: standard output.")
@click.option("--lang", default="nl", show_default=True, metavar="LANG",
              callback=language_with_words, help="Language of the pages.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True,
              help="Which half of the pages is learned from.")  # fmt: skip
@click.option(
    "--times", type=click.IntRange(1), default=5, show_default=True,
    help="Names that a cue must have beside it.",
)  # fmt: skip
@click.option(
    "--precision", type=click.FloatRange(0, 1), default=0.9, show_default=True,
    help="Share of the places beside a cue that must be a name.",
)  # fmt: skip
def learn(
    pages: tuple[str, ...], output: str, lang: str, seed: int, times: int, precision: float
) -> int:
    """Write the notations of PAGES as TOML for a profile: files or folders of text, or JSONL with
    a field `text`, that set names in bold (**Save**).

    Learned on half of the pages, measured on the other half. Put the blocks that you trust into
    your profile: an answer that names something so is then held against the pages.
    """
    from truthscore import language, notations

    documents = list(read_documents(pages, LeftOut()))
    if not documents:
        raise InputError(f"{', '.join(pages)}: {NO_PAGES}")
    found, (learned, measured) = notations.learn(
        documents, language.load(lang), seed=seed, times=times, precision=precision
    )
    if not learned or not measured:
        raise InputError(
            f"{', '.join(pages)}: {len(documents)} pages, of which {learned + measured} have names "
            "in bold (**Save**); expected two at least, for bold says where names are"
        )
    with open_output(output) as stream:
        stream.write(
            f"# Made by `truthscore patterns learn`: learned on {learned} pages, measured on "
            f"{measured} others (seed {seed}).\n# An example is a line of a page.\n\n"
        )
        stream.write(notations.as_toml(found, lang, least=precision))
    echo(f"{len(found)} notations from {learned} pages → {output}", err=True)
    return 0
