"""``croupier deal``: live tables typed in line by line, by people and by card-reading shoes."""

import io
import json
import os
import signal
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import DECK, Device
from croupier.cli.main import run
from croupier.display.prompts import prompt_lines
from croupier.floor import Croupier
from croupier.floor.command_text import command_types
from croupier.games.table.choices import Choices, JackpotTerms, Mode
from croupier.messages import Refused
from croupier.rulebooks import BLACKJACK, GAMES, law_of
from croupier.rulebooks.law.roles import Role
from croupier.terminal.dealer.lines import MisreadLineError, read_line
from croupier.terminal.dealer.live_table import LiveTable
from croupier.terminal.dealer.machine import serve
from croupier.terminal.dealer.terminal import DealerTerminal
from tests.games.blackjack.test_mishaps import some_command, table_of


def live(game: str, **choices: object) -> LiveTable:
    given = {"mode": Mode.LIVE, "device": Device.SHUFFLER, "burn": False, **choices}
    return LiveTable(Croupier(law_of(game), Choices(**given)))  # type: ignore[arg-type]


def typed(live_table: LiveTable, *lines: str) -> list[str]:
    """What a session prints after its opening when lines are typed."""
    target = io.StringIO()
    DealerTerminal(live_table, io.StringIO("".join(f"{line}\n" for line in lines)), target).run()
    printed = target.getvalue().splitlines()
    opening = printed.index("Type help for the commands, quit to leave.")
    end = printed.index("Summary")
    return printed[opening + 1 : end - 1]


def answers(live_table: LiveTable, *lines: str) -> list[str]:
    """What is printed for the last line alone."""
    *before, last = lines
    typed(live_table, *before)
    opening = typed(live_table)
    return typed(live_table, last)[len(opening) :]


def sent(live_table: LiveTable, *lines: object) -> list[dict[str, Any]]:
    """The JSON answers to lines; what is no text is sent as JSON."""
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    target = io.StringIO()
    serve(live_table, io.StringIO("".join(f"{text}\n" for text in texts)), target)
    return [json.loads(line) for line in target.getvalue().splitlines()]


# Whole rounds ------------------------------------------------------------------------------------


def test_a_round_of_star_blackjack_from_the_shuffle_to_the_settlement(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = (
        "wager ann 1 25\nwager bob 3 $50\nshuffle\ncut ann 200\nload\nburn\ndeal\n"
        "8H 5C AC\n3d 10d\nclose-insurance\ndouble\nth\nstand 3\n9C\n"
    )
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert run(["deal", "star-blackjack"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert "> " not in printed.out
    expected = [
        "Due: Shuffle (4.1.1)",
        "Due: Cut by ann, between card 52 and card 364 (4.3.1)",
        "Due: Load the shoe",
        "Due: Burn the first card (4.9)",
        'Say: "No more bets" (7.1)',
        "Due: Card to box 1 (7.1)",
        'Say: "Insurance" (8.3)',
        "Due: Insurance against the ace, then close-insurance: ann box 1 up to $12.50",
        'Say: "Insurance is closed" (8.3)',
        'Say: "Box 1, 11" (10.1)',
        "Due: ann decides for box 1 with 11: hit, double $25 (10.1)",
        "Due: Card to box 1 (11.1.3)",
        'Say: "Box 1, 21" (10.4)',
        'Say: "Box 3, 15" (10.1)',
        "Due: bob decides for box 3 with 15: hit, stand (10.1)",
        "Due: Card to the dealer (13.2)",
        "ann, box 1 wins $25 (15.1.3).",
        "ann, box 1 double wins $25 (15.1.3).",
        "bob, box 3 loses $50 (15.1.7).",
        'Say: "Dealer, soft 20"',
        "Due: Wagers from $5 to $5,000, then deal (5.2)",
    ]
    text = printed.out
    for part in expected:
        assert part in text, part
        text = text[text.index(part) :]


def test_a_round_of_perth_blackjack_with_a_split() -> None:
    table = live("perth-blackjack", decks=8)
    printed = typed(table, "shuffle", "wager ann 1 10", "deal", "burn 2C", "8H 6C 8D", "split")
    assert 'Say: "No more bets" (4.15)' in printed
    assert 'Say: "Box 1, 16" (4.16)' in printed
    assert printed[-1] == f"Due: Card to box 1 hand 1 ({law_of_split()})"
    assert 'Say: "Box 1, hand 1, 18" (3.37)' in typed(table, "kc")
    printed = typed(table, "stand", "2D", "hit", "10S")
    assert 'Say: "Box 1, hand 2, 20" (4.17)' in printed
    printed = typed(table, "stand", "KD", "JD")
    assert any(line.startswith("ann, box 1 hand 1 wins $10 (") for line in printed)
    assert 'Say: "Dealer, 26 over"' in printed
    assert table.table.chips("ann") == 20_00


def law_of_split() -> str:
    return BLACKJACK["perth-blackjack"].split.in_order.clause


def test_a_round_of_caribbean_stud() -> None:
    table = live("caribbean-stud", device=Device.SHOE)
    lines = ("wager ann 1 10", "wager bob 2 20", "shuffle", "cut 26", "load", "deal")
    printed = typed(table, *lines)
    assert 'Say: "No more bets" (7.2)' in printed
    assert printed[-1] == "Due: Card to the dealer, face down (7.3)"
    cards = ("2C AS 4D", "3C AD 5D", "7C KS 6D", "9C KD 9S", "QH QS QD")
    printed = typed(table, *cards, "bet ann 1", "fold bob 2")
    assert "Due: ann decides for box 1: bet $20, fold (8.1)" in printed
    assert 'Say: "No hand" (9.2)' in printed
    assert "ann, box 1 bet stands off: $20 back (9.2, def:stand-off)." in printed
    assert printed[-2] == "Due: Shuffle (4.1.2)"


def test_the_jackpot_is_paid_from_the_tables_own_pool() -> None:
    terms = JackpotTerms(wager=5_00, pool=1_000_00)
    table = live("caribbean-stud", jackpot=terms)
    lines = ("shuffle", "wager ann 1 10", "wager ann 1 5 jackpot", "deal")
    cards = ("2C 3C 7C 9C QH", "AS AD AC AH KD", "bet ann 1")
    printed = typed(table, *lines, *cards)
    assert printed[-1].startswith("Due: Pay the jackpot, pay-jackpot: ann box 1")
    printed = typed(table, "pay-jackpot")
    assert any(line.startswith("ann, box 1 jackpot wins") for line in printed)
    assert table.table.round is None
    assert "Refused: No jackpot is to be paid now (9.7)." in typed(table, "pay-jackpot")


# Cards that cannot be, and what went wrong -------------------------------------------------------


def test_a_fifth_queen_of_hearts_cannot_come_from_four_decks() -> None:
    table = live("canberra-blackjack", decks=4, device=Device.SHUFFLER)
    typed(table, "shuffle", "wager ann 1 10", "wager bob 2 10", "deal", "QH QH QH QH")
    assert answers(table, "QH")[:2] == [
        "Refused: Every QH is out already (2.1).",
        "If it is on the table anyway: wrong-cards foreign=QH",
    ]
    assert answers(table, "QS")[0].startswith("Box 2 draws QS: 20")


def test_a_card_after_the_round_is_refused() -> None:
    table = live("star-blackjack")
    typed(table, "shuffle", "wager ann 1 10", "deal", "TH 6C 9D", "stand", "KD", "9H")
    assert table.table.round is None
    assert answers(table, "4S")[:2] == [
        "Refused: No card is due now (7.1).",
        "If it is on the table anyway: draw-in-error 4S",
    ]
    assert answers(table, "draw-in-error 4S")[0].startswith("Refused: Between rounds")
    assert answers(table, "extra-dealer-card 4S")[0].startswith("The dealer burns 4S (16.")


def test_several_cards_stop_at_the_first_that_is_refused() -> None:
    table = live("star-blackjack")
    printed = typed(table, "shuffle", "wager ann 1 10", "deal", "TH 6C 9D 4S 5S")
    assert sum(line.startswith("Refused") for line in printed) == 1


def test_a_card_drawn_in_error_is_offered_and_refused() -> None:
    table = live("star-blackjack")
    typed(table, "shuffle", "wager ann 1 10", "deal", "TH 6C 4D")
    printed = answers(table, "draw-in-error 5s")
    assert printed[0].startswith("The 5S came out in error: it is offered as the next card (16.")
    assert "Due: ann decides for box 1 with 14: hit, stand, refuse-card" in " ".join(printed)
    printed = answers(table, "refuse-card")
    assert printed[0].startswith("ann refuses the card for box 1, and gets only what must be")
    assert "the 5S that lies ready" in printed[-1]
    assert answers(table, "6S")[0].startswith("Refused: The 5S lies ready and is the next card")
    assert answers(table, "5S")[0].startswith("The dealer draws 5S: 11")


def test_a_card_face_up_in_the_shoe_is_burned() -> None:
    table = live("star-blackjack")
    typed(table, "shuffle", "wager ann 1 10", "deal", "TH")
    printed = answers(table, "faced-card KD")
    clause = BLACKJACK["star-blackjack"].irregular.stray.faced.clause
    assert printed == [f"The dealer burns KD ({clause}).", "Due: Card to the dealer (7.1)"]


def test_a_card_laid_at_the_wrong_box_goes_where_it_belongs() -> None:
    table = live("star-blackjack")
    typed(table, "shuffle", "wager ann 1 10", "wager bob 2 10", "deal")
    printed = answers(table, "4S 2")
    assert printed[0].startswith("The 4S lay at box 2 and goes to box 1 (16.")


def test_cards_are_taken_back_and_come_again() -> None:
    table = live("star-blackjack")
    typed(table, "shuffle", "wager ann 1 10", "deal", "TH 6C 4D", "hit", "2C")
    printed = answers(table, "reconstruct 1")
    assert printed[0].startswith("Back in front of the shoe: 2C (16.")
    assert 'Say: "Box 1, 14" (10.1)' in printed


def test_a_round_is_declared_void_by_those_who_may() -> None:
    table = live("star-blackjack")
    typed(table, "shuffle", "wager ann 1 10", "deal", "TH 6C 4D")
    assert answers(table, "void-round")[0].startswith("Refused: Only a ")
    printed = answers(table, "void-round by=gaming-manager")
    assert printed[0].startswith("The round is void (16.")
    assert printed[1].startswith("ann, box 1 is void: $10 back (16.")
    assert printed[-2].startswith('Say: "The round is void"')


def test_wrong_cards_give_notices_that_stay_open() -> None:
    table = live("star-blackjack")
    typed(table, "shuffle", "wager ann 1 10", "deal", "TH 6C 4D")
    printed = " ".join(answers(table, "wrong-cards missing=KH foreign=joker"))
    assert "The cards are wrong: missing KH; foreign joker" in printed
    assert "Due: Open notices: 1 (" in printed
    listed = answers(table, "notices")
    assert listed[0] == "1 open, surveillance: missing or foreign cards (16.16.4)"
    assert listed[-1] == "acknowledge NUMBER by=ROLE closes one."
    assert answers(table, "acknowledge 1")[0].startswith("Refused: Notice 1 is for surveillance")
    for number, notice in enumerate(table.table.notices, 1):
        typed(table, f"acknowledge {number} by={notice.whom.value}")
    assert "Open notices" not in " ".join(answers(table, "due"))
    assert answers(table, "notices")[0].startswith("1 acknowledged, surveillance")


def test_a_misdeal_of_caribbean_stud() -> None:
    table = live("caribbean-stud")
    typed(table, "shuffle", "wager ann 1 10", "deal", "2C 3C")
    printed = answers(table, "misdeal")
    assert "ann, box 1 ante is void: $10 back (14.4)." in printed
    assert 'Say: "Misdeal" (14.1)' in printed
    assert table.table.chips("ann") == 0


def test_cards_of_the_dealer_that_all_have_seen_are_listed() -> None:
    table = live("caribbean-stud")
    typed(table, "shuffle", "wager ann 1 10", "deal", "2C 3C", "exposed-card 3C")
    assert answers(table, "table")[0] == "dealer ?? 3C"
    typed(table, "7C 9C QH", "AS AD AC AH KD", "exposed-card 9C")
    assert answers(table, "table")[0].split() == ["dealer", "??", "3C", "??", "9C", "??"]


# Lines -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("cut ann 200", {"position": 200, "player": "ann"}),
        ("cut 200 ann", {"position": 200, "player": "ann"}),
        ("cut position=200 player=ann", {"position": 200, "player": "ann"}),
        ("WAGER ann 1 7.50", {"player": "ann", "box": 1, "amount": 750, "on": "main"}),
        ("wager ann 1 5 perfect-pairs", {"amount": 500, "on": "perfect-pairs"}),
        ('wager "ann lee" 1 5 with=tokens', {"player": "ann lee", "chips": "tokens"}),
        ("wager ann 1 5 proxy=bob helping", {"player": "ann", "proxy": "bob", "helping": True}),
        ("double 1 10", {"box": 1, "player": None, "amount": 1000}),
        ("double 1 ann 10.50", {"box": 1, "player": "ann", "amount": 1050}),
        ("reserve-boxes ann 1 2", {"player": "ann", "boxes": (1, 2)}),
        ("extra-dealer-card 4S exposed=no", {"exposed": False}),
        ("burn-in-error late", {"card": None, "late": True}),
        ("void-round by=supervisor", {"number": None, "by": Role.SUPERVISOR}),
        ('notify inspector "a card is torn"', {"whom": Role.INSPECTOR, "about": "a card is torn"}),
        ("sanction ann 18.1 void", {"player": "ann", "breach": "18.1", "void": True}),
        ("wrong-cards missing=kh,10d foreign=joker", {"foreign": ("joker",)}),
    ],
)
def test_how_commands_are_typed(line: str, command: dict[str, object]) -> None:
    table = live("star-blackjack")
    (read,) = read_line(table.moment, line)
    assert {name: getattr(read, name) for name in command} == command


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("nonsense", '"nonsense" is neither a card nor a command: see help'),
        ("11S", '"11s" is neither a card nor a command'),
        ("wager ann", "wager: say box and amount too, as in wager PLAYER BOX AMOUNT"),
        ("wager ann 1 5 colour=red", 'wager: there is no "colour"; it takes player, box'),
        ("wager ann 1 5 6", 'wager: nothing fits "6"'),
        ("wager ann 1 amount=lots", '"lots" is not an amount in dollars'),
        ("wager ann box=one 5", '"one" is not a number for box'),
        ("deal now", 'deal: nothing fits "now"; it takes overlooked'),
        ("deal by=cook", '"cook" is not a role; choose player'),
        ("burn-in-error late=perhaps", 'late is yes or no, not "perhaps"'),
        ("card 4X", 'card: nothing fits "4X"'),
        ("deal at=noon", '"noon" is not a time for at'),
        ("deal at=9999-12-31T23:59", "a time is of the years 1970 to 2999"),
        ("pay-jackpot payments=all", "payments cannot be typed: the table fills it in"),
        ('notify inspector "alone', "a quotation mark has no partner"),
    ],
)
def test_bad_lines_say_what_is_wrong_and_what_is_accepted(line: str, why: str) -> None:
    table = live("star-blackjack")
    with pytest.raises(MisreadLineError) as error:
        read_line(table.moment, line)
    assert str(error.value).startswith(why)
    assert answers(table, line)[0].startswith("Not understood: ")


def test_every_command_tells_how_it_is_typed() -> None:
    for game in ("star-blackjack", "caribbean-stud"):
        for name in command_types():
            printed = answers(live(game), f"help {name}")
            assert printed[0].split()[0] == name or printed[0].startswith("There is no command")


def test_help_says_what_each_field_of_a_command_holds() -> None:
    printed = answers(live("star-blackjack"), "help wager")
    assert "  box=...      Where it goes, from 1." in printed
    assert "  amount=...   How much is wagered." in printed


def test_help_due_table_and_no_undo() -> None:
    table = live("star-blackjack")
    assert answers(table, "due") == ["Due: Shuffle (4.1.1)", *typed(table)[1:]]
    assert answers(table, "table") == ["No round is under way."]
    typed(table, "shuffle", "buy-in ann 100", "sit ann 1", "wager ann 1 25")
    assert answers(table, "table") == [
        "No round is under way.",
        "wager  ann, box 1 main $25",
        "player ann, seat 1, $75 in chips",
    ]
    typed(table, "deal", "TH 6C 4D")
    assert answers(table, "table")[:2] == ["dealer 6C      6", "box 1  10H 4D  14  $25"]
    assert "reconstruct CARDS" in " ".join(answers(table, "undo"))
    assert "reconstruct" not in " ".join(answers(live("caribbean-stud"), "undo"))
    assert answers(table, "# a remark") == []
    assert answers(table, "quit") == []


# Options, streams, exit codes --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["nonsense"], "there is no game 'nonsense'"),
        (["star-blackjack", "--decks", "7"], "Star Blackjack is played with 6 or 8 decks (3.1)"),
        (["star-blackjack", "--jackpot", "5"], "--jackpot: only for Caribbean Stud"),
        ([], "GAME"),
    ],
)
def test_wrong_usage_is_told_in_a_sentence(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["deal", *arguments]) == 2
    printed = capsys.readouterr()
    assert why in printed.err
    assert "Traceback" not in printed.err


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["deal", "--help"]) == 0
    assert "croupier deal star-blackjack" in capsys.readouterr().out


class Terminal(io.StringIO):
    """Text that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_has_a_prompt() -> None:
    target = Terminal()
    DealerTerminal(live("star-blackjack"), Terminal("quit\n"), target).run()
    assert "\n> \nSummary\n" in target.getvalue()


def test_an_interrupt_leaves_quietly() -> None:
    start = "from croupier.cli.main import main; main()"
    command = [sys.executable, "-c", start, "deal", "star-blackjack"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while "Wagers" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) == 0
        assert process.stderr.read() == ""


# JSON --------------------------------------------------------------------------------------------


def test_a_shoe_sends_json_and_gets_json() -> None:
    table = live("star-blackjack")
    wager = {"do": "wager", "player": "ann", "box": 1, "amount": 25}
    cards = [{"do": "card", "card": card} for card in ("TH", "6C", "4D")]
    *_, last = sent(table, {"do": "shuffle"}, wager, "", {"do": "deal"}, *cards)
    happened = [event["event"] for event in last["events"]]
    assert happened == ["card-dealt", "initial-deal-completed", "discards-returned"]
    assert last["announce"] == [{"words": "Box 1, 14", "clause": "10.1"}]
    assert last["due"][0]["due"] == "decision"
    assert [choice["call"] for choice in last["due"][0]["choices"]] == ["hit", "stand"]


def test_each_line_of_json_has_one_answer() -> None:
    table = live("star-blackjack")
    asked, refused, *bad = sent(
        table,
        {"do": "due"},
        {"do": "card", "card": "4S"},
        "nonsense",
        "[1]",
        "[" * 100_000,
        {"do": "nonsense"},
        {"do": "card", "card": "4X"},
        {"do": "wager", "player": "ann", "box": 1, "amount": "1e999999999"},
        {"do": "wager", "player": "ann", "box": 1, "amount": True},
        {"do": ["wager"]},
        {"do": "deal", "at": "9999-12-31T23:59"},
        {},
    )
    assert (asked["events"], asked["announce"], asked["due"][0]["due"]) == ([], [], "shuffle")
    assert refused["refused"]["code"] == "card/not-due"
    assert refused["refused"]["clause"] == "7.1"
    assert refused["refused"]["why"]
    assert [one["refused"]["code"] for one in bad] == ["line/unreadable"] * 10
    assert all(one["refused"]["why"] for one in bad)


def test_the_jackpot_is_paid_over_json() -> None:
    table = live("caribbean-stud", jackpot=JackpotTerms(wager=5_00, pool=1_000_00))
    typed(table, "shuffle", "wager ann 1 10", "wager ann 1 5 jackpot", "deal")
    typed(table, "2C 3C 7C 9C QH", "AS AD AC AH KD", "bet ann 1")
    (paid,) = sent(table, {"do": "pay-jackpot"})
    assert paid["events"][-1]["event"] in {"round-ended", "preparation-changed"}


def test_json_by_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO('{"do": "shuffle"}\n'))
    assert run(["deal", "star-blackjack", "--device", "shuffler", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["events"][0]["event"] == "cards-shuffled"


# Anything at all ---------------------------------------------------------------------------------

NAMES = sorted({*command_types(), "help", "due", "table", "notices", "undo", "pay-jackpot"})
WORDS = st.one_of(
    st.sampled_from(["ann", "bob", "1", "2", "0", "25", "7.50", "-3", "yes", "ante", '"', "="]),
    st.sampled_from(["by=supervisor", "by=gaming-manager", "at=2026-05-01T20:00", "cards=1", "on"]),
    st.sampled_from([card.value for card in DECK]),
    st.sampled_from(NAMES),
    st.text(max_size=6),
)
LINES = st.one_of(
    st.lists(st.sampled_from([card.value for card in DECK]), min_size=1, max_size=6).map(" ".join),
    st.tuples(st.sampled_from(NAMES), st.lists(WORDS, max_size=4)).map(
        lambda parts: " ".join([parts[0], *parts[1]])
    ),
    st.sampled_from(["shuffle", "wager ann 1 25", "wager bob 2 10 ante", "deal", "hit", "stand"]),
    st.text(),
)


@given(game=st.sampled_from(sorted(GAMES)), lines=st.lists(LINES, max_size=12))
@settings(max_examples=150, deadline=None)
def test_no_line_makes_the_terminal_fall(game: str, lines: list[str]) -> None:
    table = live(game)
    for line in ("shuffle", "wager ann 1 25", "deal"):
        typed(table, line)
    for line in lines:
        for printed in typed(table, line):
            assert printed.isprintable()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
FIELDS = ("player", "box", "amount", "card", "cards", "by", "at", "number", "missing", "position")
MESSAGES = st.one_of(
    st.text(),
    JSON.map(json.dumps),
    st.builds(
        lambda do, fields: json.dumps({"do": do, **fields}),
        st.sampled_from(NAMES),
        st.dictionaries(st.sampled_from(FIELDS), JSON | st.sampled_from(["ann", 1, 25, "4S"])),
    ),
)


@given(game=st.sampled_from(sorted(GAMES)), lines=st.lists(MESSAGES, max_size=8))
@settings(max_examples=150, deadline=None)
def test_no_message_makes_the_table_fall(game: str, lines: list[str]) -> None:
    flat = [" ".join(line.splitlines()) for line in lines]
    told = [line for line in flat if line.strip()]
    assert len(sent(live(game), *flat)) == len(told)


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_is_told_and_prompted(game: str, seed: int) -> None:
    chance = Random(f"{game} {seed}")
    croupier = table_of(game, Mode.LIVE, chance)
    table = LiveTable(croupier)
    for _ in range(150):
        told = table.do(some_command(croupier, chance)[0])
        if not isinstance(told, Refused):
            assert all(entry.with_clauses.strip() for entry in told.entries)
        assert all(line.strip() for line in prompt_lines(table.view()))
        assert table.layout_lines()


# What people look after --------------------------------------------------------------------------


def test_the_equipment_is_listed_with_its_clauses() -> None:
    table = live("perth-blackjack", checklist=True)
    assert answers(table, "equipment") == [
        "layout               to be reported: one of the ten (2.1)",
        "clear-betting-areas  to be reported: no logo reaches into them (2.1(a))",
        "card-backs           to be reported: all alike (2.3)",
        "dealing-device       to be reported: made for dealing (2.5)",
        "sign-of-limits       to be reported: minimum and maximum are shown at the table",
        "                     (8.1)",
        "sign-of-decks        to be reported: the number of decks, on its side",
        "                     (2.2(a)(i))",
        "may vary: logo       outside the betting areas (2.1(a))",
        "may vary: colours    of the cloth and the betting areas (2.1(b))",
        "may vary: lettering  its font and colour (2.1(c))",
    ]
    printed = answers(table, "check-equipment varied=logo")
    assert "The layout differs, as the rules allow: logo." in printed
    assert answers(table, "equipment")[0] == "layout               one of the ten (2.1)"
    assert answers(live("canberra-blackjack"), "equipment") == [
        "layout               approved before it is used (1.1)",
        "sign-of-limits       a sign shows what a box takes at least and at most (3.1)",
        "sign-of-multiples    the steps of wagers stand there too (3.3)",
    ]


def test_advice_a_miscall_and_a_signal_are_told_with_their_clauses() -> None:
    table = live("star-blackjack")
    printed = typed(
        table,
        "shuffle by-hand",
        "wager ann 1 25",
        "deal",
        "TH 6C 4D",
        "miscall 1 15",
        "sanction dan ground=advice caution",
        "hit signal=words",
        "hit signal=tap",
    )
    assert "The dealer mixes the cards by hand, then the device does (4.8, 4.1.1)." in printed
    assert "Box 1 was called 15 and has 14: what was decided stands (3.9)." in printed
    assert "dan is cautioned: advice (18.7)." in printed
    assert "Box 1 shows hit: tap (10.4)." in printed
    assert any(
        line.startswith("Refused: Hit is shown by scratch or tap or knock") for line in printed
    )


def test_dropped_cards_wait_for_the_supervisor() -> None:
    printed = typed(
        live("star-blackjack"), "drop-cards", "check-cards", "check-cards by=supervisor"
    )
    assert "The cards were dropped: all are verified (4.6.1)." in printed
    due = "Due: Check that all 416 cards are there: check-cards by=supervisor (4.6.1)"
    assert printed.count(due) == 2
    assert "Due: Open notices: 1 (supervisor)" in printed
    assert printed[-2:] == [
        "Due: Shuffle (4.1.1)",
        "Due: Wagers from $5 to $5,000, then deal (5.2)",
    ]


def test_wagers_of_a_shared_box_lie_in_line() -> None:
    printed = typed(
        live("star-blackjack"),
        "sit bob 1",
        "shuffle",
        "wager ann 1 25",
        "wager bob 1 10",
        "wager cat 2 3",
        "deal",
    )
    told = " ".join(" ".join(printed).split())
    assert "in the round: box 1, 2; on box 1 bob's wager lies nearest the dealer" in told
    assert "5.7.1, 5.7, 5.7.2" in told
    assert "cat's wager on box 2 is outside $5 to $5,000, which is the player's" in told


@pytest.mark.parametrize("game", GAMES)
def test_programs_read_signs_as_they_are_written(game: str) -> None:
    (answer,) = sent(live(game), {"do": "due"})
    signs = [sign["text"] for one in answer["due"] for sign in one.get("signs", ())]
    assert signs
    assert "{" not in "".join(signs)
