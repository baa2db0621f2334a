"""Compiled kernels are kept by the state of all their sources."""

from pathlib import Path

import pytest

from croupier.maths.kernels import kernel_store


def test_any_changed_source_has_another_name(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("a = 1\n")
    (tmp_path / "two.py").write_text("b = 1\n")
    before = kernel_store.digest_of(tmp_path)
    assert kernel_store.digest_of(tmp_path) == before
    (tmp_path / "two.py").write_text("b = 2\n")
    assert kernel_store.digest_of(tmp_path) != before


def test_kernels_are_kept_under_that_name() -> None:
    assert (
        Path(kernel_store.config.CACHE_DIR).name
        == f"kernels-{kernel_store.digest_of(kernel_store.SOURCES)}"
    )


def test_a_folder_that_cannot_be_written_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("not a folder")
    monkeypatch.setattr(kernel_store.config, "CACHE_DIR", str(blocked))
    monkeypatch.setattr(kernel_store, "SOURCES", tmp_path / "blocked" / "sources")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kernel_store.keep_kernels()
    assert Path(kernel_store.config.CACHE_DIR).parent == tmp_path / "cache" / "croupier"
