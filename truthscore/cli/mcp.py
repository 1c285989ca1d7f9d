"""`truthscore mcp`: tools for an agent, over standard input and output."""

from __future__ import annotations

from collections.abc import Mapping

import click

from truthscore.cli.explain import explained
from truthscore.cli.options import SETTINGS, pipeline_option, profile_option
from truthscore.errors import ResourceError


@click.command(name="mcp")
@profile_option(SETTINGS)
@click.option(
    "--lang", default="auto", show_default=True, metavar="nl|en|auto",
    help="Language of every answer; auto: recognised.",
)  # fmt: skip
@pipeline_option
def command(profile: str, lang: str, pipelines: Mapping[str, str]) -> int:
    """Serve an agent that speaks MCP, which starts this command by itself: the tools check_answer,
    find_passage and explain, over standard input and output. Ends when the input does.
    """
    try:
        from truthscore.integrations.mcp import run
    except ImportError as error:
        raise ResourceError(str(error)) from error
    from truthscore.guard.guardrail import Guardrail

    with Guardrail.load(profile, lang=lang, pipelines=pipelines) as guardrail:
        run(guardrail, explained)
    return 0
