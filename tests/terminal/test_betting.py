"""What is typed: wagers, calls, insurance, amounts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.display.choices import choices_by_key
from croupier.display.views import short_names
from croupier.games.table.due import Choice
from croupier.terminal.player.blackjack import TypedCall, read_call
from croupier.terminal.player.typed import (
    Bet,
    Misread,
    bets_text,
    quote,
    read_purchase,
    read_wagers,
    wrap_words,
)

SHORTS = {"perfect-pairs": "pp", "lucky-lucky": "ll"}


@pytest.mark.parametrize(
    ("typed", "bets"),
    [
        ("25", (Bet(2, 2500), Bet(4, 2500))),
        ("$7.50", (Bet(2, 750), Bet(4, 750))),
        ("1:25 3:50", (Bet(1, 2500), Bet(3, 5000))),
        ("1,3:25", (Bet(1, 2500), Bet(3, 2500))),
        ("1-3:5", (Bet(1, 500), Bet(2, 500), Bet(3, 500))),
        ("1:25 pp5 ll5", (Bet(1, 2500), Bet(1, 500, "perfect-pairs"), Bet(1, 500, "lucky-lucky"))),
        ("1:25 PP5 3:50", (Bet(1, 2500), Bet(1, 500, "perfect-pairs"), Bet(3, 5000))),
        ("1:25 perfect-pairs:5", (Bet(1, 2500), Bet(1, 500, "perfect-pairs"))),
        (
            "25 ll2",
            (
                Bet(2, 2500),
                Bet(4, 2500),
                Bet(2, 200, "lucky-lucky"),
                Bet(4, 200, "lucky-lucky"),
            ),
        ),
    ],
)
def test_wagers_are_read(typed: str, bets: tuple[Bet, ...]) -> None:
    assert read_wagers(typed, shorts=SHORTS, boxes=(2, 4)) == bets


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("hello", '"hello" is not a wager'),
        ("25 xx5", '"xx5" is not a wager'),
        ("1:", '"1:" is not a wager'),
        ("25.123", "is not a wager"),
        ("-5", "is not a wager"),
        ("3-1:5", "is not a wager"),
        ("1e3", "is not a wager"),
        ("99999999999999999999", "is not a wager"),
        ("pp5", "Put a wager before"),
        ("1:25 1:50", "Box 1 is named twice: one wager"),
        ("1:25 pp5 pp5", "Box 1 is named twice: one perfect-pairs wager"),
    ],
)
def test_what_is_no_wager_is_told_in_a_sentence(typed: str, told: str) -> None:
    read = read_wagers(typed, shorts=SHORTS, boxes=(1,))
    assert isinstance(read, Misread)
    assert told in read.why


def bets() -> st.SearchStrategy[tuple[Bet, ...]]:
    amounts = st.integers(1, 99_999_999)
    kinds = st.sampled_from(list(SHORTS))
    box = st.tuples(amounts, st.dictionaries(kinds, amounts))
    return st.dictionaries(st.integers(1, 9), box, min_size=1).map(
        lambda boxes: tuple(
            bet
            for number, (amount, extras) in boxes.items()
            for bet in (Bet(number, amount), *(Bet(number, a, on) for on, a in extras.items()))
        )
    )


@given(bets())
def test_the_last_wagers_can_be_typed_as_they_are_shown(laid: tuple[Bet, ...]) -> None:
    shown = bets_text(laid, SHORTS)
    read = read_wagers(shown, shorts=SHORTS, boxes=(1,))
    assert not isinstance(read, Misread)
    assert set(read) == set(laid)


def test_neighbours_with_the_same_wagers_are_shown_together() -> None:
    laid = (*(Bet(box, 2500) for box in (1, 2, 3)), Bet(5, 2500), Bet(5, 500, "perfect-pairs"))
    assert bets_text(laid, SHORTS) == "1-3:25 5:25 pp5"


def test_short_names_are_initials_and_never_the_same() -> None:
    names = ("perfect-pairs", "any-pairs", "lucky-lucky", "pairs-play", "jackpot")
    assert short_names(names) == {
        "perfect-pairs": "pp",
        "any-pairs": "ap",
        "lucky-lucky": "ll",
        "pairs-play": "pap",
        "jackpot": "j",
    }


def choices(*calls: str, most: int = 0) -> tuple[Choice, ...]:
    return tuple(Choice(call, "1", most) for call in calls)


def test_a_call_is_read_by_key_or_word_and_with_an_amount() -> None:
    keys = choices_by_key((*choices("hit", "stand"), *choices("double", most=2500)))
    assert read_call("h", keys) == TypedCall(keys["h"])
    assert read_call("STAND", keys) == TypedCall(keys["s"])
    assert read_call("d", keys) == TypedCall(keys["d"])
    assert read_call("d 10", keys) == read_call("double 10", keys) == TypedCall(keys["d"], 1000)
    assert read_call("d10", keys) == TypedCall(keys["d"], 1000)


@pytest.mark.parametrize("typed", ["", "x", "h 5", "d ten", "5", "hit me", "?!"])
def test_what_is_no_call_is_told_with_what_is(typed: str) -> None:
    keys = choices_by_key((*choices("hit", "stand"), *choices("double", most=2500)))
    read = read_call(typed, keys)
    assert isinstance(read, Misread)
    assert "h (hit), s (stand) or d (double)" in read.why


def test_buying_chips_is_read() -> None:
    assert read_purchase("buy 100") == 10_000
    assert read_purchase("25") is None
    assert isinstance(read_purchase("buy"), Misread)
    assert isinstance(read_purchase("buy 0"), Misread)
    assert isinstance(read_purchase("buy much"), Misread)


def test_what_was_typed_is_quoted_without_harm() -> None:
    assert quote("a\x1b[31mb") == '"a?[31mb"'
    assert len(quote("x" * 500)) < 30


@given(st.text(alphabet="ab ,.", max_size=200), st.integers(10, 80))
def test_folded_text_keeps_its_words_and_its_width(text: str, width: int) -> None:
    lines = wrap_words(text, width, indent="  ")
    assert all(len(line) <= width for line in lines)
    if all(len(word) <= width - 2 for word in text.split()):
        assert " ".join(lines).split() == text.split()
