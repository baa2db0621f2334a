"""Columns as PostgreSQL writes arrays down: the server reads what was meant."""

from datetime import date

import psycopg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.record.stores.postgres.writes import (
    BatchConnection,
    PlannedStatement,
    byte_array,
    date_array,
    number_array,
    text_array,
)

BODIES = PlannedStatement("SELECT unnest(%s::bytea[])")
TEXTS = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]))
"""All that PostgreSQL takes for a text."""


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    texts=st.lists(TEXTS),
    numbers=st.lists(st.integers(-(2**63), 2**63 - 1)),
    bodies=st.lists(st.binary()),
    days=st.lists(st.dates(date(1, 1, 1))),
)
def test_the_server_reads_what_was_written(
    postgres_url: str,
    texts: list[str],
    numbers: list[int],
    bodies: list[bytes],
    days: list[date],
) -> None:
    with BatchConnection.connect(postgres_url) as db:
        (stored,) = db.together((BODIES, (byte_array(bodies),)))
        found = db.execute(
            "SELECT %s::text[], %s::bigint[], %s::date[]",
            (text_array(texts), number_array(numbers), date_array(days)),
        ).fetchone()
    assert found == (texts, numbers, days)
    assert [body for (body,) in stored] == bodies


def test_what_reads_like_an_array_or_like_nothing_is_a_text(postgres_url: str) -> None:
    texts = ["NULL", "null", "", " ", "{a,b}", '"', "\\", '\\"', "a,b", "\n", "'; --"]
    with psycopg.connect(postgres_url) as db:
        found = db.execute("SELECT %s::text[]", (text_array(texts),)).fetchone()
    assert found == (texts,)
