"""``croupier play caribbean-stud``: antes, the jackpot, bets and folds, and cards that stay
hidden."""

import io
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from decimal import Decimal
from itertools import chain
from pathlib import Path

import pytest
from rich.console import Console

from croupier.cards import Device, parse_cards
from croupier.cli.main import run
from croupier.cli.play import sit_down
from croupier.display.viewers import Patron, Voice
from croupier.floor import Croupier
from croupier.games.table.choices import JackpotTerms
from croupier.games.table.seats import BuyIn
from croupier.games.table.wagers import PlaceWager
from croupier.rulebooks import Role
from croupier.terminal.player import stud as player_stud
from croupier.terminal.player.colours import PLAIN_ASCII, WITH_SYMBOLS
from croupier.terminal.player.felt import FeltScreen
from croupier.terminal.player.stud import ante_text, read_ante
from croupier.terminal.player.typed import Bet, Misread
from croupier.terminal.table_options import OpenTableOptions, ask_for_player_cards
from tests.cli.test_deal import Terminal

from .evening import spend, table, widest

ROOT = Path(__file__).parents[2]
GAME = "caribbean-stud"
TERMS = JackpotTerms(wager=500, pool=30_000_00, increment=Decimal("0.7"), bonus=250_00)
LOW = "2H 4S 7C 9D JC"
PAIR = "8S 8D 3C 5H KD"
FLUSH = "2D 5D 9D JD KD"
ROYAL = "TS JS QS KS AS"
ACE_KING = "AH KC 9S 4D 2C"
OPTIONS = ("--jackpot", "5", "--pool", "30000", "--increment", "0.7", "--bonus", "250")
SCRIPT = """
10 j
why
b
why

x
f
3:20
log
b
sign
rules jackpot
rules
buy 100
12 j
?
table
f
q
"""


def dealt(dealer: str, *hands: str) -> str:
    """A shoe for one round: a card to the dealer, then one to each hand, five times."""
    every = zip(dealer.split(), *(hand.split() for hand in hands), strict=True)
    return " ".join(chain.from_iterable(every))


def stud(*rounds: str, **choices: object) -> Croupier:
    return table(" ".join(rounds) or None, game=GAME, **choices)  # type: ignore[arg-type]


def play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *options: str
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    code = run(["play", *options])
    output, errors = capsys.readouterr()
    return code, output, errors


# ------------------------------------------------------------------------------------- a round


def test_a_bet_is_settled_with_its_clauses() -> None:
    text = spend(stud(dealt(ACE_KING, PAIR)), "10", "b")
    assert "box 1  8♠ 8♦ 3♣ 5♥ K♦  a pair of eights, king kicker  ante $10\n" in text
    assert "You have a pair of eights, king kicker, against 2♣: b bet $20, f fold\n" in text
    assert "The dealer turns A♥ K♣ 9♠ 4♦ 2♣.\n" in text
    assert "That is ace-king high: the dealer plays (9.1).\n" in text
    assert "Box 1 ante wins $10 (9.5.1.1, " in text
    assert "Box 1 bet wins $20 (9.5.1.1, " in text
    assert "Round 1: won $30. Chips $530.\n" in text


def test_without_a_hand_the_dealer_pays_the_ante_alone() -> None:
    text = spend(stud(dealt(LOW, PAIR)), "10", "bet")
    assert "That is jack-nine high: the dealer does not play (9.1).\n" in text
    assert "Box 1 bet stands off: $20 back (9.2, def:stand-off).\n" in text
    assert "Round 1: won $10. Chips $510.\n" in text


def test_a_fold_loses_the_ante() -> None:
    text = spend(stud(dealt(ACE_KING, LOW)), "10", "f")
    assert "Your hand on box 1 is folded.\nBox 1 ante loses $10 (8.6" in text
    assert "Round 1: lost $10. Chips $490.\n" in text


def test_enter_repeats_and_an_amount_stays_on_its_box() -> None:
    rounds = (dealt(ACE_KING, PAIR),) * 3
    text = spend(stud(*rounds, jackpot=TERMS), "3:10 j", "f", "", "f", "20", "f")
    assert text.count("box 3  8♠ 8♦ 3♣ 5♥ K♦") == 3
    assert text.count("$5 goes to the jackpot") == 2
    assert "Enter lays 3:10 j, ? help" in text
    assert "Enter lays 3:20, 20 j and the jackpot, ? help" in " ".join(text.split())


def test_why_and_log_name_the_clauses() -> None:
    text = spend(stud(dealt(ACE_KING, PAIR)), "why", "log", "10", "b", "why", "log")
    assert "Nothing has been settled yet.\n" in text
    assert "No round has been played yet.\n" in text
    assert "Box 1 bet wins $20 (wager $20)\n    9.5.1.1  " in text
    assert "The dealer turns A♥ K♣ 9♠ 4♦ 2♣ (8.8).\n" in text


def test_a_maximum_payout_is_on_the_sign_and_kept() -> None:
    text = spend(stud(dealt(ACE_KING, ROYAL), max_payout=1000_00), "sign", "10", "b")
    assert "A bet wins at most $1,000 (10.2).\n" in text
    assert "Box 1 bet wins $1,000 (" in text


def test_a_second_player_is_asked_by_name() -> None:
    before = (
        BuyIn("ann", 100_00, by=Role.PLAYER),
        PlaceWager("ann", 4, 20_00, "ante", by=Role.PLAYER),
    )
    text = spend(stud(dealt(ACE_KING, PAIR, FLUSH)), "10", "b", "f", before=before)
    assert "ann has a flush, king high, against 2♣: b bet $40, f fold\n" in text
    assert "ann, box 4 ante loses $20 (8.6" in text
    assert "Round 1: won $30. Chips $530.\n" in text


# ----------------------------------------------------------------------------------- the jackpot


def test_the_meter_is_shown_before_and_after() -> None:
    text = spend(stud(dealt(ACE_KING, LOW), jackpot=TERMS), "10 j", "f")
    assert "Your ante, from $500 in chips; jackpot $30,000: " in text
    assert "$5 goes to the jackpot: the meter stands at $30,003.50.\n" in text
    assert "Box 1 jackpot loses $5 (11.7).\n" in text
    assert "Your ante, from $485 in chips; jackpot $30,003.50: " in text


def test_a_royal_flush_takes_the_meter_even_when_folded() -> None:
    text = spend(stud(dealt(ACE_KING, ROYAL), jackpot=TERMS), "10 j", "f", "why")
    assert "The jackpot is won: box 1 with a royal flush.\n" in text
    assert "Box 1 jackpot wins $49,995 (12.1.1" in text
    assert "The jackpot is paid: the meter stands at $0.\n" in text
    assert "; jackpot $0: " in text
    assert widest(text) <= 80


def test_a_flush_wins_a_fixed_sum_that_leaves_the_meter_alone() -> None:
    text = spend(stud(dealt(ACE_KING, FLUSH), jackpot=TERMS), "10 j", "b")
    assert "Box 1 jackpot wins $95 (12.1.5" in text
    assert "The jackpot is paid: the meter stands at $30,003.50.\n" in text
    assert "Round 1: won $205. Chips $705.\n" in text


def test_the_jackpot_is_refused_where_there_is_none_and_for_another_amount() -> None:
    text = spend(stud(dealt(ACE_KING, LOW)), "10 j")
    assert "Jackpot is not offered at this table (2.3, 11.2).\n" in text
    assert "Summary\n  rounds       0\n" in text
    text = spend(stud(dealt(ACE_KING, LOW), jackpot=TERMS), "10 j7")
    assert "The jackpot takes exactly the amount on its sign (11.3" in text


# ------------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("", "There is no ante to repeat yet: type 10, "),
        ("ten", '"ten" is not a wager: type 10, 3:10 for box 3, '),
        ("j", 'Put an ante before "j", such as 10 j.'),
        ("1", "The sign takes $5 to $5,000 on a box, not $1 (6.1)."),
        ("9:10", "box"),
        ("1:10 2:10", "(5.8"),
        ("10 10", "(5."),
        ("600", "That comes to $600, and the chips to $500."),
        ("buy", "Say how many dollars to change for chips, such as buy 100."),
        ("\x1b[31m", "is not a wager"),
    ],
)
def test_an_ante_that_cannot_be_laid_changes_nothing(typed: str, answer: str) -> None:
    text = spend(stud(dealt(ACE_KING, LOW), jackpot=TERMS), typed)
    after = text.partition("> ")[2].partition("Your ante")[0]
    assert answer in " ".join(after.split())
    assert "rounds       0" in text
    assert "\x1b" not in text
    assert widest(text) <= 80


@pytest.mark.parametrize("typed", ["", "x", "h", "b 5", "c", "10", "bet bet"])
def test_a_decision_is_asked_for_until_it_is_one(typed: str) -> None:
    text = spend(stud(dealt(ACE_KING, PAIR)), "10", typed, "b")
    assert text.count("b bet $20, f fold\n") == 2
    assert "Round 1: won $30." in text


def test_who_cannot_bet_is_told_so_and_may_buy() -> None:
    text = spend(stud(dealt(ACE_KING, PAIR)), "10", "b", "buy 20", "b", bankroll=15_00)
    asked = " ".join(text.split())
    assert "you lack the chips for the bet of $20: f fold, buy 100 more chips > b" in asked
    assert "Your bet on box 1: $20." in text
    assert "Round 1: won $30. Chips $65." in text


def test_antes_are_written_as_they_are_read() -> None:
    bets = read_ante("3:7.50 JACKPOT", box=1, terms=TERMS)
    assert bets == (Bet(3, 750, "ante"), Bet(3, 500, "jackpot"))
    assert ante_text(bets) == "3:7.50 j"
    assert isinstance(read_ante("3:", box=1, terms=None), Misread)


# ---------------------------------------------------------------------------------- hidden cards


@pytest.mark.parametrize("device", list(Device))
@pytest.mark.parametrize("seed", range(12))
def test_the_dealers_other_cards_are_not_shown_before_they_are_turned(
    device: Device, seed: int
) -> None:
    asked = ("10 j", "log", "table", "sign", "why", "x")
    croupier = table(None, game=GAME, seed=seed, device=device, jackpot=TERMS)
    text = spend(croupier, *asked, "b")
    before, turned, after = text.partition("The dealer turns ")
    assert turned
    cards = after.partition(".\n")[0].split()
    shown = cards[-1] if device is Device.SHOE else cards[0]
    assert len(set(cards)) == 5
    assert f"against {shown}" in " ".join(before.split())
    for card in cards:
        assert (card in before) == (card == shown), card
    assert before.count("▒▒ ▒▒ ▒▒ ▒▒") >= 2


def test_the_felt_hides_them_too() -> None:
    target = io.StringIO()
    console = Console(
        file=target, width=80, height=24, force_terminal=True, color_system=None, highlight=False
    )
    source = io.StringIO("10 j\nb\n")
    voice = Voice(Patron("you"), PLAIN_ASCII)
    screen = FeltScreen(
        source, target, faces=PLAIN_ASCII, shorts={}, pause_seconds=0.0001, console=console
    )
    croupier = stud(dealt("QH KC 9S 4D 2C", "8S 8D 3C 5H JD"), jackpot=TERMS)
    sit_down(croupier, screen, voice, 7).run(500_00)
    before, bet, after = target.getvalue().partition("b bet $20")
    assert bet
    assert "|###||###||###||###||2  |" in before
    assert "jackpot $30,003.50" in before
    assert "Q  " not in before
    assert "K  " not in before
    assert "|Q  ||K  ||9  ||4  ||2  |" in after
    assert "ante +$10 9.4.1" in after


# -------------------------------------------------------------------------------------- the whole


def test_leaving_is_possible_after_every_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = SCRIPT.splitlines(keepends=True)
    for end in range(len(lines) + 1):
        typed = "".join(lines[:end])
        code, text, errors = play(monkeypatch, capsys, typed, GAME, "--seed", "7", *OPTIONS)
        assert (code, errors) == (0, ""), typed
        assert "\nSummary\n" in text
        assert widest(text) <= 80


@pytest.mark.parametrize("last", ["q\n", ""])
def test_a_hand_that_is_left_is_folded(last: str) -> None:
    text = spend(stud(dealt(ACE_KING, PAIR)), typed=f"10\n{last}")
    told = " ".join(text.split())
    assert "decided (5.7): a hand for which nobody decides is folded (14.14)." in told
    assert "Your hand on box 1 is folded.\n" in text
    assert "  left         in round 1, finished without a further wager\n" in text
    assert "  result       lost $10\n" in text


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_piped_it_is_plain_and_the_same_every_time(device: str) -> None:
    command = "from croupier.cli import main; main()"
    options = ("--seed", "7", "--device", device, *OPTIONS)
    outputs = [
        subprocess.run(
            [sys.executable, "-c", command, "play", GAME, *options],
            input=SCRIPT.encode(),
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1"},
            timeout=120,
        ).stdout
        for _ in range(2)
    ]
    assert outputs[0] == outputs[1]
    text = outputs[0].decode()
    assert "\x1b" not in text
    assert widest(text) <= 80
    assert text.endswith("  seed         7\n")


def test_ascii_has_no_symbols(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, text, _ = play(monkeypatch, capsys, SCRIPT, GAME, "--seed", "7", "--ascii", *OPTIONS)
    assert text.isascii()
    assert re.search(r"^dealer ## ## ## ## [2-9TJQKA10]+[CDHS]$", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ((GAME, "--soft-17", "draw"), "--soft-17: only for blackjack, not for caribbean-stud"),
        ((GAME, "--resplit"), "--resplit: only for blackjack, not for caribbean-stud"),
        ((GAME, "--side-bets", "x"), "--side-bets: only for blackjack, not for caribbean-stud"),
        (
            ("star-blackjack", "--jackpot", "5"),
            "--jackpot: only for Caribbean Stud, not for star-blackjack",
        ),
        ((GAME, "--pool", "5"), "--pool: only with --jackpot, such as --jackpot 5"),
        ((GAME, "--jackpot", "5", "--pool", "-5"), "--pool: -$5 is less than zero"),
        ((GAME, "--jackpot", "5", "--bonus", "-1"), "--bonus: -$1 is less than zero"),
        ((GAME, "--jackpot", "0"), "a jackpot has a wager"),
        ((GAME, "--increment", "nan"), "--increment: a share is a number from 0 to 1"),
        ((GAME, "--increment", "7"), "--increment: a share is a number from 0 to 1"),
        ((GAME, "--increment", "x"), "--increment: a share is a number from 0 to 1"),
        ((GAME, "--max-payout", "x"), "--max-payout: "),
        ((GAME, "--decks", "2"), "deck"),
    ],
)
def test_what_the_game_does_not_have_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: tuple[str, ...],
    why: str,
) -> None:
    code, output, errors = play(monkeypatch, capsys, "", *options)
    assert code != 0
    assert why in errors
    assert output == ""
    assert len(errors.strip().splitlines()) == 1


def test_faces_are_of_one_kind() -> None:
    cards = parse_cards("AS TD")
    assert WITH_SYMBOLS.cards((cards[0], None, cards[1])) == "A♠ ▒▒ 10♦"


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--player-cards", "The table keeps Player Cards and gaming limits (5.1).\n"),
        ("--no-player-cards", "The table keeps no Player Cards (5.1); use --player-cards"),
    ],
)
def test_the_opening_says_whether_player_cards_are_looked_after(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: str, said: str
) -> None:
    typed = "10\nf\nq\n"
    code, output, _ = play(monkeypatch, capsys, typed, "caribbean-stud", "--seed", "3", option)
    assert code == 0
    assert said in output
    assert "rounds       1\n" in output


@pytest.mark.parametrize(("typed", "chosen"), [("y\n", True), ("maybe\nno\n", False), ("", False)])
def test_a_terminal_asks_whether_player_cards_are_kept(
    monkeypatch: pytest.MonkeyPatch, typed: str, chosen: bool
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setattr(
        "croupier.terminal.table_options.read_line", lambda source, *_: source.readline()
    )
    options = OpenTableOptions()
    assert ask_for_player_cards("caribbean-stud", options).player_cards is chosen
    assert ask_for_player_cards("star-blackjack", options) is options
    named = OpenTableOptions(player_cards=True)
    assert ask_for_player_cards("caribbean-stud", named) is named


# ---------------------------------------------------------------------------- limits and chips


@pytest.fixture
def eight_o_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    time = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
    monkeypatch.setattr(player_stud, "now", lambda: time)


@pytest.mark.usefixtures("eight_o_clock")
def test_a_loss_limit_is_set_and_holds() -> None:
    hands = dealt(ACE_KING, LOW)
    text = spend(stud(hands, hands, player_cards=True), "limit 40", "20", "declare 100", "20", "f")
    assert "You may lose at most $40 in a day; chips are declared (16.2" in text
    assert "You must declare chips first (16.2.2, 16.2).\n" in text
    assert "You declare $100 in chips (16.2.2).\n" in text
    assert "Round 1: lost $20. Chips $480.\n" in text
    text = spend(stud(hands, player_cards=True), "limit 40", "declare 100", "50")
    assert "You may risk $40 more under the Loss Limit (16.3).\n" in text


@pytest.mark.usefixtures("eight_o_clock")
def test_chips_are_declared_before_a_round_and_what_is_left_after_it() -> None:
    hands = dealt(ACE_KING, LOW)
    lines = ("limit 200 7", "declare 100 bought", "20", "declare 50", "f", "left 90", "left 80")
    text = spend(stud(hands, player_cards=True), *lines)
    assert "You may lose at most $200 in 7 days" in text
    assert "You declare $100 in chips (16.2.1).\n" in text
    assert "Chips are declared before a round, not in it (16.2.2, 16.2).\n" in text
    assert "According to declarations and play, you have $80 here (16.2.3).\n" in text
    assert "You declare $80 in chips left (16.2.3).\n" in text


@pytest.mark.usefixtures("eight_o_clock")
def test_deposits_and_their_limit() -> None:
    table = stud(dealt(ACE_KING, LOW), player_cards=True)
    text = spend(table, "deposits 100", "deposit 80", "deposit 30")
    assert "You deposit at most $100 a day.\n" in text
    assert "You deposit $80.\n" in text
    assert "would have deposited more than $100 today (def:deposit-limit,\n    1.1).\n" in text


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("limit", "limit 200 7"),
        ("limit x", "limit 200 7"),
        ("limit 200 a week", "limit 200 7"),
        ("deposits 100 7", "deposits 100"),
        ("deposit -5", "deposit 50"),
        ("declare 50 found", "declare 50"),
        ("left", "left 90"),
    ],
)
def test_what_is_wrong_with_a_limit_is_said_in_one_sentence(line: str, typed: str) -> None:
    text = spend(stud(dealt(ACE_KING, LOW), player_cards=True), line, "10", "f")
    assert f'"{line}" says too little or too much: type {typed}.\n' in text
    assert "Round 1: lost $10" in text, "nothing has changed"


def test_help_has_the_words_where_limits_are_looked_after() -> None:
    with_cards = spend(stud(dealt(ACE_KING, LOW), player_cards=True), "?")
    assert "\nLimits\n" in with_cards
    assert "limit 200 7" in with_cards
    without = spend(stud(dealt(ACE_KING, LOW)), "?", "limit 200")
    assert "\nLimits\n" not in without
    assert "This table keeps no Player Cards or gaming limits (5.2).\n" in without
