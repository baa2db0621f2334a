"""Kernels that are kept as machine code: loaded without numba, and compiled where that fails."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.maths.kernels import code_cache, compilation
from croupier.maths.kernels.code_cache import MachineCodeError
from croupier.maths.kernels.compilation import entry, inner, watch_compilation


class Terms(NamedTuple):
    factors: NDArray[np.float64]
    added: int
    negative: bool


@inner
def signed(value: float, negative: bool) -> float:
    return -value if negative else value


def scale(terms: Terms, power: float, into: NDArray[np.float64]) -> None:
    for place in range(len(into)):
        value = terms.factors[place] ** power + terms.added
        into[place] = signed(value, terms.negative)


TERMS = Terms(np.array([1.0, 2.0, 3.0]), 10, negative=True)
SCALED = [-11.0, -14.0, -19.0]


def scaled(kernel: Any) -> list[float]:
    into = np.zeros(3)
    kernel(TERMS, 2.0, into)
    answers: list[float] = into.tolist()
    return answers


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(code_cache.kernel_folder, "path", tmp_path)
    return tmp_path


def compilations(kernel: Any) -> int:
    """How many functions are compiled for a call, whose answers must be right."""
    told: list[int] = []
    with watch_compilation(lambda: told.append(1)):
        assert scaled(kernel) == SCALED
    return len(told)


def test_machine_code_is_compiled_once_and_then_loaded(folder: Path) -> None:
    assert compilations(entry(scale)) > 0
    assert [file.suffix for file in folder.iterdir()] == [".code"]
    assert compilations(entry(scale)) == 0


def test_spoilt_machine_code_is_compiled_again(folder: Path) -> None:
    compilations(entry(scale))
    [file] = folder.iterdir()
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    assert compilations(entry(scale)) > 0
    assert compilations(entry(scale)) == 0


def test_where_nothing_can_be_kept_it_is_compiled_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(code_cache.kernel_folder, "path", None)
    assert compilations(entry(scale)) > 0
    assert compilations(entry(scale)) > 0


def test_a_full_disk_does_not_stop_a_call(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(code_cache, "write_sealed", full)
    assert scaled(entry(scale)) == SCALED
    assert list(folder.iterdir()) == []


def test_numba_calls_it_where_arguments_are_passed_in_another_way(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compilation, "_c_type_of", lambda kind: kind)
    assert scaled(entry(scale)) == SCALED
    assert not list(folder.glob("*.code"))


def test_numba_calls_it_where_machine_code_cannot_be_loaded(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise MachineCodeError("no")

    monkeypatch.setattr("croupier.maths.kernels.compilation.MachineCode", refuse)
    assert scaled(entry(scale)) == SCALED
    assert folder.exists()


@pytest.mark.parametrize("data", [b"", b"no object file"])
def test_what_is_no_object_file_is_refused(data: bytes) -> None:
    with pytest.raises(MachineCodeError):
        code_cache.MachineCode(code_cache.CodeImage("nothing", data), [])


def test_arrays_must_be_whole_and_writeable() -> None:
    table = np.zeros((4, 4))
    sealed = np.zeros(4)
    sealed.flags.writeable = False
    for array in (table[:, 1], table.T, sealed):
        with pytest.raises(MachineCodeError, match="an array must be"):
            code_cache.words_of(array)


def test_what_is_neither_array_nor_number_is_refused() -> None:
    with pytest.raises(MachineCodeError, match="cannot be handed"):
        entry(scale)("text", 2.0, np.zeros(3))


def test_tuples_are_known_again_until_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_cache, "MOST_KNOWN", 2)
    monkeypatch.setattr(code_cache, "_known", {})
    tables = [Terms(np.zeros(size), size, negative=False) for size in range(1, 5)]
    for terms in (*tables, *tables):
        words = code_cache.words_of(terms).words
        assert words[2] == words[-2] == len(terms.factors)
    assert code_cache.words_of(tables[-1]) is code_cache.words_of(tables[-1])
