"""A wheel has evidence of its own sources, or none."""

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from croupier.features.compliance.findings import FILE, PACKAGE
from croupier.features.compliance.source_hashes import package_hash
from tests.docs.pages import ROOT

HOOK = ROOT / "scripts" / "ship_evidence.py"


@pytest.fixture
def hook() -> ModuleType:
    pytest.importorskip("hatchling")
    spec = spec_from_file_location("ship_evidence", HOOK)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def checkout(folder: Path, made_with: str | None) -> Path:
    """A checkout with one source, and evidence made with some sources."""
    package = folder / "src" / "croupier"
    (package / "features" / "compliance" / "data").mkdir(parents=True)
    sources = PACKAGE / "features" / "compliance" / "source_hashes.py"
    (package / "features" / "compliance" / "source_hashes.py").write_bytes(sources.read_bytes())
    if made_with is not None:
        text = json.dumps({"sources": made_with or package_hash(package)})
        (package / "features" / "compliance" / "data" / "evidence.json").write_text(text)
    return folder


def test_evidence_of_the_same_sources_is_shipped(hook: ModuleType, tmp_path: Path) -> None:
    assert hook.unshippable(checkout(tmp_path, "")) == ""
    assert hook.sources_of(ROOT) == package_hash(PACKAGE)
    assert ROOT / hook.EVIDENCE == FILE


@pytest.mark.parametrize(("made_with", "told"), [("0123", "of other sources"), (None, "has no")])
def test_other_evidence_is_not(
    hook: ModuleType, tmp_path: Path, made_with: str | None, told: str
) -> None:
    assert told in hook.unshippable(checkout(tmp_path, made_with))


class Build:
    """What a build hands to its hook."""

    def __init__(self, root: Path) -> None:
        self.root = str(root)
        self.warned: list[str] = []
        self.app = self

    def display_warning(self, message: str) -> None:
        self.warned.append(message)


@pytest.mark.parametrize(
    ("version", "made_with", "shipped", "warned"),
    [("standard", "", 1, 0), ("standard", "0123", 0, 1), ("editable", "0123", 0, 0)],
)
def test_the_build_is_told(
    hook: ModuleType, tmp_path: Path, version: str, made_with: str, shipped: int, warned: int
) -> None:
    build = Build(checkout(tmp_path, made_with))
    data: dict[str, list[str]] = {"artifacts": []}
    hook.EvidenceHook.initialize(build, version, data)
    assert (len(data["artifacts"]), len(build.warned)) == (shipped, warned)
    assert all("make evidence" in one for one in build.warned)


def test_the_hook_needs_nothing_but_the_standard_library_of_the_sources(
    hook: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever builds in isolation has none of the dependencies."""
    root = checkout(tmp_path, "")
    monkeypatch.setitem(sys.modules, "msgspec", None)
    assert hook.unshippable(root) == ""
