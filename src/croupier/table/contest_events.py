"""What happens in a session of a tournament at a table."""

from croupier.money import Cents, Entry
from croupier.table.contest_state import Contestant, Fall, Standing
from croupier.table.events import Event


class ContestBegan(Event, frozen=True, tag="contest-began"):
    """A session began at the table, and the chips were issued."""

    contestants: tuple[Contestant, ...]
    """Who was given which seat."""
    marker: int
    """The box where the marker lies; 0 where none is used."""
    rounds: int
    """How many rounds the session has."""
    seconds: int
    """Time for a wager; 0 where there is no limit."""
    entries: tuple[Entry, ...]
    """The postings: from the float to the players."""
    clause: str
    """The clause that has everybody start with the same chips."""
    also: tuple[str, ...] = ()
    """Further clauses: that the rules of tournaments go before the others."""


class PresenceChanged(Event, frozen=True, tag="presence-changed"):
    """A player has come to the seat, or left it."""

    player: str
    """Who."""
    present: bool
    """Whether the player is there now."""


class PassCardPlayed(Event, frozen=True, tag="pass-card-played"):
    """A player laid a pass card instead of a wager."""

    player: str
    """Who."""
    box: int
    """Where it lies, from 1."""
    clause: str
    """The clause that lets it stand for a wager."""


class FormHandedIn(Event, frozen=True, tag="form-handed-in"):
    """A player gave the supervisor a form: its wager is a secret until it is announced."""

    player: str
    """Whose it is."""
    box: int
    """The player's box, from 1."""
    type: str
    """The type of wager; empty where none was written."""
    amount: Cents | None
    """The amount; none where none was written."""
    clause: str
    """The clause by which it is examined and an indicator is put down."""
    also: tuple[str, ...] = ()
    """Further clauses that say how it is filled in."""


class FormAnnounced(Event, frozen=True, tag="form-announced"):
    """After the round an undisclosed wager was announced, and its chips were laid down."""

    player: str
    """Whose it is."""
    box: int
    """The player's box, from 1."""
    amount: Cents
    """What it counts for."""
    written: Cents | None
    """What was written; none where no amount was."""
    entry: Entry
    """The postings: from the player to the layout."""
    clause: str
    """The clause that has it announced, or that says what it counts for."""


class FormShown(Event, frozen=True, tag="form-shown"):
    """A player was shown somebody's form of the last round."""

    player: str
    """Who asked."""
    of: str
    """Whose form it is."""
    amount: Cents | None
    """What is written on it; none where no amount is."""
    clause: str
    """The clause that lets the player see it."""


class TimeRanOut(Event, frozen=True, tag="time-ran-out"):
    """A player's time for a wager was over: the minimum is wagered."""

    player: str
    """Whose time was over."""
    clause: str
    """The clause that holds the player to the minimum."""


class AbsenceCharged(Event, frozen=True, tag="absence-charged"):
    """A minimum was deducted from an absent player's chips for a round."""

    player: str
    """Who is absent."""
    amount: Cents
    """How much."""
    entry: Entry
    """The postings: from the player to the float."""
    clause: str
    """The clause that lets the manager direct it."""


class WagersLimitedInTime(Event, frozen=True, tag="wagers-limited-in-time"):
    """Wagers must be made within a time."""

    seconds: int
    """How long; 0 where there is no limit any more."""
    clause: str
    """The clause that lets the manager say so."""


class ContestantEliminated(Event, frozen=True, tag="contestant-eliminated"):
    """A player is out of the session."""

    player: str
    """Who."""
    fall: Fall
    """What decides the placing."""
    clause: str
    """The clause by which the player is out; empty where the conditions alone say so."""


class ContestantRemoved(Event, frozen=True, tag="contestant-removed"):
    """A player was disqualified, or has forfeited the place."""

    player: str
    """Who."""
    standing: Standing
    """Which of the two."""
    clause: str
    """The clause by which."""


class ContestantReplaced(Event, frozen=True, tag="contestant-replaced"):
    """Somebody took over a seat, with the chips that are there."""

    player: str
    """Who had it."""
    by: str
    """Who has it now."""
    entries: tuple[Entry, ...]
    """The postings of chips that change hands, or are issued."""
    clause: str
    """The clause that lets the manager allow it."""


class ContestantReinstated(Event, frozen=True, tag="contestant-reinstated"):
    """An eliminated player is back: bought back, or out by a round that was void."""

    player: str
    """Who."""
    entries: tuple[Entry, ...]
    """The postings: chips given up, and issued anew; empty where none moved."""
    clause: str
    """The clause that lets the player back."""


class ContestRoundEnded(Event, frozen=True, tag="contest-round-ended"):
    """A round of the session is over, and the next is open for wagers."""

    round: int
    """The round that is over, counted from 1."""
    marker: int
    """The box where the marker goes, or the next one up with a player who is in; 0 where none is
    used."""
    rounds_left: int
    """How many rounds the session still has; 0 after the last, and in a play-off."""
    clause: str
    """The clause that moves the marker."""


class PlayOffBegan(Event, frozen=True, tag="play-off-began"):
    """Players who are level play on; the others are done."""

    players: tuple[str, ...]
    """Who plays on."""
    marker: int
    """The box where the marker lies now; 0 where none is used."""
    clause: str
    """The clause that wants it."""


class ContestEnded(Event, frozen=True, tag="contest-ended"):
    """The session is over at the table: chips were counted and went back to the float."""

    counts: dict[str, Cents]
    """What each player had."""
    entries: tuple[Entry, ...]
    """The postings: from the players to the float."""
    clause: str
    """The clause that has them counted."""
