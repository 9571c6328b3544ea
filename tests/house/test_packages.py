"""Every adapter and store is in the wheel, and the wheel alone is enough to run.

In a clone a package that the wheel lacks imports just as well, so only these tests notice.
"""

import json
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from uno_chat.testing.installing import Installed, ran, wheel_of

ROOT = Path(__file__).parents[2]
GROUPS = {"adapters": "uno_chat.adapters", "storage": "uno_chat.stores"}
PACKAGES = sorted(path.parent for root in GROUPS for path in ROOT.glob(f"{root}/*/__init__.py"))

# Run in the clean environment: loads every plug-in the distribution names and says what it got.
LOAD = """
import importlib.metadata, json, sys
groups, found = sys.argv[1:], {}
for point in importlib.metadata.distribution("uno-chat").entry_points:
    if point.group in groups:
        plugin = point.load()
        found[point.name] = [callable(plugin), sys.modules[point.module].__file__]
print(json.dumps(found))
"""


def project() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)


def packages() -> list[str]:
    listed: list[str] = project()["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    return listed


def entry_points(root: str) -> dict[str, str]:
    points: dict[str, str] = project()["project"]["entry-points"][GROUPS[root]]
    return points


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_an_adapter_or_store_is_declared_and_typed(package: Path) -> None:
    network = package.name.removeprefix("uno_chat_")
    assert package.name.startswith("uno_chat_")
    assert f"{package.parent.name}/{package.name}" in packages()
    assert entry_points(package.parent.name).get(network) == f"{package.name}:plugin"
    assert (package / "py.typed").is_file()


@pytest.mark.parametrize("root", GROUPS)
def test_what_is_declared_is_there(root: str) -> None:
    there = {package.name for package in PACKAGES if package.parent.name == root}
    assert {f"{name}:plugin" for name in there} == set(entry_points(root).values())
    assert {f"{root}/{name}" for name in there} == {
        name for name in packages() if name.startswith(f"{root}/")
    }


@pytest.mark.parametrize("root", GROUPS)
def test_a_root_is_not_a_package(root: str) -> None:
    assert not (ROOT / root / "__init__.py").exists()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel_of(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def clean(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """A new environment with the wheel, and what it needs lent by ours."""
    installed = Installed.empty(tmp_path_factory.mktemp("clean"))
    installed.add(wheel)
    return installed


def test_the_wheel_holds_the_declared_packages_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        top = {name.partition("/")[0] for name in archive.namelist()}
    declared = {name.rpartition("/")[2] for name in packages()}
    assert {name for name in top if not name.endswith(".dist-info")} == declared


def test_the_wheel_holds_every_file_of_its_packages(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    for package in packages():
        folder = ROOT / package
        wanted = {
            path.relative_to(folder.parent).as_posix()
            for path in folder.rglob("*")
            if path.is_file() and path.suffix != ".pyc" and not path.name.startswith(".")
        }
        assert wanted <= held


def test_every_plug_in_loads_from_the_wheel_alone(clean: Installed) -> None:
    found = json.loads(ran(clean.python, "-I", "-c", LOAD, *GROUPS.values(), at=clean.home))
    assert set(found) == set(entry_points("adapters")) | set(entry_points("storage"))
    for name, (is_callable, file) in found.items():
        assert is_callable, name
        assert Path(file).is_relative_to(clean.home), name


def test_the_program_runs_from_the_wheel_alone(clean: Installed) -> None:
    assert "uno-chat" in ran(clean.programs / "uno-chat", "--help", at=clean.home)
