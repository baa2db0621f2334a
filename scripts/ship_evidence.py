"""A hook of the build: evidence goes into a wheel if it is of the sources that are in it.

Git does not track it, so hatch would leave it out. What is missing or stale stays out, and whoever
builds is told; the installed system then says of every clause that it is unknown.
"""

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

EVIDENCE = "src/croupier/features/compliance/data/evidence.json"
SOURCES = "src/croupier/features/compliance/source_hashes.py"


class EvidenceHook(BuildHookInterface):  # type: ignore[type-arg,misc]
    """Adds the evidence to a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the file, where it may be shipped."""
        if version == "editable":
            return
        why_not = unshippable(Path(self.root))
        if why_not:
            self.app.display_warning(f"{why_not}: `make evidence` makes it")
        else:
            build_data["artifacts"].append(EVIDENCE)


def unshippable(root: Path) -> str:
    """Why the evidence may not be shipped; empty where it may."""
    file = root / EVIDENCE
    if not file.is_file():
        return "the wheel has no evidence of which clauses are kept"
    made_with = json.loads(file.read_text(encoding="utf-8"))["sources"]
    if made_with != sources_of(root):
        return "the evidence is of other sources and stays out of the wheel"
    return ""


def sources_of(root: Path) -> str:
    """What the sources come to, by their own account; nothing else of them is imported."""
    spec = spec_from_file_location("sources", root / SOURCES)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    found: str = module.package_hash(root / "src" / "croupier")
    return found
