"""examples/monitoring against what the service exposes, promtool, and a real Prometheus."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

httpx = pytest.importorskip("httpx")
pytest.importorskip("uvicorn")

from tests.cli.test_serve import Running  # noqa: E402
from tests.guard.cases import MISSING, TRUE, call  # noqa: E402
from tests.serve.conftest import TOKEN, Service  # noqa: E402
from truthscore.guard.decision import CAUSES  # noqa: E402
from truthscore.serve.notices import OUTCOMES  # noqa: E402
from truthscore.types import ACTIONS  # noqa: E402

FOLDER = Path(__file__).parents[2] / "examples" / "monitoring"
ALERTS = {
    rule["alert"]: rule["expr"]
    for group in yaml.safe_load((FOLDER / "alerts.yml").read_text("utf-8"))["groups"]
    for rule in group["rules"]
}
DASHBOARD = json.loads((FOLDER / "grafana.json").read_text("utf-8"))
PANELS = {
    f"{panel['title']}, {target['legendFormat']}": target["expr"]
    for panel in DASHBOARD["panels"]
    for target in panel["targets"]
}
#: What Prometheus itself knows.
ITS_OWN = {"up": {"job", "instance"}}
#: Values that a label has, where code lists them.
VALUES = {"decided": set(ACTIONS), "cause": {*CAUSES}, "outcome": {*OUTCOMES}}
#: Seconds between two looks of the Prometheus of the test, and that it may take to have three.
EVERY, PATIENCE = 1, 90.0


def exposed(text: str) -> dict[str, set[str]]:
    """Every series of an exposition with its labels."""
    from prometheus_client.parser import text_string_to_metric_families

    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def used(expr: str) -> list[tuple[str, Mapping[str, str]]]:
    """Every series that an expression asks for, with what it asks of the labels."""
    names = re.findall(r"\b(truthscore_\w+|up)\b(?:\{(.*?)\})?", expr)
    return [(name, dict(re.findall(r'(\w+)(?:=~|!~|!=|=)"([^"]*)"', of))) for name, of in names]


@pytest.fixture
def figures(service: Service) -> str:
    """What is exposed after an answer that is sent, one that is not, and one that is scored."""
    service("POST", "/v1/check", json=call(TRUE))
    service("POST", "/v1/check", json=call(MISSING))
    service("POST", "/v1/score", json=call(TRUE))
    text: str = service("GET", "/metrics").text
    return text


def test_every_figure_that_is_watched_is_exposed_with_its_labels(figures: str) -> None:
    there = {**exposed(figures), **ITS_OWN}
    for name, expr in {**ALERTS, **PANELS}.items():
        asked = used(expr)
        assert asked, name
        for series, labels in asked:
            assert series in there, (name, series)
            assert set(labels) <= there[series], (name, series)
            for label, value in labels.items():
                assert set(value.split("|")) <= VALUES.get(label, set(value.split("|"))), name
        grouped = re.findall(r"by \(([^)]*)\)", expr)
        labels_there = set().union(*(there[series] for series, _ in asked))
        assert {each.strip() for by in grouped for each in by.split(",")} <= labels_there, name
        if name in PANELS:
            shown = set(re.findall(r"\{\{(\w+)\}\}", name))
            assert shown <= {each.strip() for by in grouped for each in by.split(",")}, name


def test_the_table_of_figures_is_that_of_the_service(figures: str) -> None:
    page = (FOLDER / "README.md").read_text("utf-8")
    told = set(re.findall(r"^\| `(truthscore_\w+)`", page, re.MULTILINE))
    kinds = re.findall(r"^# TYPE (\w+) (\w+)$", figures, re.MULTILINE)
    assert told == {name for name, kind in kinds if kind != "gauge"}  # those say when it began


def test_what_may_go_wrong_with_a_notice_is_there_before_it_does(figures: str) -> None:
    """A counter that begins with its first failure has not risen for Prometheus: no alarm."""
    for outcome in OUTCOMES:
        assert f'truthscore_notices_total{{outcome="{outcome}"}} 0.0' in figures


@pytest.mark.parametrize(
    "what", [("check", "rules"), ("test", "rules"), ("check", "config")], ids="-".join
)
def test_promtool_is_content(what: tuple[str, str], tmp_path: Path) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed (Debian: prometheus)")
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    (tmp_path / "token").write_text(TOKEN, "utf-8")
    files = {
        ("check", "rules"): tmp_path / "alerts.yml",
        ("test", "rules"): Path(__file__).with_name("alerts_test.yml"),
        ("check", "config"): tmp_path / "prometheus.yml",
    }
    done = subprocess.run(
        [promtool, *what, str(files[what])], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr
    if what[0] == "test":  # each alarm goes off somewhere in it
        cases = yaml.safe_load(files[what].read_text("utf-8"))["tests"]
        heard = {each["alertname"] for case in cases for each in case["alert_rule_test"]
                 if each.get("exp_alerts")}  # fmt: skip
        assert heard == set(ALERTS)


def test_a_real_prometheus_answers_every_panel(tmp_path: Path) -> None:
    program = shutil.which("prometheus")
    if program is None:
        pytest.skip("prometheus is not installed")
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    (tmp_path / "token").write_text(TOKEN, "utf-8")
    (tmp_path / "tokens").write_text(f"watch: {TOKEN} check metrics\n", "ascii")
    service = Running(tmp_path, "--token-file", str(tmp_path / "tokens"), "--workers", "2")
    config = (tmp_path / "prometheus.yml").read_text("utf-8")
    config = config.replace("127.0.0.1:8080", f"127.0.0.1:{service.port}")
    (tmp_path / "prometheus.yml").write_text(config.replace("15s", f"{EVERY}s"), "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        where = f"127.0.0.1:{free.getsockname()[1]}"
    with open(tmp_path / "prometheus.log", "w") as log:
        watching = subprocess.Popen(
            [program, "--config.file", "prometheus.yml", "--storage.tsdb.path", "kept",
             "--web.listen-address", where],
            cwd=tmp_path, stderr=log,
        )  # fmt: skip

    def ask(expr: str) -> list[Any]:
        for variable, value in (("$__range", "30s"), ("$__rate_interval", "10s")):
            expr = expr.replace(variable, value)
        told = httpx.get(f"http://{where}/api/v1/query", params={"query": expr}, timeout=10.0)
        assert told.status_code == 200, (expr, told.text)
        found: list[Any] = told.json()["data"]["result"]
        return found

    opened = {"authorization": f"Bearer {TOKEN}"}
    until = time.monotonic() + PATIENCE
    empty = list(PANELS)
    try:
        while empty and time.monotonic() < until:
            assert watching.poll() is None, (tmp_path / "prometheus.log").read_text()
            for answer in (TRUE, MISSING):
                assert service.check(answer, headers=opened).status_code == 200
            httpx.post(f"{service.address}/v1/score", json=call(TRUE), headers=opened, timeout=60.0)
            time.sleep(EVERY)
            try:
                empty = [name for name in empty if not ask(PANELS[name])]
            except httpx.TransportError:
                continue  # it starts
        assert empty == []
        assert [each["value"][1] for each in ask('up{job="truthscore"}')] == ["1"]
        told = httpx.get(f"http://{where}/api/v1/rules", timeout=10.0).json()["data"]["groups"]
        states = {rule["name"]: (rule["health"], rule["state"]) for rule in told[0]["rules"]}
        assert states == dict.fromkeys(ALERTS, ("ok", "inactive"))
    finally:
        watching.terminate()
        watching.wait(30)
        service.stop()
