"""Random tournaments: chips and money are conserved, everybody has one fate, logs replay."""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import Phase as Search
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import random_order
from croupier.display.disclosure import disclose
from croupier.display.layout import table_view
from croupier.display.scenes import scene_of
from croupier.display.viewers import Patron
from croupier.features.tournaments.bots import open_tournament
from croupier.features.tournaments.rules.conditions import read_conditions
from croupier.features.tournaments.rules.conduct import (
    BuyBack,
    DeclineBuyBack,
    Disqualify,
    Substitute,
)
from croupier.features.tournaments.rules.decisions import plan_tournament
from croupier.features.tournaments.rules.draft import players_who_may_buy_back
from croupier.features.tournaments.rules.entries import Cancel, DesignateTable, Enter
from croupier.features.tournaments.rules.interruptions import GiveBreak, Reinstate
from croupier.features.tournaments.rules.placings import (
    AwardPrizes,
    divide_pool,
    final_groups,
    prize_amounts,
)
from croupier.features.tournaments.rules.seats import (
    DrawSeats,
    LeaveSeat,
    StartSession,
    TakeSeat,
    seats_by_lot,
)
from croupier.features.tournaments.rules.state import (
    Fate,
    Tournament,
    TournamentPhase,
    participants,
)
from croupier.features.tournaments.runner import TournamentRunner, fold_tournament, resume_alone
from croupier.floor.one_table import basic_bot
from croupier.floor.state import UnlawfulTableError
from croupier.games.blackjack.round_opening import RoundOpened
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.blackjack.voids import VoidRound
from croupier.games.engine import evolve, fold, handle, open_table
from croupier.games.table.choices import Choices
from croupier.games.table.contest.state import Contestant, Part, Standing, marker_at
from croupier.games.table.contest.turns import contest_of, no_longer_in, players_to_wager
from croupier.games.table.contest.wagers import DeductAbsent, FormHandedIn, HandInForm, PlayPassCard
from croupier.games.table.rounds import Deal, PastRoundVoided
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Event, Refused
from croupier.record.codec import decode_envelope, encode
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import BlackjackLaw, Role, law_of
from tests.auditor.tournaments import AuditedTable, contradictions, prizes_by_hand

BOXES = 7
GAMES = ("star-blackjack", "blackjack-challenge", "canberra-blackjack")
PLAYED_ON = (Standing.IN, Standing.DONE)
MANAGER, PLAYER, DEALER = Role.TOURNAMENT_MANAGER, Role.PLAYER, Role.DEALER


def law(game: str) -> BlackjackLaw:
    found = law_of(game)
    assert isinstance(found, BlackjackLaw)
    return found


def some_conditions(chance: Random, game: str, players: int) -> dict[str, Any]:
    """Conditions that fit a number of players."""
    tables = chance.randint(-(-players // BOXES), min(9, players // 2))
    advance = chance.randint(1, max(1, min(players // tables, 2 * BOXES // tables)))
    sessions: list[dict[str, Any]] = []
    if tables > 1:
        heats = {"name": "heats", "tables": tables, "rounds": 2, "advance": advance}
        sessions.append({**heats, "eliminations": chance.choice([[], [1]])})
        if tables * advance > BOXES:
            sessions.append({"name": "semis", "tables": 2, "rounds": 1, "advance": 3})
    sessions.append({"name": "final", "tables": 1, "rounds": chance.randint(1, 4)})
    given: dict[str, Any] = {
        "sessions": sessions,
        "chips": chance.choice([40, 100, 1000]),
        "maximum": 200,
        "order-of-wagering": chance.random() < 0.7,
        "prizes": chance.choice([[100], [60, 40], [33.34, 33.33, 33.33]]),
        "prize-ties": chance.choice(["play-off", "share"]),
        "levels": chance.choice([[], [{"after": 1, "minimum": 20, "maximum": 400}]]),
        "guarantee": chance.choice([0, 5000]),
        "added": chance.choice([0, 123.45]),
        "entry-fee": chance.choice([0, 100, 33.35]),
        "buy-backs": chance.choice([0, 1]),
    }
    if not game.startswith("canberra"):
        given |= {
            "pass-cards": chance.choice([0, 2]),
            "undisclosed-wagers": chance.choice([0, 1]),
            "deal-from-marker": chance.random() < 0.3,
        }
    return given


def check_sums(house: TournamentRunner) -> None:
    """Both sides sum to zero, and no chip is money."""
    tournament = house.tournament
    assert sum(tournament.balances.values()) == 0
    chips = f"tournament/{tournament.name}/"
    assert not any(account.startswith(chips) for account in tournament.balances)
    for running in house.tables.values():
        table = running.table
        assert sum(table.balances.values()) == 0
        for account in table.balances:
            assert account.startswith(("tournament-", chips)), account
        if table.round is None:
            laid = sum(stake.amount for stake in table.wagers)
            assert table.balances.get(table.till.layout, 0) == laid
        for player in table.players:
            assert table.chips(player) >= 0


def asked(chance: Random, house: TournamentRunner, number: int, table: BlackjackTable) -> Command:
    """What somebody does next at a table: mostly what is due, sometimes what is not."""
    running = house.running_table_at(number)
    assert running is not None
    if table.round is not None:
        for due in running.due:
            if (command := basic_bot(due)) is not None:
                return command
        raise AssertionError(running.due)
    waits = players_who_may_buy_back(house.tournament, table)
    if not contest_of(table).goes_on and waits:
        return chance.choice([BuyBack, DeclineBuyBack])(waits[0], by=PLAYER)
    left = players_to_wager(table)
    if not left:
        return Deal(by=DEALER)
    one = left[0]
    held = table.chips(one.player)
    if not one.present:
        return chance.choice(
            [DeductAbsent(one.player, by=MANAGER), TakeSeat(one.player, by=PLAYER)]
        )
    minimum = table.limits.minimum
    amount = min(held, minimum * chance.randint(1, 5))
    return out_of_the_ordinary(chance, house, one.player, amount) or PlaceWager(
        one.player, one.box, amount, by=PLAYER
    )


def out_of_the_ordinary(
    chance: Random, house: TournamentRunner, player: str, amount: int
) -> Command | None:
    """Something else than a wager, now and then; some of it is refused."""
    rules = house.law.tournaments
    assert rules is not None
    by = rules.seats.disqualified_by.value
    possible: list[Command | None] = [
        LeaveSeat(player, by=PLAYER),
        Disqualify(player, "breach", by=by),
        PlayPassCard(player, by=PLAYER),
        PlayPassCard(player, by=PLAYER),
        HandInForm(player, "main", amount, by=PLAYER),
        HandInForm(player, "main", amount, by=PLAYER),
        Cancel("no reason", by=PLAYER),
        GiveBreak(5, by=MANAGER),
        Reinstate(chance.choice(tuple(house.tournament.entrants)), "an error", by=MANAGER),
        Reinstate(chance.choice(tuple(house.tournament.entrants)), "an error", by=MANAGER),
        Substitute(f"new-{player}", player, by=MANAGER),
        BuyBack(chance.choice(house.tournament.active), by=PLAYER),
        VoidRound(by=Role.SUPERVISOR),
    ]
    return chance.choice([*possible, *[None] * 25])


def play(chance: Random, house: TournamentRunner, players: int) -> None:
    """Play a tournament with random steps until it is over; sums hold after each."""
    for number in range(players):
        assert not isinstance(house.submit(Enter(f"p{number}", by=PLAYER)), Refused)
    while house.tournament.phase is not TournamentPhase.FINISHED:
        if house.tournament.phase is not TournamentPhase.SESSION:
            if not participants(house.tournament):
                return
            assert not isinstance(house.submit(DrawSeats(seated=True, by=MANAGER)), Refused)
            assert not isinstance(house.submit(StartSession(by=MANAGER)), Refused)
            continue
        tables = house.tables_now
        open_ = [n for n, one in tables.items() if one.contest and one.contest.part != Part.OVER]
        number = chance.choice(open_)
        before = (house.tournament, tables)
        answer = house.submit(asked(chance, house, number, tables[number]), table=number)
        if isinstance(answer, Refused):
            assert house.tournament is before[0]
            assert house.tables_now == before[1]
        else:
            forms_are_hidden(house, number, tables[number], answer)
        check_sums(house)


def forms_are_hidden(
    house: TournamentRunner, number: int, before: BlackjackTable, events: tuple[Event, ...]
) -> None:
    """19.8.2.5: what is written on a form reaches no other player, in no way."""
    for event in events:
        if isinstance(event, FormHandedIn):
            told = disclose(house.law, before, event, Patron("somebody else"))
            assert (told.type, told.amount) == ("", None)  # type: ignore[union-attr]
    running = house.running_table_at(number)
    assert running is not None
    contest = running.table.contest
    for form in () if contest is None else contest.forms:
        shown = table_view(
            house.law, scene_of(running.table), Patron("somebody else"), due=running.due
        )
        assert shown.contest is not None
        (own,) = (one for one in shown.contest.contestants if one.player == form.player)
        assert (own.indicator, own.undisclosed) == (True, None)


def marker_is_fair(journal: MemoryJournal) -> None:
    """19.9.2: those who play all rounds of a session have the marker equally often, but for one."""
    for stream in journal.streams():
        events = journal.events(stream)
        if not stream.startswith("table/") or any(isinstance(e, PastRoundVoided) for e in events):
            continue
        holders: dict[int, int] = {}
        table = evolve(None, events[0])
        for event in events[1:]:
            contest = table.contest
            table = evolve(table, event)
            if isinstance(event, RoundOpened) and contest and contest.part is Part.ROUNDS:
                holders[contest.round] = marker_at(contest)
        assert table.contest is not None
        always = [one.box for one in table.contest.contestants if one.standing in PLAYED_ON]
        if table.contest.marker and table.contest.before is not None:
            turns = [list(holders.values()).count(box) for box in always]
            assert not turns or max(turns) - min(turns) <= 1, (stream, holders, always)


def stands_again(house: TournamentRunner, journal: MemoryJournal) -> None:
    """A house from the same journal has the same tournament, tables and open matters."""
    again = resume_alone(MemoryJournal(journal.order), lambda name: house.tables[name].cards)
    assert again.tournament == house.tournament
    assert again.tables_now == house.tables_now
    assert again.due == house.due


@settings(max_examples=25, deadline=None, phases=[Search.explicit, Search.reuse, Search.generate])
@given(seed=st.integers(0, 2**32), game=st.sampled_from(GAMES), players=st.integers(2, 60))
def test_random_tournaments(seed: int, game: str, players: int) -> None:
    chance = Random(seed)
    conditions = read_conditions(law(game), some_conditions(chance, game, players))
    journal = MemoryJournal()
    house = open_tournament(
        law(game), conditions, name="any", choices=Choices(boxes=BOXES), seed=seed, journal=journal
    )
    play(chance, house, players)
    tournament = house.tournament
    replayed(house, journal)
    stands_again(house, journal)
    marker_is_fair(journal)
    audited(tournament, journal)
    for session in tournament.results:
        assert len(session.advancing_players) == len(set(session.advancing_players))
    replaced = [one for one in tournament.entrants.values() if one.fate is Fate.REPLACED]
    assert len(tournament.entrants) == players + len(replaced)
    if tournament.phase is not TournamentPhase.FINISHED or not final_groups(tournament):
        return
    pool = tournament.balances.get("prize-pool/any", 0)
    answer = house.submit(AwardPrizes(by=MANAGER))
    assert not isinstance(answer, Refused)
    check_sums(house)
    awards = house.tournament.awards
    assert awards is not None
    assert sum(awards.values()) == max(pool, conditions.guarantee)
    assert house.tournament.balances.get("prize-pool/any", 0) == 0
    assert all(house.tournament.entrants[name].fate is Fate.ENTERED for name in awards)
    ranking = [list(group) for group in final_groups(house.tournament)]
    seats = {seat.player: (seat.table, seat.box) for seat in house.tournament.seats}
    total = max(pool, conditions.guarantee)
    assert awards == prizes_by_hand(total, list(conditions.prizes), ranking, seats)


def replayed(house: TournamentRunner, journal: MemoryJournal) -> None:
    """The logs, written and read, lead to the same tournament and the same tables."""
    logs: dict[str, list[Any]] = {}
    for envelope in journal.order:
        again = decode_envelope(encode(envelope))
        assert again == envelope
        logs.setdefault(again.stream, []).append(again.event)
    assert fold_tournament(logs["tournament/any"]) == house.tournament
    for name, running in house.tables.items():
        assert fold(logs[f"table/{name}"])[0] == running.table


def audited(tournament: Tournament, journal: MemoryJournal) -> None:
    """Places follow from what the logs of the tables say."""
    for session in tournament.results:
        for result in session.tables:
            table = AuditedTable(journal.events(f"table/{session.name}/{result.table}"))
            assert contradictions(table, result.places) == []
            assert table.counts == result.counts
            places = sorted(result.places.values())
            assert all(place <= number for number, place in enumerate(places, 1))


def test_every_seating_of_a_small_field_is_equally_likely() -> None:
    """Exactly: every string of random bits is tried, and each seating comes up as often."""
    conditions = read_conditions(
        law("star-blackjack"),
        {"sessions": [{"name": "a", "tables": 2, "advance": 1}, {"name": "final"}]},
    )
    tournament = Tournament(
        name="any",
        game="star-blackjack",
        conditions=conditions,
        boxes=BOXES,
        starts=conditions.starts,
    )
    players = ("ann", "bob", "cat", "dan")
    seen: Counter[tuple[tuple[str, int, int], ...]] = Counter()
    for first in range(4):
        for second in range(4):
            for third in range(2):
                draws = iter((first << 6, second << 6, third << 7))

                def bits(_: int, draws: Iterator[int] = draws) -> bytes:
                    return bytes([next(draws)])

                try:
                    lots = random_order(range(4), bits)
                except StopIteration:
                    continue
                seats = seats_by_lot(tournament, players, lots)
                seen[tuple((one.player, one.table, one.box) for one in seats)] += 1
    assert len(seen) == len(list(permutations(players)))
    assert set(seen.values()) == {1}


def test_each_group_that_is_level_has_a_table_of_its_own_from_the_first_box_on() -> None:
    conditions = read_conditions(law("star-blackjack"), {"format": "points", "points": [2, 1]})
    tournament = Tournament(
        name="any",
        game="star-blackjack",
        conditions=conditions,
        boxes=BOXES,
        starts=conditions.starts,
        level=(("ann", "bob"), ("cat", "dan")),
    )
    seats = seats_by_lot(tournament, ("ann", "bob", "cat", "dan"), (3, 1, 2, 0))
    assert {one.player: (one.table, one.box) for one in seats} == {
        "bob": (1, 1),
        "ann": (1, 2),
        "dan": (2, 1),
        "cat": (2, 2),
    }


def test_what_only_a_program_can_ask_for_is_refused_too() -> None:
    star = law("star-blackjack")
    conditions = read_conditions(star, {})
    house = open_tournament(star, conditions, name="any", seed=1)
    answer = house.submit(DesignateTable(0, by=MANAGER))
    assert isinstance(answer, Refused)
    assert answer.code == "table/number"
    planned = plan_tournament(law_of("caribbean-stud"), "any", conditions, choices=Choices())
    assert isinstance(planned, Refused)
    assert planned.code == "tournament/no-clause"


def test_a_rulebook_without_low_limits_has_no_tournament_at_low_limits() -> None:
    canberra = law("canberra-blackjack")
    conditions, choices = read_conditions(canberra, {}), Choices(low_limit=True)
    with pytest.raises(UnlawfulTableError, match="has no low limit gaming"):
        open_tournament(canberra, conditions, name="any", choices=choices, seed=1)


@pytest.mark.parametrize("standing", [Standing.DISQUALIFIED, Standing.FORFEITED])
def test_a_table_knows_who_is_out(standing: Standing) -> None:
    """19.9, 19.5.7: the clause that put a player out refuses the wager."""
    codes = {"contest/disqualified", "contest/forfeited"}
    star = law("star-blackjack")
    rules = star.tournaments
    assert rules is not None
    out_of_it = no_longer_in(rules, Contestant("ann", 1, standing, "19.5.7"))
    assert out_of_it is not None
    assert out_of_it.code in codes
    assert out_of_it.code == f"contest/{standing.value}"
    assert out_of_it.clause == "19.5.7"


def test_what_belongs_to_a_session_needs_one() -> None:
    star = law("star-blackjack")
    opened = open_table(star)
    assert not isinstance(opened, Refused)
    answer = handle(star, evolve(None, opened), PlayPassCard("ann", by=PLAYER))
    assert isinstance(answer, Refused)
    assert answer.code == "contest/none"


@pytest.mark.parametrize("size", range(2, 61))
def test_tables_differ_by_one_player_at_most(size: int) -> None:
    for tables in range(1, 10):
        conditions = read_conditions(
            law("star-blackjack"),
            {"sessions": [{"name": "a", "tables": tables, "advance": 1}, {"name": "final"}]},
        )
        tournament = Tournament(
            name="any",
            game="star-blackjack",
            conditions=conditions,
            boxes=BOXES,
            starts=conditions.starts,
        )
        players = tuple(f"p{number}" for number in range(size))
        seats = seats_by_lot(tournament, players, tuple(range(size)))
        sizes = Counter(seat.table for seat in seats).values()
        assert max(sizes) - min(sizes) <= 1


@given(
    pool=st.integers(0, 10**9),
    shares=st.lists(st.integers(1, 1000), min_size=1, max_size=9),
    winners=st.integers(1, 20),
)
def test_no_cent_of_a_pool_is_lost(pool: int, shares: list[int], winners: int) -> None:
    whole = sum(shares)
    percent = [Decimal(100 * one) / whole for one in shares[:-1]]
    percent.append(Decimal(100) - sum(percent, start=Decimal(0)))
    assert sum(prize_amounts(pool, percent, winners)) == pool
    groups = tuple((f"p{number}",) for number in range(winners))
    assert sum(divide_pool(pool, percent, groups, {}).values()) == pool
