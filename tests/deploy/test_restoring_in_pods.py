"""What Kubernetes copies every night, its job puts back, as both stand in their manifests."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from uno_chat.testing.postgres import Cluster
from uno_chat_sql import plugin

Parsed = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Pods:
    """Where containers of pods find here what is mounted there."""

    manifests: Path
    scripts: Path
    folder: Path
    path: str

    @property
    def backups(self) -> Path:
        """The volume of the copies."""
        return self.folder / "backups"

    async def run(self, pod: Parsed, *, copy: str = "") -> int:
        """What the container of a pod starts; how it ends."""
        (container,) = pod["containers"]
        volumes = {one["name"]: one for one in pod["volumes"]}
        mounts = {one["name"]: one["mountPath"] for one in container["volumeMounts"]}
        assert mounts.keys() == volumes.keys()
        here = {"scripts": self.scripts, **{n: self.folder / n for n in ("secrets", "backups")}}

        def where(word: str) -> str:
            for name, path in mounts.items():
                word = re.sub(f"^{path}(?=/|$)", str(here[name]), word)
            return word.replace("COPY", copy)

        settings = YAML(typ="safe").load(self.manifests / "configmap.yaml")["data"]
        process = await asyncio.create_subprocess_exec(
            *map(where, (*container["command"], *container["args"])),
            env={**{name: where(text) for name, text in settings.items()}, "PATH": self.path},
        )
        return await process.wait()


@pytest.fixture
def database(cluster: Cluster) -> Iterator[str]:
    name = cluster.database()
    yield name
    cluster.drop(name)


async def test_what_the_nightly_job_has_copied_the_other_job_puts_back(
    cluster: Cluster, database: str, postgres_programs: Path, deploy: Path, tmp_path: Path
) -> None:
    manifests = deploy / "kubernetes"
    pods = Pods(manifests, deploy, tmp_path, f"{postgres_programs}:/usr/bin:/bin")
    _, nightly = YAML(typ="safe").load_all(manifests / "backup.yaml")
    copying = nightly["spec"]["jobTemplate"]["spec"]["template"]["spec"]
    restoring = YAML(typ="safe").load(manifests / "restore.yaml")["spec"]["template"]["spec"]
    assert restoring["volumes"] == copying["volumes"]
    assert restoring["containers"][0]["image"] == copying["containers"][0]["image"]
    for name in ("secrets", "backups"):
        (tmp_path / name).mkdir()
    (secret,) = copying["volumes"][0]["secret"]["items"]
    (tmp_path / "secrets" / secret["path"]).write_text(cluster.url(database))
    store = plugin(cluster.url(database))
    await store.open()
    await store.transact(lambda tx: tx.save_cursor("kit", "there"))
    assert await pods.run(copying) == 0
    await store.transact(lambda tx: tx.save_cursor("kit", "lost"))
    (copy,) = pods.backups.iterdir()
    assert await pods.run(restoring, copy=copy.name) == 1, "a worker is at it"
    await store.close()
    assert await pods.run(restoring, copy=copy.name) == 0
    await store.open()
    assert await store.transact(lambda tx: tx.cursor("kit")) == "there"
    await store.close()


def test_the_guide_gives_the_jobs_all_scripts(deploy: Path) -> None:
    guide = (deploy / "README.md").read_text("utf-8")
    assert set(re.findall(r"--from-file=deploy/(\w+\.sh)", guide)) == {
        path.name for path in deploy.glob("*.sh")
    }
