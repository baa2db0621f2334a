"""The engine and the auditors, written apart from the same rulebooks, settle rounds alike."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from random import Random

import pytest

from croupier.floor import Croupier
from croupier.games.blackjack.approvals import ApproveHeldBlackjacks
from croupier.games.table.preparation import CardsShuffled
from croupier.games.table.rounds import Deal
from croupier.games.table.state import Line
from croupier.messages import Event
from croupier.rulebooks import Role
from tests import auditor
from tests.auditor import canberra, challenge, perth
from tests.auditor.facts import Line as AuditedLine
from tests.auditor.facts import RoundFacts
from tests.support.facts import round_facts, settled_lines
from tests.support.tables import blackjack, blackjack_law
from tests.support.whim import lawful_command, place_wagers, whimsical_table

Settle = Callable[[RoundFacts], Iterable[AuditedLine]]
Faults = Callable[[RoundFacts], list[str]]

AUDITORS: dict[str, tuple[Settle, Faults]] = {
    "star-blackjack": (auditor.settle, auditor.faults),
    "blackjack-challenge": (challenge.settle, challenge.faults),
    "canberra-blackjack": (canberra.settle, canberra.faults),
    "perth-blackjack": (perth.settle_perth, perth.faults_perth),
    "perth-vegas-blackjack": (perth.settle_vegas, perth.faults_vegas),
    "perth-blackjack-plus": (perth.settle_plus, perth.faults_plus),
}
ROUNDS_PER_SEED = 250
SEEDS = {game: range(84 if game == "star-blackjack" else 24) for game in AUDITORS}

Key = tuple[str, int, int, str]
Verdict = tuple[str, int]


def key(line: Line | AuditedLine) -> Key:
    main = line.on in ("main", "double")
    return line.player, line.box, line.hand if main else 0, line.on


@pytest.mark.parametrize(
    ("game", "seed"),
    [
        pytest.param(game, seed, marks=pytest.mark.slow if seed % 12 else ())
        for game, seeds in SEEDS.items()
        for seed in seeds
    ],
)
def test_engine_and_auditor_settle_alike(game: str, seed: int) -> None:
    settle, faults = AUDITORS[game]
    chance = Random(seed)
    croupier = whimsical_table(game, chance)
    if game == "star-blackjack" and chance.random() < 0.3:
        croupier.do(ApproveHeldBlackjacks(by=Role.ASSISTANT_GAMING_MANAGER))
    results: Counter[tuple[str, str]] = Counter()
    for number in range(ROUNDS_PER_SEED):
        place_wagers(croupier, chance)
        before = blackjack(croupier.table)
        start = len(croupier.events)
        croupier.do(Deal(by=Role.DEALER))
        while croupier.table.round is not None:
            croupier.do(lawful_command(croupier, chance))
        events = croupier.events[start:]
        if ran_out_of_cards(croupier, events):
            continue  # the discards came again, so that a card may lie twice as often as decks
        facts = round_facts(blackjack_law(croupier), before, events)
        story = f"seed {seed}, round {number}: {facts}"
        assert faults(facts) == [], story
        mine = settled_lines(events)
        # A wager of which the maximum leaves nothing is void for the auditor; the engine has
        # given it back before the first card.
        theirs = [line for line in settle(facts) if line.result != "void" or line.on != "main"]
        mine = [line for line in mine if line.result != "void" or line.on != "main"]
        compare(mine, theirs, story)
        results.update((line.on, line.result) for line in theirs)
    assert {("main", "win"), ("main", "lose")} <= results.keys()
    assert any(on == "double" for on, _ in results)


def compare(mine: list[Line], theirs: list[AuditedLine], story: str) -> None:
    """Every settled wager has the same result, the same money and a clause in common."""
    assert outcome(mine) == outcome(theirs), story
    cited: defaultdict[tuple[Key, Verdict], set[str]] = defaultdict(set)
    for one in mine:
        cited[settled(one)].update((one.clause, *one.also))
    for line in theirs:
        clauses = cited[settled(line)]
        assert line.clause in clauses, f"{line} is not by {clauses}; {story}"


def outcome(lines: Iterable[Line | AuditedLine]) -> Counter[tuple[Key, Verdict]]:
    return Counter(settled(line) for line in lines)


def settled(line: Line | AuditedLine) -> tuple[Key, Verdict]:
    return key(line), (line.result, line.net)


def ran_out_of_cards(croupier: Croupier, events: list[Event]) -> bool:
    clause = croupier.law.shuffle.out_of_cards.clause
    return any(isinstance(event, CardsShuffled) and event.clause == clause for event in events)
