"""Kubernetes takes the manifests, their parts fit each other, and a pod may go at any time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final

import kubernetes_validate
import pytest
from ruamel.yaml import YAML

from uno_chat.runtime.web import Door

Parsed = Mapping[str, Any]
VERSIONS: Final = ("1.28", "1.34")
"""Of Kubernetes: an old one that is still run, and one of the newest."""
STOPS_WITHIN: Final = 10


@pytest.fixture
def folder(deploy: Path) -> Path:
    return deploy / "kubernetes"


@pytest.fixture
def split(deploy: Path) -> Path:
    """The same with each role apart."""
    return deploy / "kubernetes-split"


@pytest.fixture
def objects(folder: Path, split: Path) -> list[Parsed]:
    """Everything but what kustomize reads itself."""
    return list(of_files(chain(folder.glob("*.yaml"), split.glob("*.yaml"))))


def of_files(paths: Iterable[Path]) -> Iterator[Parsed]:
    for path in sorted(paths):
        if path.name not in {"kustomization.yaml", "doors.yaml", "posts.yaml"}:
            yield from YAML(typ="safe", pure=True).load_all(path)


def of_kind(objects: list[Parsed], *kinds: str) -> list[Parsed]:
    return [one for one in objects if one["kind"] in kinds]


def pods(objects: list[Parsed]) -> list[Parsed]:
    jobs = [one["spec"]["jobTemplate"] for one in of_kind(objects, "CronJob")]
    return [one["spec"]["template"] for one in (*of_kind(objects, "Deployment", "Job"), *jobs)]


@pytest.mark.parametrize("version", VERSIONS)
def test_kubernetes_takes_every_object(objects: list[Parsed], version: str) -> None:
    assert len(objects) > 8
    for one in objects:
        kubernetes_validate.validate(one, version, strict=True)
    (deployment, *_) = of_kind(objects, "Deployment")
    spec = {**deployment["spec"], "replica": 2}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate({**deployment, "spec": spec}, version, strict=True)


def test_kustomize_finds_what_it_names(folder: Path, split: Path) -> None:
    """It builds nothing from a folder that it is in itself."""
    for here in (folder, split):
        told = YAML(typ="safe").load(here / "kustomization.yaml")
        for name in (*told["resources"], *(one["path"] for one in told.get("patches", ()))):
            named = (here / name).resolve()
            assert named.exists(), name
            assert not here.is_relative_to(named), name
            assert named.is_file() or (named / "kustomization.yaml").is_file(), name


def test_every_patch_is_of_an_object_that_is_there(folder: Path, split: Path) -> None:
    there = {(one["kind"], one["metadata"]["name"]) for one in of_files(folder.glob("*.yaml"))}
    for name in ("doors.yaml", "posts.yaml"):
        patch = YAML(typ="safe").load(split / name)
        assert (patch["kind"], patch["metadata"]["name"]) in there
        assert len((split / name).read_text("utf-8").splitlines()) < 20


def test_every_pod_is_locked_in(objects: list[Parsed]) -> None:
    for pod in pods(objects):
        spec = pod["spec"]
        (container,) = spec["containers"]
        assert spec["securityContext"]["runAsNonRoot"] is True
        assert spec["securityContext"]["runAsUser"] == 10001
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert spec["automountServiceAccountToken"] is False
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert "memory" in container["resources"]["limits"]
        assert not {"hostNetwork", "hostPID", "hostIPC"} & set(spec)


def test_the_user_is_that_of_the_image(deploy: Path, objects: list[Parsed]) -> None:
    image = (deploy / "Containerfile").read_text("utf-8")
    for pod in pods(objects):
        context = pod["spec"]["securityContext"]
        assert f"USER {context['runAsUser']}:{context['runAsGroup']}" in image


def test_no_secret_is_a_variable_and_each_is_a_file_that_is_there(
    objects: list[Parsed], known: Callable[[dict[str, str]], None]
) -> None:
    (settings,) = of_kind(objects, "ConfigMap")
    (secret,) = of_kind(objects, "Secret")
    known(dict(settings["data"]))
    for pod in pods(objects):
        (container,) = pod["spec"]["containers"]
        assert "env" not in container
        assert container["envFrom"] == [{"configMapRef": {"name": settings["metadata"]["name"]}}]
        mount = next(one for one in container["volumeMounts"] if one["name"] == "secrets")
        volume = next(one for one in pod["spec"]["volumes"] if one["name"] == "secrets")
        assert volume["secret"]["secretName"] == secret["metadata"]["name"]
        files = {v for name, v in settings["data"].items() if name.endswith("_FILE")}
        assert files == {f"{mount['mountPath']}/{name}" for name in secret["stringData"]}


def test_a_pod_is_asked_what_the_host_answers(objects: list[Parsed], folder: Path) -> None:
    (settings,) = of_kind(objects, "ConfigMap")
    for deployment in of_kind(objects, "Deployment"):
        (container,) = deployment["spec"]["template"]["spec"]["containers"]
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        for name, key in (("http", "UNO_CHAT_HTTP_BIND"), ("metrics", "UNO_CHAT_METRICS_BIND")):
            assert settings["data"][key] == f"0.0.0.0:{ports[name]}"
        probes = {
            name: container[f"{name}Probe"]["httpGet"]
            for name in ("startup", "liveness", "readiness")
        }
        assert probes["startup"] == probes["liveness"] == {"path": "/livez", "port": "http"}
        assert probes["readiness"] == {"path": "/readyz", "port": "http"}
        assert Door.__doc__ is not None
        assert "/livez" in Door.__doc__
        assert "/readyz" in Door.__doc__
    assert folder.exists()


def test_a_pod_is_given_longer_to_stop_than_it_takes(objects: list[Parsed]) -> None:
    for deployment in of_kind(objects, "Deployment"):
        spec = deployment["spec"]["template"]["spec"]
        (container,) = spec["containers"]
        hook = container.get("lifecycle", {}).get("preStop", {}).get("exec", {}).get("command")
        before = 0 if hook is None else int(hook[1])
        assert hook is None or hook[0] == "sleep"
        assert spec["terminationGracePeriodSeconds"] > before + STOPS_WITHIN


def test_a_new_version_starts_before_an_old_one_stops(objects: list[Parsed]) -> None:
    for deployment in of_kind(objects, "Deployment"):
        rolling = deployment["spec"]["strategy"]["rollingUpdate"]
        assert rolling["maxUnavailable"] == 0
        assert rolling["maxSurge"] >= 1
        assert deployment["spec"]["replicas"] > 1
        selector = deployment["spec"]["selector"]["matchLabels"]
        assert selector.items() <= labels_of(deployment).items()


def test_services_and_policies_are_of_pods_that_are_there(objects: list[Parsed]) -> None:
    (service,) = of_kind(objects, "Service")
    (policy,) = of_kind(objects, "NetworkPolicy")
    for selector in (service["spec"]["selector"], policy["spec"]["podSelector"]["matchLabels"]):
        assert selector.items() <= labels_of(of_kind(objects, "Deployment")[0]).items()


def test_of_each_kind_of_worker_one_stays_when_nodes_are_drained(objects: list[Parsed]) -> None:
    """A pod that two budgets choose cannot be moved away at all."""
    budgets = of_kind(objects, "PodDisruptionBudget")
    for deployment in of_kind(objects, "Deployment"):
        labels = labels_of(deployment)
        (budget,) = (
            one["spec"]
            for one in budgets
            if one["spec"]["selector"]["matchLabels"].items() <= labels.items()
        )
        assert 0 < budget["minAvailable"] < deployment["spec"]["replicas"]


def labels_of(deployment: Parsed) -> Mapping[str, str]:
    labels: Mapping[str, str] = deployment["spec"]["template"]["metadata"]["labels"]
    return labels


def test_nothing_but_what_networks_post_gets_in_from_outside(objects: list[Parsed]) -> None:
    (ingress,) = of_kind(objects, "Ingress")
    paths = [path for rule in ingress["spec"]["rules"] for path in rule["http"]["paths"]]
    assert [path["path"] for path in paths] == ["/in/"]
    (service,) = of_kind(objects, "Service")
    assert [port["targetPort"] for port in service["spec"]["ports"]] == ["http"]
    assert service["spec"].get("type", "ClusterIP") == "ClusterIP"


def test_the_versions_of_the_image_agree(folder: Path, split: Path, root: Path) -> None:
    project = (root / "pyproject.toml").read_text("utf-8")
    version = re.search(r'^version = "(.*)"', project, re.MULTILINE)
    assert version is not None
    for path in chain(folder.glob("*.yaml"), split.glob("*.yaml")):
        for tag in re.findall(r'(?:newTag: "|uno-chat:)(\d[\w.]*)', path.read_text("utf-8")):
            assert tag == version[1], path
