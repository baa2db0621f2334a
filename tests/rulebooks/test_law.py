"""Every rule in the law of every game cites a clause that its rulebook has."""

from collections.abc import Iterator

import msgspec
import pytest

from croupier.cards import Device
from croupier.rulebooks import (
    BLACKJACK,
    STAR_BLACKJACK,
    BlackjackLaw,
    Provision,
    Role,
    Rule,
    Says,
    UnknownGameError,
    catalogue,
    law_of,
)
from croupier.rulebooks.law.table import Depth


def rules_in(part: object, path: str) -> Iterator[tuple[str, Provision]]:
    """All that cites a clause below a part of the law, with the way to each."""
    if isinstance(part, Rule | Says):
        yield path, part
        return
    if isinstance(part, msgspec.Struct):
        for name in part.__struct_fields__:
            yield from rules_in(getattr(part, name), f"{path}.{name}")
    elif isinstance(part, tuple | list | set | frozenset):
        for place, item in enumerate(part):
            yield from rules_in(item, f"{path}[{place}]")
    elif isinstance(part, dict):
        for key, item in part.items():
            yield from rules_in(item, f"{path}[{key!r}]")


@pytest.mark.parametrize("law", BLACKJACK.values(), ids=BLACKJACK.keys())
def test_every_rule_cites_a_clause_of_its_rulebook(law: BlackjackLaw) -> None:
    found = dict(rules_in(law, law.game))
    assert len(found) > 100, "the walk must reach the whole law"
    clauses = catalogue(law.book).clauses
    unknown = {path: rule.clause for path, rule in found.items() if rule.clause not in clauses}
    assert not unknown


@pytest.mark.parametrize("law", BLACKJACK.values(), ids=BLACKJACK.keys())
def test_no_rule_cites_a_mere_heading(law: BlackjackLaw) -> None:
    """A clause such as "5" is a section's title and demands nothing."""
    headings = {
        path: rule.clause
        for path, rule in rules_in(law, law.game)
        if catalogue(law.book)[rule.clause].kind == "statement" and rule.clause.isdigit()
    }
    assert not headings


@pytest.mark.parametrize(("game", "law"), BLACKJACK.items())
def test_a_game_is_found_by_its_name(game: str, law: BlackjackLaw) -> None:
    assert law_of(game) is law
    assert law.game == game


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownGameError) as caught:
        law_of("pontoon")
    assert "pontoon" in str(caught.value)
    assert all(game in str(caught.value) for game in BLACKJACK)


def test_what_stands_on_a_star_table() -> None:
    equipment = STAR_BLACKJACK.equipment
    assert list(equipment.boxes.value) == [5, 6, 7, 8, 9]
    assert [one.text for one in equipment.inscriptions][-1] == "Insurance"
    assert equipment.side_bet_areas is not None
    assert set(equipment.side_bet_areas.value) >= {"perfect-pairs", "any-pairs", "lucky-lucky"}
    assert set(equipment.devices.value) == set(Device)
    assert STAR_BLACKJACK.cards.decks.value == (6, 8)


def test_numbers_of_the_star_rulebook() -> None:
    law = STAR_BLACKJACK
    assert law.cut.from_either_end.value == 1
    assert law.cut.cutting_card_depth.value == Depth(0, (1, 2), None)
    assert law.wagers.players_per_box.value == 3
    assert law.limits.notice_minutes.value == 20
    assert law.limits.retained is not None
    assert law.limits.retained.notice_minutes.value == 20
    assert law.floor.closing_minutes.value == 20
    assert law.floor.idle_rounds.value == 3


def empowered() -> dict[str, tuple[Rule[Role] | Says | None, Role]]:
    """Every power that a clause of Star Blackjack gives, by its clause."""
    law = STAR_BLACKJACK
    supervisor, manager = Role.SUPERVISOR, Role.GAMING_MANAGER
    return {
        "3.5": (law.cards.replaced_by, supervisor),
        "3.6.2": (law.cards.face_down, Role.INSPECTOR),
        "4.1.4": (law.shuffle.directed, supervisor),
        "4.2": (law.shuffle.riffle, supervisor),
        "4.2.1": (law.shuffle.riffle_factory, supervisor),
        "4.4": (law.cut.passed_on, supervisor),
        "5.4": (law.wagers.fewer_players, supervisor),
        "5.8": (law.wagers.several_boxes, Role.DEALER),
        "5.10": (law.wagers.minimum_until_shuffle, supervisor),
        "5.11": (law.wagers.minimum_for_good, manager),
        "5.12": (law.wagers.one_box_at_minimum, manager),
        "5.13": (law.wagers.reserved, supervisor),
        "6.5": (law.limits.altered_by, supervisor),
        "6.5.1": (law.limits.retained.raised_by if law.limits.retained else None, supervisor),
        "6.7": (law.limits.personal, supervisor),
        "9.1.1": (law.interim.held_by, Role.ASSISTANT_GAMING_MANAGER),
        "12.5": (law.split.permitted_by, manager),
        "14.6": (law.side_bets.kinds[0].only_bettors, manager),
        "18.8": (law.floor.closed_by, supervisor),
        "18.11": (law.wagers.refused, supervisor),
    }


@pytest.mark.parametrize("clause", empowered())
def test_each_power_is_given_to_the_role_of_its_clause(clause: str) -> None:
    rule, role = empowered()[clause]
    assert isinstance(rule, Rule)
    assert (rule.clause, rule.value) == (clause, role)
