"""Importing a module from another text than its file has."""

import ast
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType


class Overlay(MetaPathFinder, Loader):
    """Finds one module and gives it the text, or the tree of it, that it was handed."""

    def __init__(self, module: str, path: Path, text: bytes | ast.Module) -> None:
        self.module = module
        self.path = path
        self.text = text

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module, if it is the one."""
        del path, target
        if fullname != self.module:
            return None
        inside = [str(self.path.parent)] if self.path.name == "__init__.py" else None
        return spec_from_file_location(
            fullname, self.path, loader=self, submodule_search_locations=inside
        )

    def exec_module(self, module: ModuleType) -> None:
        """Run the text that was handed in."""
        exec(compile(self.text, str(self.path), "exec", dont_inherit=True), module.__dict__)

    def install(self) -> None:
        """Have the module imported from the text; it must not have been imported before."""
        if self.module in sys.modules:
            raise RuntimeError(f"{self.module} has been imported already")
        sys.meta_path.insert(0, self)


def module_name(source: Path, path: Path) -> str:
    """The name by which a file below the folder of sources is imported."""
    parts = path.relative_to(source).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
