"""A world from one seed: tables, guests, pools, a tournament, a promotion, servers, mishaps.

All that happens follows from the seed, so a world that has gone wrong can be had again. Guests who
get no answer ask again under the same id, of any server. In the end all is calm: every guest is
answered, and the log is held against what they know.
"""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec

from croupier.floor.floor import Floor
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.seats import BuyIn
from croupier.kit.merkle import Peaks
from croupier.messages import Command, Refused
from croupier.record.journal import ReusedIdError
from croupier.rulebooks import Role, law_of
from tests.faults.days import folder, told
from tests.record.days import JACKPOT
from tests.world.audit import log_findings, memory_findings, money_findings
from tests.world.contest import Contest
from tests.world.giveaway import Giveaway, giveaway_at
from tests.world.grounds import Grounds, WorldClock, ground_of
from tests.world.people import wish
from tests.world.plants import Plant
from tests.world.servers import Fault, FaultyJournal, OutageError, Server, Vault

STEPS = 60
SERVERS = 2
TABLES: tuple[tuple[str, Choices], ...] = (
    ("star-blackjack", Choices()),
    ("blackjack-challenge", Choices()),
    ("perth-blackjack", Choices()),
    ("canberra-blackjack", Choices(mode=Mode.LIVE)),
    ("star-blackjack", Choices(mode=Mode.LIVE, player_cards=True)),
    ("caribbean-stud", Choices(jackpot=JACKPOT, player_cards=True)),
    ("caribbean-stud", Choices(jackpot=JACKPOT)),
    ("caribbean-stud", Choices(jackpot=JACKPOT, mode=Mode.LIVE)),
)
"""What tables a world may have. Those with a jackpot feed one pool."""
MOST_TABLES = 4
CONTESTED, CONTEST = 0.4, 0.5
"""How many worlds have a tournament, and how often something happens in it then."""
PROMOTED, GIVEAWAY = 0.4, 0.3
"""The same of promotions."""
CRASH, POWER, GROUP, RETRY, AGAIN, MISUSE, OUTAGE = 0.04, 0.03, 0.08, 0.5, 0.06, 0.03, 0.05
"""How often what happens, at each step or append."""


class Request(msgspec.Struct, frozen=True):
    """What a guest or dealer asks for, under an id."""

    command_id: str
    table: str
    command: Command


class WrongWorldError(Exception):
    """A world in which something does not hold."""


class World:
    """Everything that follows from one seed."""

    def __init__(
        self,
        seed: int,
        place: Path,
        grounds: Grounds | None = None,
        plant: Plant = lambda store: store,
    ) -> None:
        self.random = Random(seed)
        self._plant = plant
        self.clock = WorldClock()
        self.ground = (grounds or ground_of(seed))(place, self.clock)
        self.trail: list[str] = []
        """What has happened, a line for each step."""
        self.asked: dict[str, Request] = {}
        self.waiting: list[Request] = []
        """Those who have got no answer."""
        self.answered: dict[str, str] = {}
        self.heads: list[tuple[int, str]] = []
        """How long the record was at each answer, and the head of the tree over it."""
        self.calm = True
        self._vault = Vault(self.random)
        self.servers = self._started()
        self._open_tables()
        self.contest = self._contest() if self.random.random() < CONTESTED else None
        """The tournament of this world, where it has one."""
        self.giveaway = self._giveaway() if self.random.random() < PROMOTED else None
        """The promotion of this world, where it has one."""
        self.calm = False

    def _started(self) -> list[Server]:
        store = self._plant(self.ground.store)
        return [Server(store, self._vault, self._fate) for _ in range(SERVERS)]

    def _contest(self) -> Contest:
        self.trail.append("a tournament")
        return Contest(self._journal(), self._vault, self.random)

    def _giveaway(self) -> Giveaway | None:
        laws = {name: one.law for name, one in self.servers[0].house.tables.items()}
        found = giveaway_at(laws, self._journal(), self.random)
        self.trail += [] if found is None else ["a promotion"]
        return found

    def _journal(self) -> FaultyJournal:
        return FaultyJournal(self._plant(self.ground.store), self._fate)

    def _fate(self) -> Fault:
        if self.calm or self.random.random() > 2 * OUTAGE:
            return Fault.NONE
        return self.random.choice((Fault.BEFORE, Fault.AFTER))

    def _open_tables(self) -> None:
        house = self.servers[0].house
        for number in range(self.random.randint(2, MOST_TABLES)):
            game, choices = self.random.choice(TABLES)
            name = f"{number + 1}"
            cards = self._vault.source(name)
            house.open_table(law_of(game), choices, cards=cards, name=name)
            self.trail.append(f"table {name}: {game}, {choices.mode.value}")
        self.tables = tuple(house.tables)

    # -------------------------------------------------------------------------------- what happens

    def run(self, steps: int = STEPS) -> None:
        """Let so much happen, then answer everybody, and look whether all is right."""
        for _ in range(steps):
            self.clock.go_by(self.random)
            self._step()
        self.calm = True
        for request in list(self.waiting):
            self._ask(request)
        if self.contest is not None and self.contest.waiting is not None:
            self.trail.append(self.contest.step())
        if self.giveaway is not None:
            self.trail += self.giveaway.settle()
        self.check()

    def _step(self) -> None:
        happened = self.random.random()
        if self.contest is not None and self.random.random() < CONTEST:
            self.trail.append(self.contest.step())
        elif self.giveaway is not None and self.random.random() < GIVEAWAY:
            self.trail.append(self.giveaway.step())
        elif happened < CRASH:
            self.random.choice(self.servers).crash()
            self.trail.append("a server crashes")
        elif happened < CRASH + POWER and self.ground.powered:
            self._lose_power()
        elif happened < CRASH + POWER + GROUP:
            self._group()
        elif self.answered and happened < CRASH + POWER + GROUP + AGAIN:
            self._ask_again()
        elif self.answered and happened < CRASH + POWER + GROUP + AGAIN + MISUSE:
            self._misuse()
        elif self.waiting and self.random.random() < RETRY:
            self._ask(self.random.choice(self.waiting))
        else:
            self._ask(self._request(self.random.choice(self.servers)))

    def _lose_power(self) -> None:
        """The power fails while a command is carried out: nobody is answered."""
        request = self._request(self.random.choice(self.servers))
        self.waiting.append(request)
        since = self.ground.steps()
        with suppress(OutageError):
            server = self.random.choice(self.servers)
            server.carry_out(request.table, request.command, request.command_id)
        self.trail.append(f"the power fails amid {request.command_id}: {request.command}")
        self.ground.lose_power(self.random, since)
        self.servers = self._started()
        if self.contest is not None:
            self.contest.crash(self._journal())
        if self.giveaway is not None:
            self.giveaway.crash(self._journal())
        self._check_kept()

    def _request(self, server: Server) -> Request:
        """What somebody asks for next, from what a server shows."""
        table = self.random.choice(self.tables)
        command = wish(server.house, table, self.random)
        request = Request(f"request {len(self.asked)}", table, command)
        self.asked[request.command_id] = request
        return request

    def _ask(self, request: Request) -> None:
        server = self.random.choice(self.servers)
        line = f"{request.command_id} at table {request.table}: {request.command}"
        try:
            answer = server.carry_out(request.table, request.command, request.command_id)
        except OutageError as error:
            self.trail.append(f"{line}: no answer ({error})")
            if request not in self.waiting:
                self.waiting.append(request)
            return
        if request in self.waiting:
            self.waiting.remove(request)
        self.trail.append(f"{line}: {answer.code if isinstance(answer, Refused) else len(answer)}")
        if isinstance(answer, Refused) or not answer:
            # What was refused, or changed nothing, is in no record.
            return
        peaks = self.ground.store.peaks
        self.heads.append((peaks.size, peaks.head().hex()))
        before = self.answered.setdefault(request.command_id, told(answer))
        if before != told(answer):
            raise WrongWorldError(f"{request.command_id} got another answer when it came again")

    def _ask_again(self) -> None:
        """Somebody asks again for what was answered already."""
        self._ask(self.asked[self.random.choice(sorted(self.answered))])

    def _misuse(self) -> None:
        """Somebody asks for something else under an id that was used."""
        known = self.asked[self.random.choice(sorted(self.answered))]
        actor = getattr(known.command, "player", None) or known.command.by.value
        other = BuyIn(actor, 1_00, by=Role.PLAYER)
        server = self.random.choice(self.servers)
        try:
            server.house.do(known.table, other, actor=actor, command_id=known.command_id)
        except ReusedIdError:
            self.trail.append(f"{known.command_id} for something else: refused")
            return
        raise WrongWorldError(f"{known.command_id} was used for something else")

    def _group(self) -> None:
        """Some commands that wait at the same time are written with one commit."""
        appends = []
        for server in self.servers:
            request = self._request(server)
            self.waiting.append(request)
            held = server.prepare(request.table, request.command, request.command_id)
            if held is not None:
                appends.append(held)
        fate = self._fate()
        if fate is not Fault.BEFORE and appends:
            failed = self.ground.store.append_group(appends)
            self.trail.append(f"a group of {len(appends)}: {[str(one) for one in failed]}")
        for server in self.servers:
            server.crash()

    # ------------------------------------------------------------------------------ what must hold

    def check(self) -> None:
        """Look whether everything holds; one that does not raises :class:`WrongWorldError`."""
        self._check_kept()
        store = self.ground.store
        log = list(store.read_all())
        known = {one.command_id: (one.table, one.command) for one in self.asked.values()}
        houses = [server.remembered for server in self.servers]
        found = log_findings(store)
        found += memory_findings(log, [house for house in houses if house is not None])
        found += money_findings(log, Floor.from_journal(store, self._vault.source), known)
        if self.contest is not None:
            found += self.contest.findings(list(store.read_all()))
        if self.giveaway is not None:
            found += self.giveaway.findings(log)
        if found:
            raise WrongWorldError("; ".join(found))

    def _check_kept(self) -> None:
        """Nothing that was answered is gone, or in another place."""
        heads, peaks = {}, Peaks()
        for leaf in self.ground.store.leaves():
            peaks.add(leaf.leaf)
            heads[peaks.size] = peaks.head().hex()
        for size, head in self.heads:
            if heads.get(size) != head:
                raise WrongWorldError(f"what was answered is gone: {size} events of {peaks.size}")
        kept = {one.command_id for one in self.ground.store.read_all()}
        if gone := self.answered.keys() - kept:
            raise WrongWorldError(f"{sorted(gone)} were answered, and are not in the record")

    @property
    def fingerprint(self) -> str:
        """What tells this world from others: its whole log."""
        return sha256(b"".join(leaf.leaf for leaf in self.ground.store.leaves())).hexdigest()


class Outcome(msgspec.Struct, frozen=True):
    """How a world went."""

    seed: int
    events: int
    """How many events its record holds."""
    fingerprint: str
    wrong: str
    """What did not hold; empty where everything did."""
    trail: tuple[str, ...]


def outcome(
    seed: int, *, grounds: Grounds | None = None, plant: Plant = lambda store: store
) -> Outcome:
    """Have the world of a seed happen."""
    with folder() as place:
        world = World(seed, place, grounds, plant)
        wrong, events, fingerprint = "", 0, ""
        try:
            world.run()
            events, fingerprint = world.ground.store.peaks.size, world.fingerprint
        except Exception as error:  # noqa: BLE001 - whatever goes wrong is what was looked for
            wrong = f"{type(error).__name__}: {error}"
        world.ground.close()
        return Outcome(seed, events, fingerprint, wrong, tuple(world.trail))
