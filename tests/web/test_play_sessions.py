"""Sessions of play, folded from the log: what begins and ends them, and what counts."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from croupier.games.blackjack.round_opening import RoundOpened
from croupier.games.table.rounds import LOSE, VOID, WIN, WagersSettled
from croupier.games.table.seats import BoughtIn, PlayerLeft
from croupier.games.table.state import MAIN, Line
from croupier.messages import Event
from croupier.money import Entry
from croupier.record.codec import encode
from croupier.record.envelopes import Envelope
from croupier.rulebooks import Role
from croupier.streams import TABLE
from croupier.web.live.play_sessions import PAUSE, PlaySessions

EVENING = datetime(2026, 6, 6, 21, 10, tzinfo=UTC)
NOTHING = Entry((), "")
WON = Line("ann", 1, 1, MAIN, WIN, 10_00, 10_00, "15.1.2", (), NOTHING)
LOST = replace(WON, result=LOSE, stake=25_00, net=-25_00)
BACK = replace(WON, result=VOID, net=0)
BOUGHT = BoughtIn("ann", 200_00, NOTHING)
LEFT = PlayerLeft("ann", (), "")


def round_of(*lines: Line) -> tuple[Event, ...]:
    return RoundOpened((), ""), WagersSettled(lines, "")


def folded(*batches: tuple[timedelta, tuple[Event, ...]], table: str = "t") -> PlaySessions:
    """Apply events, each batch at a time after the beginning of the evening."""
    sessions = PlaySessions()
    sessions.apply(list(_envelopes(batches, table)))
    return sessions


def _envelopes(
    batches: tuple[tuple[timedelta, tuple[Event, ...]], ...], table: str
) -> Iterator[Envelope]:
    version = 0
    for later, events in batches:
        for event in events:
            version += 1
            yield Envelope(
                stream=TABLE.stream(table),
                version=version,
                position=version,
                event=event,
                actor="ann",
                role=Role.PLAYER,
                command_id=str(version),
                at=None,
                recorded=EVENING + later,
            )


def minutes(number: int) -> timedelta:
    return timedelta(minutes=number)


def test_a_session_has_rounds_stakes_and_result() -> None:
    """Chips bought and taken away are no gain and no loss: $10 won, $25 lost."""
    (session,) = folded(
        (minutes(0), (BOUGHT,)),
        (minutes(5), round_of(WON)),
        (minutes(10), round_of(LOST)),
        (minutes(48), (LEFT,)),
    ).of("ann")
    assert (session.rounds, session.staked, session.net) == (2, 35_00, -15_00)
    assert (session.minutes, session.over) == (48, True)
    assert (session.first_round, session.last_round) == (1, 2)


def test_wagers_that_went_back_do_not_count() -> None:
    (session,) = folded((minutes(0), round_of(BACK)), (minutes(1), round_of(WON))).of("ann")
    assert (session.rounds, session.staked, session.first_round) == (1, 10_00, 2)


def test_what_is_put_right_after_leaving_belongs_to_the_session_before() -> None:
    undone = replace(LOST, result=VOID, net=25_00)
    (session,) = folded(
        (minutes(0), round_of(LOST)), (minutes(1), (LEFT,)), (minutes(9), round_of(undone))
    ).of("ann")
    assert (session.staked, session.net) == (0, 0)


def test_another_session_begins_after_leaving_and_after_a_long_pause() -> None:
    """The newest comes first; two hours of nothing end a session where its last round did."""
    found = folded(
        (minutes(0), round_of(WON)),
        (minutes(1), (LEFT,)),
        (minutes(2), (BOUGHT,)),
        (minutes(3), round_of(WON)),
        (minutes(4) + PAUSE, round_of(LOST)),
    ).of("ann")
    assert [one.net for one in found] == [-25_00, 10_00, 10_00]
    assert [one.minutes for one in found] == [0, 1, 1]


def test_a_snapshot_goes_on_where_it_ended() -> None:
    first = folded((minutes(0), (BOUGHT,)), (minutes(1), round_of(WON)))
    restored = PlaySessions()
    restored.restore_state(encode(first.snapshot_state()))
    restored.apply(list(_envelopes(((minutes(2), round_of(WON)),), "t")))
    (session,) = restored.of("ann")
    assert (session.rounds, session.net, session.last_round) == (2, 20_00, 2)
