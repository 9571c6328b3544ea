"""What watches a host asks for numbers that are told, rings when it should, and says what to do."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import CollectorRegistry, Metric
from ruamel.yaml import YAML

from uno_chat.contract import Census, Waiting
from uno_chat.coordinator import House
from uno_chat.runtime import Service, utc_now
from uno_chat.testing.desk import Desk
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.memory_store import MemoryStore

Parsed = Mapping[str, Any]
Tool = Callable[[str], str]
NAME = re.compile(r"\b(?:uno_chat|process)_[a-z_]+\b")
PICKED = re.compile(r"\b((?:uno_chat|process)_[a-z_]+|up)\b(\{([^{}]*)\})")
SUMMED = re.compile(r"\bby \(([^)]*)\) \(")
GIVEN = {"job", "instance", "le"}
"""Labels that Prometheus adds."""
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def registry() -> CollectorRegistry:
    """What a host tells, with somebody waiting everywhere."""
    adapter = FakeNetwork(utc_now).adapter()
    house = House({adapter.network: LIKE_TELEGRAM}, Desk().house.seeds)
    service = Service(house, MemoryStore(), [adapter])
    gauges = service.panel.gauges
    name, waits = adapter.network, Waiting(1, NOW)
    gauges.census = Census(waits, {name: waits, "gone": waits}, shifts={name: NOW})
    return service.meters.registry


@pytest.fixture
def families(registry: CollectorRegistry) -> dict[str, Metric]:
    """Every metric, by its name as it is asked for."""
    return dict(told(registry))


@pytest.fixture
def labels(registry: CollectorRegistry) -> Mapping[str, set[str]]:
    """The labels that samples of each metric have, also where there is none yet."""
    found: dict[str, set[str]] = {}
    for one, names in registry._collector_to_names.items():
        for name in names:
            found.setdefault(name, set()).update(getattr(one, "_labelnames", ()))
    for family in registry.collect():
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def told(registry: CollectorRegistry) -> Iterator[tuple[str, Metric]]:
    for family in registry.collect():
        suffixes = {
            "counter": ("_total",),
            "histogram": ("_bucket", "_count", "_sum"),
        }.get(family.type, ("",))
        for suffix in suffixes:
            yield f"{family.name}{suffix}", family


@pytest.fixture
def alerts(deploy: Path) -> list[Parsed]:
    groups = YAML(typ="safe").load(deploy / "prometheus" / "alerts.yaml")["groups"]
    return [rule for group in groups for rule in group["rules"]]


@pytest.fixture
def dashboard(deploy: Path) -> Parsed:
    parsed: Parsed = json.loads((deploy / "grafana" / "dashboard.json").read_text("utf-8"))
    return parsed


def expressions(dashboard: Parsed) -> list[str]:
    return [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]


def ran(*words: str, within: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=within, capture_output=True, text=True, check=False)


# alerts


def test_prometheus_takes_the_alerts(tool: Tool, deploy: Path, tmp_path: Path) -> None:
    done = ran(tool("promtool"), "check", "rules", "alerts.yaml", within=deploy / "prometheus")
    assert done.returncode == 0, done.stderr
    text = (deploy / "prometheus" / "alerts.yaml").read_text("utf-8")
    (tmp_path / "alerts.yaml").write_text(text.replace("sum by (le)", "sum of (le)"), "utf-8")
    assert ran(tool("promtool"), "check", "rules", "alerts.yaml", within=tmp_path).returncode == 1


def test_each_alert_rings_when_it_should_and_none_when_all_is_well(
    tool: Tool, deploy: Path, tmp_path: Path
) -> None:
    words = (tool("promtool"), "test", "rules", "alerts_test.yaml")
    done = ran(*words, within=deploy / "prometheus")
    assert done.returncode == 0, done.stdout + done.stderr
    for name in ("alerts.yaml", "alerts_test.yaml"):
        text = (deploy / "prometheus" / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace("age_seconds) > 60", "age_seconds) > 6e9"))
    assert ran(*words, within=tmp_path).returncode == 1


def test_every_alert_is_tested_and_every_test_is_of_an_alert(
    deploy: Path, alerts: list[Parsed]
) -> None:
    tests = YAML(typ="safe").load(deploy / "prometheus" / "alerts_test.yaml")["tests"]
    names = [test["name"] for test in tests]
    assert names == ["all is well", *dict.fromkeys(names[1:])]
    assert set(names[1:]) == {rule["alert"] for rule in alerts}


@pytest.mark.reported("T24")
def test_deadlines_that_nobody_looks_at_wake_somebody(alerts: list[Parsed]) -> None:
    (rule,) = (rule for rule in alerts if "deadlines_age" in rule["expr"])
    assert rule["labels"]["severity"] == "page"


def test_the_runbook_says_of_each_alert_what_it_means_and_what_to_do(
    deploy: Path, alerts: list[Parsed]
) -> None:
    text = (deploy / "runbook.md").read_text("utf-8")
    sections = dict(re.findall(r"(?ms)^### (\w+)$(.*?)(?=^##|\Z)", text))
    assert sections.keys() == {rule["alert"] for rule in alerts}
    for rule in alerts:
        assert rule["annotations"]["runbook"] == f"runbook.md#{rule['alert'].lower()}"
        assert "**Means:**" in sections[rule["alert"]]
        assert "**Do:**" in sections[rule["alert"]]
    anchors = {name.lower() for name in sections}
    assert set(re.findall(r"\]\(#(.*?)\)", text)) <= anchors
    assert all((deploy / path).is_file() for path in re.findall(r"\]\((?!#)([\w./]+)", text))


def test_the_runbook_speaks_of_panels_and_numbers_that_are_there(
    deploy: Path, dashboard: Parsed, families: dict[str, Metric]
) -> None:
    text = " ".join((deploy / "runbook.md").read_text("utf-8").split())
    panels = set(re.findall(r'panel "([^"]*)"', text))
    assert len(panels) > 1
    assert panels <= {panel["title"] for panel in dashboard["panels"]}
    assert set(re.findall(r"`(uno_chat_[a-z_]+)`", text)) <= families.keys()


# what is asked for


def test_every_number_that_is_asked_for_is_one_that_is_told(
    alerts: list[Parsed], dashboard: Parsed, families: dict[str, Metric]
) -> None:
    asked = [*(rule["expr"] for rule in alerts), *expressions(dashboard)]
    names = {name for expression in asked for name in NAME.findall(expression)}
    assert len(names) > 25
    assert {name for name in names if name not in families} == set()


def test_every_number_that_is_told_is_shown(dashboard: Parsed, families: dict[str, Metric]) -> None:
    shown = {name for expression in expressions(dashboard) for name in NAME.findall(expression)}
    hidden = {name for name in families if name.startswith("uno_chat")} - shown
    hidden -= {name for name in hidden if name.endswith(("_count", "_sum", "_bucket"))}
    assert hidden == set()


def test_every_label_that_is_asked_for_is_one_of_that_number(
    alerts: list[Parsed], dashboard: Parsed, labels: Mapping[str, set[str]]
) -> None:
    asked = [*(rule["expr"] for rule in alerts), *expressions(dashboard)]
    picked = [one for expression in asked for one in picks(expression)]
    assert {"account", "how", "phase", "kind", "le", "shift", "reason"} <= {p for _, p in picked}
    for name, label in picked:
        assert label in GIVEN | labels.get(name, set()), f"{name} has no {label}"


def test_what_is_said_of_an_answer_names_labels_that_it_has(
    alerts: list[Parsed], dashboard: Parsed, labels: Mapping[str, set[str]]
) -> None:
    said = [(rule["expr"], rule["annotations"]["summary"]) for rule in alerts]
    for panel in dashboard["panels"]:
        said += [(one["expr"], one["legendFormat"]) for one in panel.get("targets", ())]
    for expression, text in said:
        wanted = set(re.findall(r"\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}", text))
        assert wanted <= answered(expression, labels), f"{text} of {expression}"


def picks(expression: str) -> Iterator[tuple[str, str]]:
    """Each number with each label by which it is picked or summed up."""
    for name, _, words in PICKED.findall(expression):
        yield from ((name, label) for label in re.findall(r"(\w+)\s*[=!]", words))
    for found in SUMMED.finditer(expression):
        inner = within_brackets(expression[found.end() :])
        for name in NAME.findall(inner):
            yield from ((name, label) for label in found[1].replace(",", " ").split())


def answered(expression: str, labels: Mapping[str, set[str]]) -> set[str]:
    """The labels of what an expression answers."""
    if found := SUMMED.search(expression):
        return {*found[1].replace(",", " ").split()} - {"le"}
    if re.search(r"\b(?:sum|min|max|absent)\(", expression):
        return set()
    return {"job", "instance"}.union(*(labels.get(name, ()) for name in NAME.findall(expression)))


def within_brackets(text: str) -> str:
    """Up to the bracket that closes the one before this text."""
    depth = 1
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return text[:at]
    return text


# the dashboard


def test_the_dashboard_asks_the_source_that_is_chosen_and_fits_its_grid(dashboard: Parsed) -> None:
    (variable,) = dashboard["templating"]["list"]
    assert (variable["name"], variable["type"]) == ("datasource", "datasource")
    taken: set[tuple[int, int]] = set()
    for panel in dashboard["panels"]:
        at = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert at["x"] + at["w"] <= 24
        assert not taken & cells, panel["title"]
        taken |= cells
        for target in panel.get("targets", ()):
            assert target["datasource"]["uid"] == "${datasource}"
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(ids) == len(set(ids))


def test_prometheus_can_read_what_the_dashboard_asks(
    tool: Tool, dashboard: Parsed, tmp_path: Path
) -> None:
    """As rules, which promtool reads."""
    asked = [text.replace("$__rate_interval", "5m") for text in expressions(dashboard)]
    rules = [{"record": f"asked:{number}", "expr": text} for number, text in enumerate(asked)]
    (tmp_path / "rules.json").write_text(json.dumps({"groups": [{"name": "a", "rules": rules}]}))
    done = ran(tool("promtool"), "check", "rules", "rules.json", within=tmp_path)
    assert done.returncode == 0, done.stderr
