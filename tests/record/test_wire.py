"""Names and fields that records and other programs hold stay as they are."""

from tests.support.registers import faults
from tests.support.wire import FILE, lines


def test_what_was_once_written_can_still_be_read() -> None:
    kept = set(FILE.read_text(encoding="utf-8").splitlines())
    where = "tests/wire.tsv: python -m tests.support.wire; what was there before must stay readable"
    assert not faults(kept, set(lines()), where=where)
