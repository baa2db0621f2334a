"""Compiled kernels are kept by the state of all their sources."""

from pathlib import Path

import pytest

from croupier.maths.kernels import caching


def test_any_changed_source_has_another_name(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("a = 1\n")
    (tmp_path / "two.py").write_text("b = 1\n")
    before = caching.digest_of(tmp_path)
    assert caching.digest_of(tmp_path) == before
    (tmp_path / "two.py").write_text("b = 2\n")
    assert caching.digest_of(tmp_path) != before


def test_kernels_are_kept_under_that_name() -> None:
    assert Path(caching.config.CACHE_DIR).name == f"kernels-{caching.digest_of(caching.SOURCES)}"


def test_a_folder_that_cannot_be_written_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("not a folder")
    monkeypatch.setattr(caching.config, "CACHE_DIR", str(blocked))
    monkeypatch.setattr(caching, "SOURCES", tmp_path / "blocked" / "sources")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    caching.keep_kernels()
    assert Path(caching.config.CACHE_DIR).parent == tmp_path / "cache" / "croupier"
