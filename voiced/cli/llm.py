"""`voiced llm`: measures how far the configured language model can be believed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from voiced.cli.command import CommandParser
from voiced.cli.terminal import print_json
from voiced.config import Settings, load_settings
from voiced.errors import ConfigWrong

if TYPE_CHECKING:
    from voiced.gateway.check.playing import CheckResults

_EPILOG = """\
examples:
  voiced llm check                                                            the configured model
  voiced llm check --upstream http://127.0.0.1:11434/v1 --model qwen2.5:7b    another one
  voiced llm check --llm http://127.0.0.1:8378 --json                         behind a gateway, for a script
"""
_CHECK = """\
Plays about 150 built-in cases to the model: sentences, lists, talk, words about a draft, questions, and traps such as orders inside the
speech. It says how many the model gets right and how long it takes, and keeps the verdict: with llm.trust = "auto" a model that
passes is believed for 90 days. The cases are invented, so nothing of your ledger is sent; an API may charge for some 150
requests. Exit status 0: passed; 1: not passed, or not reachable.
"""
_MOST_WRONG_SHOWN = 10


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        "A language model that gets its answers right is believed; the answers of another one are weighed by rules.",
        _EPILOG,
    )
    check = command.add_action("check", "measure the model, and keep whether it is believed", _CHECK)
    asked = check.add_mutually_exclusive_group()
    asked.add_argument("--llm", metavar="GATEWAY_URL", help="a gateway (default: as configured)")
    asked.add_argument(
        "--upstream", metavar="URL", help="OpenAI-compatible API, as http://127.0.0.1:11434/v1"
    )
    check.add_argument("--model", metavar="NAME", help="the model's name at the upstream")
    check.add_argument("--json", action="store_true", help="one JSON object")
    check.add_config_option()
    check.run_with(_check)


async def _check(
    *, config: Path | None, llm: str | None, upstream: str | None, model: str | None, json: bool
) -> int:
    from voiced.app.check_llm import check_configured, keep_verdict  # noqa: PLC0415 - the help of the group is quick

    settings = _settings(config, llm, upstream, model)
    results = await check_configured(settings, _progress())
    keep_verdict(results.verdict)
    if json:
        print_json(_told(results))
    else:
        print("\n".join(_lines(results, settings)))
    return 0 if results.verdict.passed else 1


def _settings(config: Path | None, gateway: str | None, upstream: str | None, model: str | None) -> Settings:
    """The configuration, with the model from the options.

    Raises:
        ConfigWrong: the file or a variable is wrong, or no model is named.
    """
    settings = load_settings(config)
    llm = settings.llm
    if gateway is not None:
        if model is not None:
            raise ConfigWrong("llm check: --model belongs to --upstream; a gateway names its model itself")
        llm = msgspec.structs.replace(llm, base_url=gateway, upstream_url="")
    elif upstream is not None or model is not None:
        url, model = upstream or llm.upstream_url, model or llm.upstream_model
        llm = msgspec.structs.replace(llm, base_url="", upstream_url=url, upstream_model=model)
    if not llm.base_url and not llm.upstream_url:
        raise ConfigWrong(
            "llm check: no language model is configured; set llm.base_url or llm.upstream_url, or name one: --llm "
            "GATEWAY_URL, or --upstream URL --model NAME"
        )
    if not llm.base_url and not llm.upstream_model:
        raise ConfigWrong(
            "llm check: the model at the upstream has no name; set llm.upstream_model, or add --model NAME"
        )
    return msgspec.structs.replace(settings, llm=llm)


def _progress() -> Callable[[int, int], None]:
    """A function that shows how far the check is: on one line in a terminal, else a line for every tenth of it."""
    is_terminal = sys.stderr.isatty()

    def show(played: int, of: int) -> None:
        if is_terminal:
            end = "\n" if played == of else ""
            print(f"\r{played} of {of} ", end=end, file=sys.stderr, flush=True)
        elif played * 10 // of != (played - 1) * 10 // of:
            print(f"{played} of {of}", file=sys.stderr, flush=True)

    return show


def _told(results: CheckResults) -> dict[str, object]:
    wrong = [
        {
            "kind": one.case.kind,
            "said": one.case.said,
            "fault": one.fault,
            "trouble": None if one.trouble is None else one.trouble.told,
        }
        for one in results.wrong
    ]
    return {**msgspec.to_builtins(results.verdict), "wrong": wrong}


def _lines(results: CheckResults, settings: Settings) -> list[str]:
    from voiced.app.check_llm import conclusion  # noqa: PLC0415 - as above

    verdict = results.verdict
    figures, llm = verdict.figures, settings.llm
    lines = [
        f"{verdict.model.model or 'the model'} at {verdict.model.address}: {figures.asked} of {figures.cases} cases played",
        f"  sentences    {figures.sentences.right} of {figures.sentences.of} exact in amount, type and day (95 % are needed)",
        f"  corrections  {figures.corrections.right} of {figures.corrections.of} understood (90 % are needed)",
        f"  traps        {figures.traps.right} of {figures.traps.of} avoided (all are needed)",
        f"  time         {figures.parse_p95:.1f} s for entries, of a deadline of {llm.parse_deadline_seconds:g} s (95 % of answers)",
        f"               {figures.correction_p95:.1f} s about a draft, of {llm.correction_deadline_seconds:g} s",
        f"  no answer    {figures.late} late, {figures.unreadable} unreadable or refused",
    ]
    if figures.questions is not None:
        asked = f"{figures.questions.right} of {figures.questions.of} understood (they do not decide)"
        lines.insert(4, f"  questions    {asked}")
    if figures.form is not None:
        form = figures.form
        asked_as = f"asked as {verdict.model.upstream_format}"
        lines.append(f"  form         {form.plain} of {form.answers} answers were plain JSON, {asked_as}")
        if form.prompt_tokens is not None and form.answer_tokens is not None:
            lines.append(
                f"  tokens       {form.prompt_tokens} asked, {form.answer_tokens} answered (medians)"
            )
    for one in results.wrong[:_MOST_WRONG_SHOWN]:
        told = one.fault or (one.trouble and one.trouble.told)
        lines.append(f"  wrong        {one.case.said}  ({told})")
    if len(results.wrong) > _MOST_WRONG_SHOWN:
        lines.append(f"  wrong        and {len(results.wrong) - _MOST_WRONG_SHOWN} more; --json lists all")
    return [*lines, *conclusion(verdict, settings)]
