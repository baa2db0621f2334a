"""The blackjack games side by side, built from their laws: what each says, by which clause."""

from collections.abc import Callable, Iterable
from itertools import takewhile

import msgspec

from croupier.rulebooks.catalogue import Provision, Rule
from croupier.rulebooks.installed import BLACKJACK
from croupier.rulebooks.law.blackjack import (
    BelowMinimum,
    BlackjackLaw,
    ByTenRank,
    DoubleAmount,
    DoubleTotal,
    Insurance,
    Made,
    SideBet,
    Verdicts,
)
from croupier.rulebooks.law.table import Control, MaximumOf, Result


class Cell(msgspec.Struct, frozen=True):
    """What one game says on a topic."""

    text: str
    """What it says; a dash where it says nothing."""
    clauses: tuple[str, ...]
    """The clauses that say it; empty where none do."""


class Topic(msgspec.Struct, frozen=True):
    """One line of the comparison."""

    topic: str
    """What is compared."""
    cells: dict[str, Cell]
    """What each game says, by the game's name."""


Reply = tuple[str, tuple[Provision | None, ...]]
"""A text and what of the law it comes from."""
NOTHING: Reply = ("", ())


def compare(laws: Iterable[BlackjackLaw]) -> tuple[Topic, ...]:
    """Return all topics in the order of a round; last, what the games inherit."""
    laws = tuple(laws)
    topics = tuple(
        Topic(topic, {law.game: _cell(say(law)) for law in laws}) for topic, say in TOPICS.items()
    )
    inherited = {law.game: _cell((inheritance(law), ())) for law in laws}
    return (*topics, Topic("inherits", inherited))


def inheritance(law: BlackjackLaw) -> str:
    """Return the parts of its law that a variant takes from another game; empty if there are none.

    >>> from croupier.rulebooks import BLACKJACK
    >>> inheritance(BLACKJACK["perth-blackjack-plus"]).partition(", cut,")[0]
    'from perth-blackjack: equipment, cards, shuffle'
    """
    earlier = takewhile(lambda other: other is not law, BLACKJACK.values())
    shared = {other.game: _shared_parts(law, other) for other in earlier}
    base = max(shared, key=lambda game: len(shared[game]), default="")
    return f"from {base}: {', '.join(shared[base])}" if shared.get(base) else ""


def _shared_parts(law: BlackjackLaw, other: BlackjackLaw) -> list[str]:
    """Return the parts that two laws share: the same object, not only equal values."""
    parts = ((name, getattr(law, name)) for name in law.__struct_fields__)
    return [
        name.replace("_", " ")
        for name, part in parts
        if isinstance(part, msgspec.Struct) and part is getattr(other, name)
    ]


def _cell(said: Reply) -> Cell:
    text, rules = said
    clauses = dict.fromkeys(rule.clause for rule in rules if rule is not None)
    return Cell(text or "–", tuple(clauses))


def _span(numbers: Iterable[int]) -> str:
    every = sorted(numbers)
    if len(every) > 2 and every == list(range(every[0], every[-1] + 1)):
        return f"{every[0]} to {every[-1]}"
    return " or ".join(map(str, every))


def decks(law: BlackjackLaw) -> Reply:
    """Return how many decks are used, and where that differs."""
    cards = law.cards
    text = _span(cards.decks.value)
    if cards.decks_in_shuffler is not None:
        text += f"; {_span(cards.decks_in_shuffler.value)} in a shuffler"
    if cards.decks_with_side_bets is not None:
        text += f"; {_span(cards.decks_with_side_bets.value)} with side bets"
    return text, (cards.decks, cards.decks_in_shuffler, cards.decks_with_side_bets)


def soft_17(law: BlackjackLaw) -> Reply:
    """Return what the dealer does on a soft seventeen, by layout."""
    said: dict[Rule[bool], list[str]] = {}
    for layout, rule in law.dealer.draws_soft_17.items():
        said.setdefault(msgspec.structs.replace(rule, also=()), []).append(layout)
    parts = []
    for rule, layouts in said.items():
        does = "draws" if rule.value else "stands"
        numbered = all(layout.isdigit() for layout in layouts)
        named = f" (layouts {_span(map(int, layouts))})" if numbered else ""
        parts.append(does + (named if len(said) > 1 and numbered else ""))
    return " or ".join(parts), tuple(said)


def early_wins(law: BlackjackLaw) -> Reply:
    """Return what is paid before the dealer draws."""
    words = {Made.TWENTY_ONE: "21", Made.FIVE_CARDS: "five cards"}
    wins = law.play.wins_at_once
    parts = [words[win.made] for win in wins]
    always, early = law.play.blackjack_wins, law.interim.blackjack
    if always is not None:
        parts.append("blackjack")
    elif early is not None:
        parts.insert(0, "blackjack against 2 to 9")
    return ", ".join(parts), (early, *(win.pays for win in wins), always)


def both_blackjack(law: BlackjackLaw) -> Reply:
    """Return the result of blackjack against blackjack."""
    rule = law.settlement.both_blackjack
    if law.play.blackjack_wins is not None:
        return "still wins", (law.play.blackjack_wins,)
    if isinstance(rule, ByTenRank):
        rules = (rule.higher, rule.same, rule.lower)
        odds = ", ".join(str(one.value) for one in rules)
        return f"{odds} for a higher, equal, lower ten card", rules
    return rule.value.value, (rule,)


def even_money(law: BlackjackLaw) -> Reply:
    """Return the odds of even money; nothing if a blackjack never has to wait."""
    rule = law.interim.even_money
    waits = law.play.blackjack_wins is None
    return (str(rule.value), (rule,)) if rule is not None and waits else NOTHING


def insurance(law: BlackjackLaw) -> Reply:
    """Return against which cards insurance is offered, and its terms."""
    if law.insurance is None:
        return NOTHING
    parts = [_insurance_text("ace", law.insurance.ace)]
    rules: list[Provision | None] = [law.insurance.ace.share, law.insurance.ace.pays]
    if law.insurance.ten is not None:
        parts.append(_insurance_text("ten, if offered", law.insurance.ten))
        rules += [law.insurance.ten.share, law.insurance.ten.pays]
    if law.insurance.others is not None:
        parts.append("others may insure a declined wager")
        rules.append(law.insurance.others.allowed)
    if law.insurance.not_with_blackjack is not None:
        parts.append("not with a blackjack")
        rules.append(law.insurance.not_with_blackjack)
    return "; ".join(parts), tuple(rules)


def _insurance_text(against: str, terms: Insurance) -> str:
    return f"{against}: up to {terms.share.value}, pays {terms.pays.value}"


def doubles(law: BlackjackLaw) -> Reply:
    """Return what may be doubled, and for how much."""
    rules = law.double
    text = f"first {_span(rules.on_cards.value)} cards"
    if rules.totals is not None:
        text += f" of {_span(rules.totals.value)}"
    if rules.counted is not None:
        aces = rules.counted.value is DoubleTotal.ACES_AS_ONE
        text += ", aces counting one" if aces else ", no soft total"
    exact = rules.amount.value is DoubleAmount.EXACTLY_WAGER
    text += "; exactly the wager" if exact else "; up to the wager"
    return text, (rules.on_cards, rules.totals, rules.counted, rules.amount)


def split_hands(law: BlackjackLaw) -> Reply:
    """Return how many hands splitting may make."""
    rules = law.split
    text = str(rules.hands.value)
    if rules.permitted_hands is not None:
        text += f"; {rules.permitted_hands.value} where permitted"
    if rules.aces_hands is not None:
        text += f"; aces {rules.aces_hands.value}"
    return text, (rules.hands, rules.permitted_by, rules.permitted_hands, rules.aces_hands)


def split_aces(law: BlackjackLaw) -> Reply:
    """Return how split aces are played."""
    one = law.split.aces_one_card
    if one is None:
        return "play on", (law.split.decisions,)
    return "one card each", (one,)


def against_blackjack(law: BlackjackLaw) -> Reply:
    """Return what a dealer's blackjack takes from doubles and splits."""
    extra = (law.settlement.double.dealer_blackjack, law.settlement.split.dealer_blackjack)
    spared = all(rule.value is not Result.LOSE for rule in extra)
    rules = (law.settlement.original.dealer_blackjack, *extra)
    return ("the original wager only" if spared else "everything"), rules


def surrender(law: BlackjackLaw) -> Reply:
    """Return the terms of surrender."""
    rules = law.surrender
    if rules is None:
        return NOTHING
    text = (
        f"against a ten or ace, below {rules.total_below.value}, before a third card; "
        f"{rules.half.value} lost, all to a dealer's blackjack"
    )
    return text, (rules.called, rules.half, rules.dealer_blackjack)


def dealer_over(law: BlackjackLaw) -> Reply:
    """Return the result of a dealer's hand over twenty-one."""
    exactly = law.settlement.dealer_exactly
    verdicts: Verdicts = law.settlement.original
    if exactly is None:
        return f"pays {verdicts.dealer_over.value}", (verdicts.dealer_over,)
    text = f"{exactly.value} is a stand-off, more pays {verdicts.dealer_over.value}"
    return text, (exactly, verdicts.dealer_over)


def control(law: BlackjackLaw) -> Reply:
    """Return who decides for a shared box."""
    words = {
        Control.SEATED: "seated",
        Control.HIGHEST_WAGER: "highest wager",
        Control.NEAREST_DEALER: "nearest the dealer",
    }
    rules = law.wagers.control
    return ", then ".join(words[rule.value] for rule in rules), rules


def below_minimum(law: BlackjackLaw) -> Reply:
    """Return what happens to a wager below the minimum."""
    rule = law.limits.below_minimum
    valid = rule.value is BelowMinimum.VALID
    return ("valid" if valid else "counts once with a warning, then goes back"), (rule,)


def above_maximum(law: BlackjackLaw) -> Reply:
    """Return what happens to wagers above the maximum."""
    box = law.limits.maximum_of.value is MaximumOf.BOX
    text = f"counts to the maximum of the {'box' if box else 'wager'}"
    return text, (law.limits.maximum_of, law.limits.above_maximum)


def changing_limits(law: BlackjackLaw) -> Reply:
    """Return how limits change."""
    rules = law.limits
    what = "any change" if rules.notice_for_any_change else "a higher minimum"
    minutes = rules.notice_minutes.value
    text = f"{what}: {minutes} minutes' sign" if minutes else f"{what}: a sign before"
    if rules.retained is not None:
        text += ", or at once with the old minimum kept"
    if rules.free_while_empty is not None:
        text += ", or nobody there"
    if rules.all_agree is not None:
        text += ", or all agree"
    retained = rules.retained.raised_by if rules.retained is not None else None
    return text, (rules.notice_minutes, retained, rules.free_while_empty, rules.all_agree)


def closure(law: BlackjackLaw) -> Reply:
    """Return how a table closes."""
    minutes = law.floor.closing_minutes.value
    text = f"{minutes} minutes' sign" if minutes else "a sign before"
    if law.floor.closed_while_empty is not None:
        text += ", or nobody there"
    return text, (law.floor.closing_minutes, law.floor.closed_while_empty)


def side_bets(law: BlackjackLaw) -> Reply:
    """Return the optional wagers and what they pay."""
    kinds = law.side_bets.kinds
    text = "; ".join(f"{bet.name} {_odds_of(bet)}" for bet in kinds)
    return text, tuple(line.odds for bet in kinds for line in bet.lines[:3])


def _odds_of(bet: SideBet) -> str:
    tables = bet.pay_tables
    first = "/".join(str(line.odds.value[0].to) for line in bet.lines)
    return first if tables == 1 else f"{first} ({tables} pay tables)"


TOPICS: dict[str, Callable[[BlackjackLaw], Reply]] = {
    "decks": decks,
    "boxes": lambda law: (_span(law.equipment.boxes.value), (law.equipment.boxes,)),
    "dealer on soft 17": soft_17,
    "blackjack pays": lambda law: (
        str(law.settlement.blackjack.value),
        (law.settlement.blackjack,),
    ),
    "blackjack against blackjack": both_blackjack,
    "paid before the dealer draws": early_wins,
    "even money against an ace": even_money,
    "insurance": insurance,
    "must draw below": lambda law: (
        str(law.play.must_draw_below.value),
        (law.play.must_draw_below,),
    ),
    "double": doubles,
    "hands by splitting": split_hands,
    "split aces": split_aces,
    "blackjack after a split": lambda law: (
        "yes" if law.split.blackjack_counts.value else "no",
        (law.split.blackjack_counts,),
    ),
    "surrender": surrender,
    "equal totals": lambda law: (
        law.settlement.original.equal.value.value,
        (law.settlement.original.equal,),
    ),
    "dealer over 21": dealer_over,
    "dealer's blackjack takes": against_blackjack,
    "who decides for a shared box": control,
    "odd payments": lambda law: (
        (law.wagers.rounding.text, (law.wagers.rounding,))
        if law.wagers.rounding is not None
        else ("exact", ())
    ),
    "below the minimum": below_minimum,
    "above the maximum": above_maximum,
    "changing limits": changing_limits,
    "closing the table": closure,
    "side bets": side_bets,
}
