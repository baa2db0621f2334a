"""``croupier play`` as a whole: piped, repeatable, left at any moment."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cli.main import run
from croupier.floor import Croupier, UnlawfulTableError
from croupier.money import dollars
from croupier.rulebooks import BLACKJACK
from croupier.terminal.player.colours import PLAIN_ASCII, WITH_SYMBOLS, Faces, can_show_symbols
from tests.terminal.evening import GAME, spend, table, widest

ROOT = Path(__file__).parents[2]
SCRIPT = """
1:25 pp5 3:50 ll5
s
s
why
h
x
s
log

h
s
s
25
s
y
sign
rules 12
1-7:5 pp1 ll2
p
d
d 2
s
s
h
s
s
s
s
?
table
s
s
s
s
q
"""
OPTIONS = ("--seed", "7", "--side-bets", "perfect-pairs,lucky-lucky", "--resplit")


def play(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: str,
    *options: str,
    game: str = GAME,
) -> tuple[int, str, str]:
    """Run the command in this process: exit code, output, errors."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    code = run(["play", game, *options])
    output, errors = capsys.readouterr()
    return code, output, errors


def in_a_process(
    typed: bytes, *options: str, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", "from croupier.cli import main; main()", "play", GAME, *options],
        input=typed,
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, **environment},
        timeout=120,
    )


def test_piped_it_is_plain_and_ends_with_a_summary() -> None:
    result = in_a_process(SCRIPT.encode(), *OPTIONS, TERM="xterm-256color", PYTHONUTF8="1")
    text = result.stdout.decode()
    assert (result.returncode, result.stderr) == (0, b"")
    assert "\x1b" not in text
    assert widest(text) <= 80
    assert "\nSummary\n  rounds " in text
    assert text.endswith("  seed         7\n")


def test_the_same_seed_and_input_give_the_same_bytes() -> None:
    first, second = (in_a_process(SCRIPT.encode(), *OPTIONS) for _ in range(2))
    assert first.stdout == second.stdout
    other = in_a_process(SCRIPT.encode(), "--seed", "8", *OPTIONS[2:])
    assert other.stdout != first.stdout


def test_input_that_is_no_text_does_no_harm() -> None:
    result = in_a_process(b"\n\xff\xfe\x00\x1b[31m 25\n25\n", "--seed", "7", PYTHONUTF8="1")
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"\x1b" not in result.stdout


def test_an_output_without_the_symbols_gets_letters() -> None:
    result = in_a_process(
        "\n25\n♥\ns\n".encode(), "--seed", "7", "--player", "Zoë", PYTHONIOENCODING="ascii"
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.isascii()
    assert re.search(rb"\bbox 1  \w+[CDHS] ", result.stdout)


def test_ascii_has_no_symbols(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text, _ = play(monkeypatch, capsys, SCRIPT, *OPTIONS, "--ascii")
    assert code == 0
    assert text.isascii()


def test_leaving_is_possible_after_every_sign_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for end in range(len(SCRIPT) + 1):
        code, text, errors = play(monkeypatch, capsys, SCRIPT[:end], *OPTIONS)
        assert (code, errors) == (0, ""), repr(SCRIPT[:end])
        assert "\nSummary\n" in text


def test_q_leaves_in_the_middle_of_a_round_and_says_what_becomes_of_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text, _ = play(monkeypatch, capsys, "\n1:25 3:50\nq\nignored\n", "--seed", "7")
    assert code == 0
    assert "Wagers in play lie until they are decided (5.3): the round is finished for you" in text
    assert "Box 1 stands on " in text
    assert "Box 3 stands on " in text
    assert "  left         in round 1, finished without a further wager" in text
    assert "ignored" not in text


class Impatient:
    """Somebody who types some lines and then interrupts."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        if not self._lines:
            raise KeyboardInterrupt
        return self._lines.pop(0)


def test_interrupting_is_leaving(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Impatient("\n", "25\n"))
    assert run(["play", GAME, "--seed", "7"]) == 0
    assert "\nSummary\n" in capsys.readouterr().out


def test_leaving_where_the_rules_demand_a_card_draws_it() -> None:
    text = spend(table("5H 6C 3H TD TC TS"), "25", "q")
    assert "Box 1 draws 10♦: 18.\nBox 1 stands on 18." in text


def test_leaving_between_rounds_leaves_no_round_behind() -> None:
    text = spend(table("TH 6C 9H TD TC"), "25", "s", "q")
    assert "Wagers in play" not in text
    assert "  left " not in text


def test_the_summary_adds_up() -> None:
    text = spend(table("TH 6C 9H TD TC TH TC 8H TD TH 6C 9H 4D TC"), *("25", "s") * 3)
    assert "  rounds       3\n" in text
    assert "  wagered      $75\n" in text
    assert "  result       lost $25\n" in text
    assert "  biggest win  $25 in round 1\n" in text
    assert "  return       66.7 % of what was wagered\n" in text
    assert "  chips        $475 of $500 bought\n" in text


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--decks", "5"), "Star Blackjack is played with 6 or 8 decks (3.1)"),
        (("--boxes", "12"), "a layout has 5 to 9 boxes, not 12 (2.2.1)"),
        (("--side-bets", "roulette"), "(2.2.4)"),
        (("--minimum", "50", "--maximum", "5"), "cannot be limits (6.1)"),
        (("--bankroll", "0.30"), "$0.30 cannot be laid in chips: the smallest is $0.50 (5.1)"),
        (("--bankroll", "much"), "--bankroll: 'much' is not an amount in dollars"),
        (("--bankroll", "9999999999"), "--bankroll: $1,000,000,000 is the largest amount"),
        (("--player", "\x1b[31m"), "--player: a name has 1 to 20 printable characters"),
        (("--device", "bag"), "--device: 'bag' is not one of shoe, shuffler"),
        (("--seed", "x"), "--seed"),
    ],
)
def test_an_unlawful_table_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: tuple[str, ...],
    told: str,
) -> None:
    code, text, errors = play(monkeypatch, capsys, "", *options)
    assert (code, text) == (2, "")
    assert told in errors
    assert errors.count("\n") == 1


def test_an_unknown_game_is_told_with_those_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, errors = play(monkeypatch, capsys, "", game="whist")
    assert code == 2
    assert "there is no game 'whist'" in errors
    assert all(name in errors for name in BLACKJACK)


def test_help_lists_keys_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--help"]) == 0
    text = capsys.readouterr().out
    for part in ("h s d p", "y e n", "why", "log", "sign", "rules", "q ", "--seed 7", "Examples:"):
        assert part in text


def test_the_options_reach_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = (
        "--minimum 10 --maximum 200 --decks 6 --boxes 5 --bankroll 1000 --device shuffler --seed 1"
    )
    code, text, _ = play(monkeypatch, capsys, "?\nsign\n", *options.split(), "--player", "Ann Lee")
    assert code == 0
    assert "6 decks from a shuffler, 5 boxes." in text
    assert "minimum $10, maximum $200" in text
    assert "Your wagers, from $1,000 in chips: 10 lays $10 on box 1" in text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_encodings_with_the_symbols(encoding: str) -> None:
    assert can_show_symbols(encoding)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "no-such", None])
def test_encodings_without_the_symbols(encoding: str | None) -> None:
    assert not can_show_symbols(encoding)


# ------------------------------------------------------------------ whatever is typed, at any game

WORDS = (
    *("", "h", "s", "d", "p", "u", "e", "y", "n", "25", "1:25 3:50", "1-7:5", "d 5", "1:e", "2:5"),
    *("why", "log", "sign", "rules", "rules 1", "?", "table", "buy 50", "100", "x", "52", "0", "5"),
    *("25 pp5", "25 ll5 pp5", "1:500", "stand", "hit", "none", "\x1b[2J", "♥", "9" * 400),
)


def with_everything(game: str, seed: int) -> Croupier:
    """A table with as many optional wagers as its rulebook lets stand side by side."""
    names = tuple(bet.name for bet in BLACKJACK[game].side_bets.kinds)
    for offered in (names, names[:1]):
        try:
            return table(game=game, seed=seed, side_bets=offered, resplit=True, ten_insurance=True)
        except UnlawfulTableError:
            continue
    return table(game=game, seed=seed)


@pytest.mark.parametrize("game", BLACKJACK)
@settings(max_examples=40)
@given(
    lines=st.lists(st.sampled_from(WORDS) | st.text(max_size=12), max_size=60),
    seed=st.integers(0, 10_000),
    faces=st.sampled_from([PLAIN_ASCII, WITH_SYMBOLS]),
)
def test_whatever_is_typed_the_evening_ends_well(
    game: str, lines: list[str], seed: int, faces: Faces
) -> None:
    croupier = with_everything(game, seed)
    text = spend(croupier, typed="".join(f"{line}\n" for line in lines), faces=faces)
    assert "\nSummary\n" in text
    assert "\x1b" not in text
    assert widest(text) <= 80
    assert croupier.table.round is None
    assert croupier.table.chips("you") == bought_and_won(text)


def bought_and_won(text: str) -> int:
    """What the summary says was bought and won, in cents."""
    bought = re.search(r"of \$([\d,.]+) bought", text)
    result = re.search(r"  result       (even|won|lost)(?: \$([\d,.]+))?", text)
    assert bought is not None
    assert result is not None
    net = dollars((result[2] or "0").replace(",", ""))
    return dollars(bought[1].replace(",", "")) + (-net if result[1] == "lost" else net)
