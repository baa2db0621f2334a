"""What a director may do: each action is shown with its clause and what follows, then confirmed."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime, tzinfo
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec

from croupier.display.narration.table import contest_sentence
from croupier.display.sentences import Sentence, sentence_for
from croupier.display.viewers import Official, Voice, join_words
from croupier.features.tournaments.narration import tournament_event_sentence
from croupier.features.tournaments.pages.own_place import TournamentScene
from croupier.features.tournaments.rules import decisions
from croupier.features.tournaments.rules.conditions import MOST_BOXES
from croupier.features.tournaments.rules.conduct import (
    CountChips,
    Disqualify,
    LimitTime,
    PlayerDisqualified,
    ReturnChips,
    SeatReserve,
    Substitute,
)
from croupier.features.tournaments.rules.draft import ManagersCommand, OperatorsCommand
from croupier.features.tournaments.rules.entries import (
    AppointManager,
    ApproveCommission,
    Cancel,
    DesignateTable,
    NotifyOf,
    PublishConditions,
    RefuseEntry,
    StaffTable,
)
from croupier.features.tournaments.rules.interruptions import (
    BreakGiven,
    EndBreak,
    GiveBreak,
    Reinstate,
)
from croupier.features.tournaments.rules.placings import (
    AwardPrizes,
    EndSession,
    PrizesAwarded,
    TableFinished,
    pool_amount,
)
from croupier.features.tournaments.rules.seats import (
    AssignSeat,
    DrawSeats,
    MoveSession,
    SeatsDrawn,
    SessionMoved,
    StartSession,
)
from croupier.features.tournaments.rules.state import (
    TournamentPhase,
    participants,
    player_account,
)
from croupier.games import engine
from croupier.games.table.contest.turns import contest_of
from croupier.games.table.contest.wagers import DeductAbsent
from croupier.games.table.disputes import RAISED, DecideDispute
from croupier.games.table.rounds import entries_of
from croupier.messages import Command, Event, Refused
from croupier.money import in_dollars
from croupier.rulebooks import Role
from croupier.web.pages.staff_forms import StaffField
from croupier.web.pages.table.forms import MisreadError, read_amount, read_number

BEFORE = (TournamentPhase.ENTRIES, TournamentPhase.SEATING, TournamentPhase.BETWEEN)
RUNNING = (*BEFORE, TournamentPhase.SESSION)


class DirectorAction(msgspec.Struct, frozen=True):
    """A command that the director may give."""

    kind: type[Command]
    """The command."""
    label: str
    """What it is called."""
    phases: tuple[TournamentPhase, ...]
    """When it may make sense."""

    @property
    def name(self) -> str:
        """Its wire name."""
        return str(self.kind.__struct_config__.tag)

    @property
    def player_field(self) -> str:
        """The field that names the player it is about; empty if it is about nobody."""
        if self.kind in (Substitute, SeatReserve):
            return "instead"
        names = "player" in self.kind.__struct_fields__ and self.kind is not RefuseEntry
        return "player" if names else ""


ACTIONS = (
    DirectorAction(ApproveCommission, "Approve a commission", (TournamentPhase.DRAFT,)),
    DirectorAction(PublishConditions, "Publish the conditions", (TournamentPhase.DRAFT,)),
    DirectorAction(AppointManager, "Appoint the manager", (TournamentPhase.DRAFT, *RUNNING)),
    DirectorAction(
        NotifyOf,
        "Give the regulator a copy of the conditions",
        (TournamentPhase.DRAFT, TournamentPhase.ENTRIES),
    ),
    DirectorAction(DesignateTable, "Designate a table", (TournamentPhase.DRAFT, *BEFORE)),
    DirectorAction(StaffTable, "Say who deals at a table", (TournamentPhase.DRAFT, *RUNNING)),
    DirectorAction(RefuseEntry, "Refuse an application", (TournamentPhase.ENTRIES,)),
    DirectorAction(DrawSeats, "Draw the seats", BEFORE),
    DirectorAction(AssignSeat, "Assign a seat", BEFORE),
    DirectorAction(StartSession, "Start the session", (TournamentPhase.SEATING,)),
    DirectorAction(MoveSession, "Move the start", BEFORE),
    DirectorAction(DeductAbsent, "Deduct a minimum for absence", (TournamentPhase.SESSION,)),
    DirectorAction(Disqualify, "Disqualify a player", RUNNING),
    DirectorAction(
        Substitute, "Admit a substitute", (TournamentPhase.SEATING, TournamentPhase.SESSION)
    ),
    DirectorAction(SeatReserve, "Seat a reserve", (TournamentPhase.SESSION,)),
    DirectorAction(Reinstate, "Put an elimination right", (TournamentPhase.SESSION,)),
    DirectorAction(LimitTime, "Limit the time for wagers", RUNNING),
    DirectorAction(GiveBreak, "Give a break", (TournamentPhase.SESSION,)),
    DirectorAction(EndBreak, "End the break", (TournamentPhase.SESSION,)),
    DirectorAction(DecideDispute, "Decide a dispute", RUNNING),
    DirectorAction(CountChips, "Count the chips of a table", (TournamentPhase.SESSION,)),
    DirectorAction(EndSession, "End a table early", (TournamentPhase.SESSION,)),
    DirectorAction(ReturnChips, "Take a table's chips back", (*RUNNING, TournamentPhase.FINISHED)),
    DirectorAction(AwardPrizes, "Award the prizes", (TournamentPhase.FINISHED,)),
    DirectorAction(
        Cancel, "Cancel the tournament", (TournamentPhase.DRAFT, *RUNNING, TournamentPhase.FINISHED)
    ),
)
"""What a director may do, in the order in which a tournament goes on."""
NO_FIELDS = ("by", "at", "lots", "seats", "missing", "whom", "about", "seated", "person")
"""The fields that nobody fills in: they are given, or follow from who asks."""
NOBODY: Mapping[str, str] = {}
AT_TABLES = (DeductAbsent,)
"""The actions that are commands of a session's table."""


def action_of(name: str) -> DirectorAction | None:
    """Return an action by its wire name; ``None`` if there is none."""
    return next((one for one in ACTIONS if one.name == name), None)


def actions_for(scene: TournamentScene) -> tuple[DirectorAction, ...]:
    """Return the actions that may make sense now; those without fields only if they are lawful."""
    found = []
    for one in ACTIONS:
        if scene.tournament.phase not in one.phases or scene.rests:
            continue
        if not _is_provided(one, scene):
            continue
        if (
            one.kind is AppointManager
            or fields_of(one, scene)
            or not isinstance(
                _rehearse(scene, read_action(one, scene, {}, one.kind.usual)), Refused
            )
        ):
            found.append(one)
    return tuple(found)


def belongs_to(action: DirectorAction, scene: TournamentScene, roles: Collection[Role]) -> bool:
    """Return whether somebody in one of these roles may give the command of an action."""
    if issubclass(action.kind, OperatorsCommand):
        return Role.GAMING_MANAGER in roles
    if issubclass(action.kind, ManagersCommand):
        return scene.rules.entries.run_by.value in roles
    return True


def _is_provided(action: DirectorAction, scene: TournamentScene) -> bool:
    """Return whether the rulebook provides for an action at all."""
    rules = scene.rules
    if action.kind is ApproveCommission:
        return rules.pool.commission is not None
    if action.kind is NotifyOf:
        return rules.entries.regulator_told is not None
    if action.kind is SeatReserve:
        return rules.seats.reserves is not None
    if action.kind is DeductAbsent:
        return rules.seats.deducted is not None
    return True


# ------------------------------------------------------------------------------------------- fields


def fields_of(
    action: DirectorAction, scene: TournamentScene, people: Mapping[str, str] = NOBODY
) -> tuple[StaffField, ...]:
    """Return the fields that a director fills in for an action.

    ``people`` are the names of the players of the house, for people who have not entered.
    """
    found = []
    for field in msgspec.structs.fields(action.kind):
        if field.name in NO_FIELDS:
            continue
        label = field.name.replace("_", " ").capitalize()
        options = _options(field.name, action, scene, people)
        widget = "choice" if options is not None else _widget(field.type)
        found.append(StaffField(field.name, LABELS.get(field.name, label), widget, options or ()))
    return tuple(found)


LABELS = {
    "amount": "How much of each fee, in dollars",
    "notified": "Everybody has been notified",
    "refund": "Return the fee, where the ground allows it",
    "instead": "In place of",
    "agreed": "All at the table agree",
    "minutes": "Minutes; empty for an open end",
    "starts": "New start",
    "live": "People deal there with real cards; software if not",
}
"""The labels of fields whose names say too little."""


def _widget(kind: Any) -> str:
    if get_origin(kind) in (Union, UnionType):
        kind = next(one for one in get_args(kind) if one is not type(None))
    if kind is bool or get_origin(kind) is tuple:
        return "tick"
    return {int: "number", datetime: "time"}.get(kind, "text")


def _options(
    name: str, action: DirectorAction, scene: TournamentScene, people: Mapping[str, str]
) -> tuple[tuple[str, str], ...] | None:
    """Return the choices of a field; ``None`` if anything may be written."""
    tournament = scene.tournament
    known = tuple((one, scene.name(one)) for one in tournament.entrants)
    match name:
        case "player" if action.kind is Substitute:
            return tuple(
                (one, words) for one, words in people.items() if one not in tournament.entrants
            )
        case "player" if action.kind is RefuseEntry:
            return tuple(people.items())
        case "player" | "instead":
            return known
        case "ground":
            return tuple((key, says.text) for key, says in scene.rules.seats.grounds.items())
        case "dispute":
            return tuple(
                (str(number), f"{scene.name(one.player)}: {one.about}")
                for number, one in enumerate(tournament.disputes, 1)
                if one.step == RAISED
            )
        case "table":
            tables = range(1, tournament.plan.tables + 1)
            return tuple((str(number), f"Table {number}") for number in tables)
    return None


def read_action(
    action: DirectorAction,
    scene: TournamentScene,
    form: dict[str, str],
    role: Role,
    zone: tzinfo | None = None,
) -> Command:
    """Return the command that a form asks for, in a role. Raise if it cannot be read."""
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(action.kind):
        given = form.get(field.name, "").strip()
        if field.name in ("whom", "about"):
            values[field.name] = Role.REGULATOR if field.name == "whom" else "conditions"
        elif field.name == "person":
            values[field.name] = given
        elif field.name in NO_FIELDS:
            continue
        elif field.name == "agreed":
            values[field.name] = _players_at(scene, form) if given else ()
        elif field.name == "amount":
            values[field.name] = read_amount(given)
        else:
            value = _read(field.name, _widget(field.type), given, zone)
            if value is not None:
                values[field.name] = value
            elif field.required:
                raise MisreadError(f"fill in {LABELS.get(field.name, field.name).lower()}")
    return action.kind(**values, by=role)


def _read(name: str, widget: str, given: str, zone: tzinfo | None) -> Any:
    """Return the value of a field; ``None`` if it was left empty."""
    if widget == "tick":
        return bool(given)
    if not given:
        return None
    if widget == "number":
        number = read_number(given, 100_000)
        if number is None:
            raise MisreadError(f"{name} is a whole number up to 100,000")
        return number
    if widget == "time":
        try:
            time = datetime.fromisoformat(given)
        except ValueError:
            raise MisreadError(f"{name} is a time such as 2026-12-04T19:00") from None
        return time if time.tzinfo is not None else time.replace(tzinfo=zone)
    return given


def _players_at(scene: TournamentScene, form: dict[str, str]) -> tuple[str, ...]:
    table = scene.tables.get(read_number(form.get("table", ""), 999) or 0)
    return () if table is None else tuple(one.player for one in contest_of(table).in_play)


# ------------------------------------------------------------------------------------ what follows


class ActionPreview(msgspec.Struct, frozen=True):
    """What an action would lead to."""

    refused: Refused | None
    """Why it is refused; ``None`` if it is not."""
    sentences: tuple[Sentence, ...]
    """What follows from it, each sentence with its clauses."""
    pool: tuple[str, str] | None
    """The prize pool before and after; ``None`` if it does not change."""
    refunds: tuple[tuple[str, str], ...] = ()
    """What players get back, by their names; empty if nothing is returned."""


def preview_action(scene: TournamentScene, command: Command) -> ActionPreview:
    """Return what a command would lead to now, or its refusal; nothing happens."""
    decided = _rehearse(scene, command)
    if isinstance(decided, Refused):
        return ActionPreview(decided, (), None)
    events, pool = decided
    before = in_dollars(pool_amount(scene.tournament))
    # The tournament and its table may record the same thing, each for itself.
    sentences = {one.text: one for one in _sentences(scene, events)}
    change = None if before == pool else (before, pool)
    return ActionPreview(None, tuple(sentences.values()), change, tuple(_refunds(scene, events)))


def _refunds(scene: TournamentScene, events: Iterable[Event]) -> Iterator[tuple[str, str]]:
    """Yield what each player gets back; prizes are announced as such."""
    ours, back = player_account(""), Counter[str]()
    for event in events:
        for entry in () if isinstance(event, PrizesAwarded) else entries_of(event):
            for posting in entry.postings:
                if posting.account.startswith(ours) and posting.amount > 0:
                    back[posting.account.removeprefix(ours)] += posting.amount
    for player, amount in back.items():
        yield scene.name(player), in_dollars(amount)


def _rehearse(scene: TournamentScene, command: Command) -> tuple[tuple[Event, ...], str] | Refused:
    """Return the events that a command would lead to and the pool after it, or the refusal."""
    if isinstance(command, AT_TABLES):
        seat = scene.tournament.seat_of(getattr(command, "player", ""))
        table = None if seat is None else scene.tables.get(seat.table)
        if table is None:
            clause = scene.rules.seats.exclusive.clause
            return Refused("tournament/no-table", clause, "no session is in progress there")
        decided = engine.decide(scene.law, table, command)
        pool = in_dollars(pool_amount(scene.tournament))
        return decided if isinstance(decided, Refused) else (tuple(decided), pool)
    if "lots" in command.__struct_fields__:
        seats = isinstance(command, DrawSeats)
        number = len(participants(scene.tournament)) if seats else MOST_BOXES + 1
        command = msgspec.structs.replace(command, lots=tuple(range(number)))
    command = msgspec.structs.replace(command, at=scene.now)
    outcome = decisions.decide(scene.law, scene.tournament, scene.tables, command)
    if isinstance(outcome, Refused):
        return outcome
    at_tables = (event for one in outcome.tables.values() for event in one.events)
    return (*outcome.events, *at_tables), in_dollars(pool_amount(outcome.tournament))


def _sentences(scene: TournamentScene, events: Iterable[Event]) -> Iterable[Sentence]:
    voice = Voice(Official(Role.TOURNAMENT_MANAGER), names=scene.names)
    for event in events:
        if isinstance(event, SeatsDrawn):
            text = f"Seats for {event.session} are drawn by lot for {len(event.seats)} players"
            yield sentence_for(event, (text, True), voice)
            continue
        if isinstance(event, PlayerDisqualified):
            ground = scene.rules.seats.grounds[event.ground].text
            fee = "is returned" if event.refund else "stays in the pool"
            text = f"{voice.who(event.player)} is disqualified: {ground}. The fee {fee}"
            yield sentence_for(event, (text, True), voice)
            continue
        if isinstance(event, BreakGiven) and event.until is not None:
            text = f"There is a break until {scene.clock(event.until)}"
            yield sentence_for(event, (text, True), voice)
            continue
        if isinstance(event, SessionMoved):
            text = f"The session starts at {scene.clock(event.starts)}"
            yield sentence_for(event, (text, True), voice)
            continue
        if isinstance(event, TableFinished) and event.ballots:
            tied = join_words(voice.who(one) for tie in event.ballots for one in tie)
            text = f"Table {event.result.table} is over; a lot decides between {tied}"
            yield sentence_for(event, (text, True), voice)
            continue
        draft = tournament_event_sentence(event, voice) or contest_sentence(event, voice)
        if draft is not None and not draft[0].startswith("It is "):
            yield sentence_for(event, draft, voice)
