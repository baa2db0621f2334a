"""The wheel, built once for a run, and floors that end with their tests."""

import fcntl
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.outside.product import Floor, Product


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Product:
    """The installed wheel; processes that share a run share it."""
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent
    folder = shared / "wheel"
    with (shared / "wheel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if folder.is_dir():
            return Product(folder / "site")
        folder.mkdir()
        return Product.install(folder)


@pytest.fixture
def floor(product: Product, tmp_path: Path) -> Iterator[Callable[..., Floor]]:
    """Makes floors, each in a folder of its own unless one is given; starts none of them."""
    made: list[Floor] = []

    def make(*options: str | Path, folder: Path | None = None, database: str = "") -> Floor:
        place = folder or tmp_path / f"floor-{len(made) + 1}"
        place.mkdir(exist_ok=True)
        made.append(Floor(product, place, *options, database=database))
        return made[-1]

    yield make
    for one in made:
        one.end()
