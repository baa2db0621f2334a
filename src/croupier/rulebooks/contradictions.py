"""Parts of a law that must agree, where two clauses speak of one thing: told as sentences."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from croupier.cards import Category, Rank
from croupier.rulebooks.catalogue import Provision, Rule
from croupier.rulebooks.roles import Role

if TYPE_CHECKING:
    from croupier.rulebooks.blackjack_law import BlackjackLaw, SideBet
    from croupier.rulebooks.stud_law import StudLaw
    from croupier.rulebooks.table_law import TableLaw

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""What a game or a wager may be called on the command line and on the wire."""
TAKEN = ("main", "double", "split", "insurance")
"""Wagers that every table of blackjack may have."""
TEN_CARDS = {Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING}
STUD_CARDS = 5
"""A hand of stud poker."""


def at(path: str, rule: Provision | None) -> str:
    """A place in the law with its clause: ``split.hands (12.4)``."""
    return f"{path} is missing" if rule is None else f"{path} ({rule.clause})"


def all_or_none(**fields: Provision | None) -> Iterator[str]:
    """Fields of which a law has all or none; a double underscore stands for a dot."""
    named = {name.replace("__", "."): rule for name, rule in fields.items()}
    given = [name for name, rule in named.items() if rule is not None]
    missing = [name for name, rule in named.items() if rule is None]
    if given and missing:
        yield f"{at(given[0], named[given[0]])} needs {missing[0]}, which is missing"


def at_least_one(path: str, rule: Rule[int] | None) -> Iterator[str]:
    """A number that cannot be 0."""
    if rule is not None and rule.value < 1:
        yield f"{at(path, rule)} has {rule.value}, and takes 1 or more"


def same_keys(
    first: str, one: Mapping[Any, Provision], other: str, two: Mapping[Any, Provision]
) -> Iterator[str]:
    """Two fields that speak of the same layouts, or of the same kinds of hands."""
    for key in {**one, **two}:
        if key in one and key in two:
            continue
        has, lacks, rules = (first, other, one) if key in one else (other, first, two)
        name = getattr(key, "key", key) or "''"
        yield f"{at(f'{has}.{name}', rules[key])} has no fellow in {lacks}"


def of_table(law: "TableLaw") -> Iterator[str]:
    """What cannot hold together in the law of any table."""
    equipment, wagers, limits, cut = law.equipment, law.wagers, law.limits, law.cut
    low = limits.low_limit
    for path, several in (
        ("cards.decks", law.cards.decks),
        ("cards.decks_in_shuffler", law.cards.decks_in_shuffler),
        ("cards.decks_with_side_bets", law.cards.decks_with_side_bets),
        ("equipment.boxes", equipment.boxes),
    ):
        if several is not None and (not several.value or min(several.value) < 1):
            have = f"{at(path, several)} has {several.value}"
            yield f"{have}, and takes numbers from 1 on, at least one"
    yield from at_least_one("wagers.players_per_box", wagers.players_per_box)
    if wagers.players_per_box.value > 1 and not wagers.control:
        players = at("wagers.players_per_box", wagers.players_per_box)
        yield f"{players} lets several share a box, and wagers.control is empty"
    if not equipment.devices.value:
        yield f"{at('equipment.devices', equipment.devices)} names none to deal from"
    if low is not None and low.device.value not in equipment.devices.value:
        devices = at("equipment.devices", equipment.devices)
        yield f"{at('limits.low_limit.device', low.device)} is not among {devices}"
    if limits.shares and len(limits.shares) != wagers.players_per_box.value:
        players = at("wagers.players_per_box", wagers.players_per_box)
        yield (
            f"{at('limits.shares', limits.shares[0])} shares a box among {len(limits.shares)}, "
            f"{players} has {wagers.players_per_box.value}"
        )
    yield from all_or_none(
        cut__at_start=cut.at_start,
        cut__on_box=cut.on_box,
        cut__on_dealer=cut.on_dealer,
        cut__before_round=cut.before_round,
        cut__cards_replaced=cut.cards_replaced,
    )
    if cut.dealer_cuts and cut.passed_on.value is not Role.DEALER:
        yield f"{at('cut.passed_on', cut.passed_on)} is not the dealer, and no player may cut"
    yield from all_or_none(
        wagers__nearest_place=wagers.nearest_place, wagers__other_places=wagers.other_places
    )
    if law.cards.face_down_one_box is not None and law.cards.face_down is None:
        yield f"{at('cards.face_down_one_box', law.cards.face_down_one_box)} needs cards.face_down"


def of_blackjack(law: "BlackjackLaw") -> Iterator[str]:
    """What cannot hold together in a blackjack game."""
    for find in (_play, _split, _surrender, _dealer, _insurance, _side_bets):
        yield from find(law)


def _play(law: "BlackjackLaw") -> Iterator[str]:
    play, exactly = law.play, law.settlement.dealer_exactly
    must, may = play.must_draw_below, play.may_draw_below
    if must.value > may.value:
        yield (
            f"{at('play.must_draw_below', must)} has {must.value}, more than "
            f"{at('play.may_draw_below', may)} with {may.value}"
        )
    if exactly is not None and exactly.value <= play.over.value:
        yield (
            f"{at('settlement.dealer_exactly', exactly)} has {exactly.value}, which "
            f"{at('play.over', play.over)} does not count as over"
        )
    if law.interim.held_by is not None and law.interim.blackjack is None:
        yield f"{at('interim.held_by', law.interim.held_by)} needs interim.blackjack"
    made = [win.made for win in play.wins_at_once]
    for win in play.wins_at_once:
        if made.count(win.made) > 1:
            yield f"{at('play.wins_at_once', win.pays)} names {win.made.value} twice"
    both = law.settlement.both_blackjack
    ranks = getattr(both, "ranks", None)
    if ranks is not None and (len(ranks.value), set(ranks.value)) != (4, TEN_CARDS):
        where = at("settlement.both_blackjack.ranks", ranks)
        yield f"{where} must name the ten, jack, queen and king once each"


def _split(law: "BlackjackLaw") -> Iterator[str]:
    rules = law.split
    yield from at_least_one("split.hands", rules.hands)
    yield from at_least_one("split.aces_hands", rules.aces_hands)
    yield from all_or_none(
        split__permitted_by=rules.permitted_by,
        split__permitted_hands=rules.permitted_hands,
        split__permitted_before_play=rules.permitted_before_play,
    )
    yield from all_or_none(
        split__others_again=rules.others_again,
        split__joined_again=rules.joined_again,
        split__not_joined_again=rules.not_joined_again,
    )


def _surrender(law: "BlackjackLaw") -> Iterator[str]:
    half = None if law.surrender is None else law.surrender.half
    if half is not None and half.value > 1:
        yield f"{at('surrender.half', half)} has {half.value}, more than the wager"


def _dealer(law: "BlackjackLaw") -> Iterator[str]:
    rules = law.dealer
    yield from same_keys(
        "dealer.draws_soft_17", rules.draws_soft_17, "dealer.no_effect", rules.no_effect
    )


def _insurance(law: "BlackjackLaw") -> Iterator[str]:
    late, until = law.irregular.oversight.insurance, law.irregular.oversight.insurance_until
    where = at("irregular.oversight.insurance", late)
    if late is not None and law.insurance is None:
        yield f"{where} lets insurance be placed late, and insurance is missing"
    if late is not None and until is None:
        yield f"{where} needs irregular.oversight.insurance_until, which is missing"
    if late is None and until is not None:
        yield f"irregular.oversight.insurance_until is {until.value}, and {where}"


def _side_bets(law: "BlackjackLaw") -> Iterator[str]:
    areas, rules = law.equipment.side_bet_areas, law.side_bets
    if rules.one_kind is not None and rules.several_kinds is not None:
        one = at("side_bets.one_kind", rules.one_kind)
        yield f"{one} contradicts {at('side_bets.several_kinds', rules.several_kinds)}"
    for bet in rules.kinds:
        if not NAME.fullmatch(bet.name) or bet.name in TAKEN:
            yield (
                f"side_bets.kinds has {bet.name!r} as a name, which nobody can type for a wager; "
                "name it in small letters, digits and hyphens, such as lucky-lucky, and give it "
                "the title"
            )
        if areas is not None and bet.name not in areas.value:
            yield (
                f"{at(f'side_bets.kinds.{bet.name}.offered', bet.offered)} has no area in "
                f"{at('equipment.side_bet_areas', areas)}"
            )
        yield from _pay_tables(bet)
    for area in () if areas is None else areas.value:
        if area not in rules.names:
            where = at("equipment.side_bet_areas", areas)
            yield f"{where} names {area}, which side_bets.kinds does not have"


def _pay_tables(bet: "SideBet") -> Iterator[str]:
    path = f"side_bets.kinds.{bet.name}"
    if not bet.lines:
        yield f"{at(path + '.offered', bet.offered)} has no lines"
        return
    first = bet.lines[0].odds
    for line in bet.lines:
        if len(line.odds.value) != len(first.value):
            yield (
                f"{at(f'{path}.lines.{line.name}', line.odds)} has {len(line.odds.value)} pay "
                f"tables, {at(f'{path}.lines.{bet.lines[0].name}', first)} has {len(first.value)}"
            )
    decks = bet.decks_of_tables
    if decks and len(decks) != len(first.value):
        yield (
            f"{path}.decks_of_tables names {len(decks)} pay tables, "
            f"{at(f'{path}.lines.{bet.lines[0].name}', first)} has {len(first.value)}"
        )


def of_stud(law: "StudLaw") -> Iterator[str]:
    """What cannot hold together in Caribbean Stud."""
    jackpot, irregular = law.jackpot, law.irregular
    for field in ("bet", "ranking"):
        missing = [kind.key for kind in Category if kind not in getattr(law.settlement, field)]
        if missing:
            yield f"settlement.{field} lacks {', '.join(missing)}"
    paid = {**jackpot.fixed, **jackpot.shares}
    for kind in jackpot.fixed.keys() & jackpot.shares.keys():
        fixed = at(f"jackpot.fixed.{kind.key}", jackpot.fixed[kind])
        yield f"{fixed} contradicts {at(f'jackpot.shares.{kind.key}', jackpot.shares[kind])}"
    yield from same_keys("jackpot.qualifying", jackpot.qualifying, "fixed or shares", paid)
    yield from same_keys("jackpot.shares", jackpot.shares, "jackpot.least", jackpot.least)
    yield from same_keys("jackpot.shares", jackpot.shares, "jackpot.shared", jackpot.shared)
    for path, rule in (
        ("irregular.dealers_count", irregular.dealers_count),
        ("irregular.players_count", irregular.players_count),
    ):
        if rule.value != STUD_CARDS:
            yield f"{at(path, rule)} has {rule.value}, and a hand is dealt {STUD_CARDS} cards"
