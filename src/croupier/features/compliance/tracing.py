"""Tracing: see what the engine does about clauses while a scenario or a test runs.

The engine does not depend on it, and runs at full speed when nobody traces. During a trace,
Python's profiler reports each call of a deciding function, and the law reports each rule that is
read. A clause was acted on if a decision that had an effect, or refused, named it or read its
value.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from inspect import unwrap
from types import CodeType, FrameType
from typing import Any, NamedTuple

import msgspec

from croupier.features.compliance.evidence import Evidence, Weight
from croupier.features.compliance.implicit import IMPLICIT_FUNCTIONS, ImplicitRules, choice_rules
from croupier.features.compliance.law_index import (
    Provisions,
    event_evidence,
    prompt_evidence,
    provisions_of,
    refusal_evidence,
)
from croupier.features.promotions import rules
from croupier.features.tournaments.rules import decisions
from croupier.features.tournaments.rules.decisions import evolve as evolve_tournament
from croupier.features.tournaments.rules.draft import TournamentOutcome
from croupier.features.tournaments.rules.seats import begin_at_table as begin_session
from croupier.features.tournaments.runner import TournamentRunner
from croupier.floor import movements
from croupier.floor.floor import Floor
from croupier.floor.running_table import RunningTable
from croupier.games.blackjack.due import due as blackjack_due
from croupier.games.blackjack.opening import open_blackjack
from croupier.games.engine import evolve, handle
from croupier.games.stud.due import due as stud_due
from croupier.games.stud.game import open_stud
from croupier.games.table.draft import Outcome
from croupier.games.table.due import Due
from croupier.games.table.notices import NoticeGiven
from croupier.games.table.opening import TableOpened
from croupier.games.table.state import Table
from croupier.house import accounts, admission, jackpots
from croupier.messages import Event, Refused
from croupier.rulebooks import GAMES, Provision, Rule, Says, TableLaw

RECORD_ONLY_FIELDS = (
    "clock",
    "notices",
    "limit_sign",
    "retained_sign",
    "closing_sign",
    "disputes",
    "dealer",
)
"""Parts of a table, or of what stands above it, that only record what was said and when. An event
that changes nothing else moves no money and no cards, and leaves what may be done unchanged."""
LAW_PACKAGES = ("croupier.rulebooks", "croupier.features.compliance")
"""Packages whose reading of a rule does not count: the law is checked, compared, listed."""
DISPLAY_PACKAGES = (
    "croupier.display",
    "croupier.rulebooks.guide",
    "croupier.terminal",
    "croupier.cli",
    "croupier.maths.cli",
    "croupier.features.audit.cli",
    "croupier.features.compliance.cli",
    "croupier.features.fairness.reveals",
    "croupier.features.promotions.cli",
    "croupier.features.promotions.narration",
    "croupier.features.tournaments.cli",
    "croupier.features.tournaments.narration",
    "croupier.features.tournaments.papers",
    "croupier.features.tournaments.standings",
    "croupier.features.tournaments.wall",
)
"""Packages and modules that show the law to people; some lie within those of ``LAW_PACKAGES``."""


class Stream(NamedTuple):
    """A kind of value above the tables: where a decision finds it, and how events change it."""

    state: str
    """The name of the parameter that holds it."""
    evolve: Callable[[Any, Any], object]
    """The function that applies an event to it."""


def code_of(function: Callable[..., object]) -> CodeType:
    """Return the code of a function, without its wrappers."""
    code: CodeType = unwrap(function).__code__
    return code


AT_TABLES = {
    code_of(one)
    for one in (
        handle,
        RunningTable.decide,
        RunningTable.decide_for_others,
        begin_session,
    )
}
"""The functions that decide at a table, and return the events and the table after them."""
ABOVE_TABLES = {
    code_of(accounts.decide): Stream("account", accounts.evolve),
    code_of(movements.purchase_events): Stream("account", accounts.evolve),
    code_of(jackpots.decide): Stream("pool", jackpots.evolve),
    code_of(rules.decide): Stream("promotion", rules.evolve),
    code_of(decisions.decide): Stream("tournament", evolve_tournament),
    code_of(decisions.advance): Stream("tournament", evolve_tournament),
}
"""The functions that decide about accounts, pools, promotions and tournaments, and return
events."""
GATES = {
    code_of(one)
    for one in (
        admission.refuse_wager,
        admission.refuse_to_leave,
        admission.refuse_to_buy,
        decisions.not_at_tables,
        decisions.no_such_table,
    )
}
"""The functions that only refuse."""
OPENINGS = {code_of(open_blackjack), code_of(open_stud)}
"""The functions that open a table. Opening one shows nothing; refusing to does."""
ANSWERS = {code_of(Floor.do), code_of(TournamentRunner.submit)}
"""The functions that answer a submission, after others have decided."""
PROMPTS = {code_of(blackjack_due), code_of(stud_due)}
"""The functions that return what is due."""
DECIDES = AT_TABLES | ABOVE_TABLES.keys() | GATES
ENTRIES = DECIDES | OPENINGS | ANSWERS | PROMPTS
TRACED_CODE = {id(code) for code in (*ENTRIES, *IMPLICIT_FUNCTIONS)}
"""All of them by identity: Python reports every function, and most are none of these."""


class Trace:
    """What was seen of clauses and rules."""

    def __init__(self) -> None:
        self.evidence: set[Evidence] = set()
        """What was done about which clauses."""
        self.read: dict[int, Rule[Any]] = {}
        """The rules whose value was read outside the law itself, by identity."""


class _Follower:
    """The profiler's callbacks: follow deciding functions, and the rules that they read."""

    def __init__(self, trace: Trace, provisions: Provisions) -> None:
        self.trace = trace
        self.provisions = provisions
        self.running: list[CodeType] = []
        self.deciding = 0
        """How many of those that run decide."""
        self.listening = True
        self.events: list[Evidence] = []
        """What the events of this answer say; it counts once the answer is given."""
        self.used: dict[int, Provision] = {}
        """The rules whose value was read for this answer."""
        self.named: dict[int, Provision] = {}
        """The rules whose clause was taken for it."""
        self.effective = False
        """Whether an event of this answer had an effect."""
        self.opened: list[Provision] = []
        """The rules that allow what was chosen for tables which were opened, and not yet used."""
        self.laws: list[TableLaw] = []
        """The laws under which tables decide, the innermost last."""
        self.prompted: set[Due] = set()
        """What was seen to be due."""

    # ------------------------------------------------------------------------------- functions

    def on_profile_event(self, frame: FrameType, event: str, answer: object) -> None:
        """Handle the profiler's report that a function of interest is called or returns."""
        code = frame.f_code
        if event == "call":
            if code in ENTRIES:
                self.running.append(code)
                self.deciding += code in DECIDES
                if code in AT_TABLES:
                    self.laws.append(_table_in(frame.f_locals)[0])
        elif event == "return":
            # What this trace itself reads of the law, to see what happened, is no use of a rule.
            self.listening = False
            if code in IMPLICIT_FUNCTIONS and self.running:
                self.record_implicit(IMPLICIT_FUNCTIONS[code], frame.f_locals, answer)
            # A function that was already running when the trace began returns without a call.
            if code in ENTRIES and self.running and self.running[-1] is code:
                self.running.pop()
                self.deciding -= code in DECIDES
                self.record_answer(frame, answer)
                if code in AT_TABLES:
                    self.laws.pop()
            self.listening = True

    def record_answer(self, frame: FrameType, answer: object) -> None:
        """Record what a function returned for its arguments."""
        code, given = frame.f_code, frame.f_locals
        if code in AT_TABLES and isinstance(answer, Outcome):
            # Deciding functions call each other: only the outermost has the whole outcome.
            if not any(one in AT_TABLES for one in self.running):
                law, table = _table_in(given)
                self.record_outcome(law.book, table, answer)
        elif code in ABOVE_TABLES and not isinstance(answer, Refused):
            self.record_decision(ABOVE_TABLES[code], frame, answer)
        elif code in OPENINGS and isinstance(answer, TableOpened):
            self.opened += choice_rules(given["law"], answer.choices)
        elif code in PROMPTS and not self.deciding and isinstance(answer, tuple):
            new = [one for one in answer if one not in self.prompted]
            self.prompted.update(new)
            book = given["law"].book
            self.save(set(prompt_evidence(book, new)), book, Weight.SHOWN)
        if not self.running:
            self.close_answer(frame, answer)

    def record_implicit(self, acted: ImplicitRules, given: dict[str, Any], answer: object) -> None:
        """Record that a function acted on rules which no answer names."""
        law = self.laws[-1] if self.laws else given.get("law")
        if self.deciding and law is not None:
            self.used |= {id(rule): rule for rule in acted(law, given, answer)}

    def record_outcome(self, book: str, table: Table, outcome: Outcome) -> None:
        """Record what happened at a table.

        Events without an effect of their own give the grounds of those with which they come, if
        these have one.
        """
        acts = False
        for event in outcome.events:
            after = evolve(table, event)
            acts = acts or isinstance(event, NoticeGiven) or changes_play(table, after)
            table = after
        self.record_events(book, outcome.events, acts=acts)

    def record_decision(self, stream: Stream, frame: FrameType, answer: Any) -> None:
        """Record what was decided above the tables, and what it did to tables below."""
        given = frame.f_locals
        if isinstance(answer, TournamentOutcome):
            self.record_stream_events(stream, frame, answer.events)
            for number, outcome in answer.tables.items():
                self.record_outcome(given["law"].book, given["tables"][number], outcome)
        else:
            self.record_stream_events(stream, frame, answer or ())

    def record_stream_events(
        self, stream: Stream, frame: FrameType, events: tuple[Event, ...]
    ) -> None:
        """Record what happened to an account, a pool or a promotion."""
        state = frame.f_locals[stream.state]
        acts = changes_play(state, reduce(stream.evolve, events, state))
        self.record_events(self.book_in(frame), events, acts=acts)

    def record_events(self, book: str, events: tuple[Event, ...], *, acts: bool) -> None:
        """Record the events of one decision."""
        self.effective = self.effective or acts
        for event in events:
            self.events += event_evidence(book, event, acts=acts)

    def close_answer(self, frame: FrameType, answer: object) -> None:
        """Save what an answer came to, now that no caller can still change it."""
        said = set(self.events)
        if isinstance(answer, Refused):
            said = set(refusal_evidence(self.book_in(frame), answer))
        if answer is not None:
            book = next((one.book for one in said), "")
            self.save(said, book)
            if (self.effective or isinstance(answer, Refused)) and frame.f_code not in OPENINGS:
                for rule in (*self.used.values(), *self.opened):
                    cited = self.provisions.clauses_of(rule, Weight.ENFORCED, book)
                    self.trace.evidence.update(cited)
                self.opened = []
        self.events, self.used, self.named, self.effective = [], {}, {}, False

    def save(self, said: set[Evidence], book: str, weight: Weight = Weight.ENFORCED) -> None:
        """Save what was named, with all clauses of the rules whose own clause it is."""
        self.trace.evidence |= said
        clauses = {(one.book, one.clause) for one in said if one.weight is weight}
        for rule in self.named.values() if clauses else ():
            cited = set(self.provisions.clauses_of(rule, weight, book))
            if any((one.book, rule.clause) in clauses for one in cited):
                self.trace.evidence |= cited

    def book_in(self, frame: FrameType) -> str:
        """Return the rulebook by which a function decides, from its arguments."""
        given = frame.f_locals
        if isinstance(house := given.get("self"), TournamentRunner):
            return house.law.book
        if isinstance(house, Floor):
            return house.tables[given["table"]].law.book
        if isinstance(given.get("self"), RunningTable):
            return _table_in(given)[0].book
        if isinstance(law := given["law"], TableLaw):
            return law.book
        books = self.provisions.books_of(law)
        if len(books) > 1:
            return next((one.book for one in _laws_around(frame) if one.book in books), books[0])
        return books[0] if books else ""

    # ----------------------------------------------------------------------------------- rules

    def on_value_read(self, rule: Rule[Any]) -> None:
        """Record that the value of a rule is read."""
        if not self.listening:
            return
        if self.deciding:
            self.used[id(rule)] = rule
        elif id(rule) in self.trace.read:
            return
        # Frame 0 is this method, 1 the property of ``_watch_reads``, 2 the reader.
        reader = sys._getframe(2).f_globals["__name__"]
        # Screens first: the guide and ``croupier rules`` lie within the packages of the law.
        shows = reader.startswith(DISPLAY_PACKAGES)
        if shows or not reader.startswith(LAW_PACKAGES):
            self.trace.read[id(rule)] = rule
            if shows and not self.deciding:
                self.trace.evidence.update(self.provisions.clauses_of(rule, Weight.SHOWN))

    def on_clause_read(self, rule: Provision) -> None:
        """Record that the clause of a rule is taken, to be named."""
        if self.listening and self.running:
            self.named[id(rule)] = rule


def _table_in(given: dict[str, Any]) -> tuple[TableLaw, Table]:
    """Return the law and the table of a decision, from the function's arguments."""
    running = given.get("self")
    if isinstance(running, RunningTable):
        return running.law, running.table
    return given["law"], given["table"]


def _laws_around(frame: FrameType) -> Iterator[TableLaw]:
    """Yield the laws of tables that the callers of a function hold, nearest first.

    A function above the tables gets a part of the law. If two games share that part, only its
    callers know which of them is played.
    """
    caller = frame.f_back
    while caller is not None:
        for value in caller.f_locals.values():
            law = value if isinstance(value, TableLaw) else getattr(value, "law", None)
            if isinstance(law, TableLaw):
                yield law
        caller = caller.f_back


def changes_play(before: msgspec.Struct, after: msgspec.Struct) -> bool:
    """Return whether events moved something, or changed what may be done."""
    return any(
        (was := getattr(before, field)) is not (now := getattr(after, field)) and was != now
        for field in type(after).__struct_fields__
        if field not in RECORD_ONLY_FIELDS
    )


@contextmanager
def trace_clauses() -> Iterator[Trace]:
    """Trace what is done about clauses while the block runs; a trace may hold another."""
    trace = Trace()
    follower = _Follower(trace, provisions_of(*GAMES.values()))
    outer_profile = sys.getprofile()
    on_profile_event = follower.on_profile_event

    def profile(frame: FrameType, event: str, answer: object) -> None:
        if id(frame.f_code) in TRACED_CODE:
            on_profile_event(frame, event, answer)

    with (
        _watch_reads(Rule, "value", follower.on_value_read),
        _watch_reads(Rule, "clause", follower.on_clause_read),
        _watch_reads(Says, "clause", follower.on_clause_read),
    ):
        sys.setprofile(profile)
        try:
            yield trace
        finally:
            sys.setprofile(outer_profile)


@contextmanager
def _watch_reads(kind: type, field: str, tell: Callable[[Any], None]) -> Iterator[None]:
    """Call a function whenever a field of a value is read."""
    member = vars(kind)[field]
    get = member.__get__

    def read(self: object) -> object:
        tell(self)
        return get(self)

    setattr(kind, field, property(read))
    try:
        yield
    finally:
        setattr(kind, field, member)
