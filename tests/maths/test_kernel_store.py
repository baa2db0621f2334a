"""Compiled kernels are kept by the state of all their sources."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from croupier.maths.kernels import code_cache, compilation
from croupier.maths.kernels.code_cache import SpoiltKernelError, read_sealed, write_sealed
from croupier.maths.kernels.compilation import SealedFiles


def test_any_changed_source_has_another_name(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("a = 1\n")
    (tmp_path / "two.py").write_text("b = 1\n")
    before = code_cache.digest_of(tmp_path)
    assert code_cache.digest_of(tmp_path) == before
    (tmp_path / "two.py").write_text("b = 2\n")
    assert code_cache.digest_of(tmp_path) != before


def test_kernels_are_kept_under_that_name() -> None:
    folder = code_cache.kernel_folder.path
    assert folder is not None
    assert folder.name == f"kernels-{code_cache.digest_of(code_cache.SOURCES)}"


def test_a_folder_that_cannot_be_written_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("not a folder")
    monkeypatch.setattr(code_cache.kernel_folder, "path", None)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(blocked))
    monkeypatch.setattr(code_cache, "SOURCES", tmp_path / "blocked" / "sources")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    code_cache.choose_kernel_folder()
    assert code_cache.kernel_folder.path is not None
    assert code_cache.kernel_folder.path.parent == tmp_path / "cache" / "croupier"


def test_the_last_resort_is_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(code_cache, "folders", lambda: [code_cache.last_resort()])
    monkeypatch.setattr(code_cache.kernel_folder, "path", None)
    code_cache.choose_kernel_folder()
    own = code_cache.last_resort()
    assert own.stat().st_mode & 0o777 == 0o700
    assert code_cache.kernel_folder.path is not None
    assert code_cache.kernel_folder.path.parent == own


def test_a_last_resort_that_others_may_write_to_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(code_cache, "folders", lambda: [code_cache.last_resort()])
    monkeypatch.setattr(code_cache.kernel_folder, "path", None)
    code_cache.last_resort().mkdir()
    code_cache.last_resort().chmod(0o777)
    code_cache.choose_kernel_folder()
    assert code_cache.kernel_folder.path is None


def test_a_folder_of_somebody_else_or_a_link_is_not_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "own")
    assert code_cache.is_private(tmp_path / "own")
    assert not code_cache.is_private(tmp_path / "link")
    monkeypatch.setattr("os.getuid", lambda: 4711)
    assert not code_cache.is_private(tmp_path / "own")


class SpoiltFiles:
    """A cache of numba's whose files hold something else."""

    flushed = False

    def _guard_against_spurious_io_errors(self) -> nullcontext[None]:
        return nullcontext()

    def _load_overload(self, *_: object) -> object:
        raise EOFError("Ran out of input")

    def flush(self) -> None:
        self.flushed = True


def test_a_spoilt_kernel_is_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.core.runtime.nrt.rtsys.initialize", lambda context: context)
    cache, spoilt = compilation.KernelCache(len), SpoiltFiles()
    cache.__dict__["files"] = spoilt
    assert cache.load_overload("signature", "context") is None
    assert spoilt.flushed


def sealed(folder: Path) -> SealedFiles:
    return SealedFiles(cache_path=str(folder), filename_base="kernel", source_stamp=1)


@pytest.mark.parametrize("place", [0, 20, -1])
@pytest.mark.parametrize("name", ["kernel.nbi", "kernel.1.nbc"])
def test_a_kernel_file_with_one_other_byte_is_noticed(
    tmp_path: Path, name: str, place: int
) -> None:
    sealed(tmp_path).save("signature", ("code", b"\x00" * 40))
    assert sealed(tmp_path).load("signature") == ("code", b"\x00" * 40)
    held = bytearray((tmp_path / name).read_bytes())
    held[place] ^= 1
    (tmp_path / name).write_bytes(held)
    with pytest.raises(SpoiltKernelError, match="is damaged"):
        sealed(tmp_path).load("signature")


def test_kernels_of_other_sources_are_not_loaded(tmp_path: Path) -> None:
    sealed(tmp_path).save("signature", "code")
    other = SealedFiles(cache_path=str(tmp_path), filename_base="kernel", source_stamp=2)
    assert other.load("signature") is None
    assert sealed(tmp_path / "nowhere").load("signature") is None


def test_a_full_disk_does_not_stop_a_calculation() -> None:
    class Full:
        def save_overload(self, *_: object) -> None:
            raise OSError(28, "No space left on device")

    cache = compilation.KernelCache(len)
    cache.__dict__["files"] = Full()
    cache.save_overload("signature", "compiled")


def test_what_could_not_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        write_sealed(tmp_path / "kernel", b"code")
    assert list(tmp_path.iterdir()) == []


def test_a_sealed_file_holds_what_was_written(tmp_path: Path) -> None:
    write_sealed(tmp_path / "kernel", b"code")
    assert read_sealed(tmp_path / "kernel") == b"code"


def test_machine_code_is_kept_apart_for_other_settings_of_the_compiler(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made_for = code_cache.environment_digest.__wrapped__
    before = made_for()
    monkeypatch.setenv("NUMBA_CACHE_DIR", "elsewhere")
    assert made_for() == before
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert made_for() != before
