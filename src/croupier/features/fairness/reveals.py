"""Proofs: what one viewer may know of a shoe, with all that is needed to check it offline.

Until the house's seed is published, a viewer gets the salts of the cards that they may see, and no
others: folded hands and burned cards stay hidden. From the seed, everything follows. A proof holds
nothing that ``verifier`` does not check.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from croupier.cards import Card, full_decks
from croupier.display.replays import cards_in_sight
from croupier.display.viewers import Official, Viewer
from croupier.errors import CroupierError
from croupier.features.fairness.audit import DealtCard, ShoeHistory, TableShoes
from croupier.features.fairness.rules.chance import CommittedChance, place_path, sort_as_deck
from croupier.features.fairness.rules.shoes import CommittedShoe, Reveal
from croupier.record.envelopes import Envelope
from croupier.rulebooks import Role, TableLaw

REVEAL_IN_WORDS = {
    Reveal.SHOE: "when the shoe is over",
    Reveal.DAY: "when it is over and the gaming day has ended",
    Reveal.NEVER: "never: cards that you did not see cannot be checked",
}
"""When everybody learns the house's seed, in words."""


class NotRevealedError(CroupierError):
    """The viewer may know nothing of this shoe yet."""


def shoe_note(shoe: CommittedShoe) -> dict[str, Any]:
    """Return what anybody may write down of a shoe before its first card, to check proofs by."""
    order = shoe.order
    return {
        "shoe": shoe.shoe,
        "commitment": shoe.commitment,
        "root": "" if order is None else order.root,
        "size": 0 if order is None else order.size,
        "after": 0 if order is None else order.after,
    }


def make_proof(
    law: TableLaw,
    of_table: Iterable[Envelope],
    shoes: TableShoes,
    name: str,
    viewer: Viewer,
    *,
    stream: str,
    chance: CommittedChance | None,
    mixed: tuple[Card, ...],
) -> dict[str, Any]:
    """Return the proof of a shoe for one viewer, without anything that is hidden from them.

    ``chance`` is what the seed of the shoe decides, ``mixed`` the cards that it was made of. The
    record has both once the shoe is over; before that they take the house's key.
    """
    shoe, story = shoes.ledger[name], shoes.history[name]
    here = f"{name} is {shoe.standing.value}"
    inspector = viewer == Official(Role.INSPECTOR)
    whole = bool(shoe.published or (inspector and shoe.seed))
    told: dict[str, Any] = {"stream": stream, "shoe": name, "commitment": shoe.commitment}
    if whole and all(one.card is None for one in story.dealt):
        return {"proof": "unused", **told, "house-seed": shoe.seed}
    if not story.closed:
        raise NotRevealedError(f"{here}: no card follows from it yet")
    if inspector and not whole:
        raise NotRevealedError(f"{here}: its seed is not revealed")
    if chance is None:
        why = "until it is over, this takes the house's key" if shoe.live else "its key was lost"
        raise NotRevealedError(f"{here}: {why}")
    if whole:
        told |= {"house-seed": shoe.seed, "seeds": _seeds(shoe)}
    if shoe.order is None:
        if not whole:
            raise NotRevealedError(f"{here}: its seed is published {REVEAL_IN_WORDS[shoe.reveal]}")
        return {"proof": "device", **told, **_draws(shoes, story)}
    order = chance.order(mixed, shoe.order.size)
    if whole:
        partly = () if shoe.order.decks else mixed
        told |= {"decks": shoe.order.decks, "mixed": [card.value for card in partly]}
        return {"proof": "shoe", **told, **_order_and_cards(shoes, shoe), **_cards(story.dealt)}
    sight = cards_in_sight(law, of_table, viewer)
    seen = [one for one in story.dealt if (one.position, one.index) in sight]
    found = _cards(seen)
    if not found["cards"]:
        raise NotRevealedError(f"{here}: you have seen none of its cards")
    _open_places(found["cards"], seen, chance, order)
    return {"proof": "seen", **told, **_order_and_cards(shoes, shoe), **found}


def _seeds(shoe: CommittedShoe) -> list[dict[str, Any]]:
    """Return the players' seeds that count, each with its promise."""
    promises = {one.player: one.promise for one in shoe.promises}
    return [
        {"box": one.box, "player": one.player, "seed": one.seed, "promise": promises[one.player]}
        for one in shoe.seeds
    ]


def _order_and_cards(shoes: TableShoes, shoe: CommittedShoe) -> dict[str, Any]:
    """Return the order as it was fixed, and how its cards came out."""
    order = shoe.order
    assert order is not None
    cut = shoes.history[order.replaces or shoe.shoe].cut
    return {
        "root": order.root,
        "size": order.size,
        "after": order.after,
        "cut": 0 if cut is None or order.after else cut.place,
    }


def _by_number(dealt: Iterable[DealtCard]) -> list[DealtCard]:
    """Return the cards that somebody saw, each once: a card that was put back came out again."""
    known = {one.number: one for one in dealt if one.card is not None}
    return [known[number] for number in sorted(known)]


def _cards(dealt: Iterable[DealtCard]) -> dict[str, Any]:
    """Return the cards of a shoe by their numbers, as they came out."""
    cards = [{"number": one.number + 1, "card": str(one.card)} for one in _by_number(dealt)]
    return {"seen": len(cards), "cards": cards}


def _open_places(
    cards: list[dict[str, Any]],
    dealt: list[DealtCard],
    chance: CommittedChance,
    order: tuple[Card, ...],
) -> None:
    """Add to each card the salt that opens its place and the path to the root."""
    leaves = chance.leaves(order)
    for card, one in zip(cards, _by_number(dealt), strict=True):
        card |= {"salt": chance.salt(one.place).hex(), "path": place_path(leaves, one.place)}


def _draws(shoes: TableShoes, story: ShoeHistory) -> dict[str, Any]:
    """Return a device's draws, each with how many cards had gone back and were in it before.

    Cards go back in the order in which they came out.
    """
    assert shoes.table is not None
    decks = shoes.table.choices.decks
    draws: list[dict[str, Any]] = []
    first: tuple[Card, ...] = ()
    out: list[Card] = []
    for one in story.dealt:
        if one.card is None or one.left is None:
            continue
        outside = Counter(full_decks(decks)) - one.left
        if not draws:
            first = sort_as_deck(outside.elements())
            out = list(first)
        # The oldest go back first, so those still out are the end of all that came out. Any other
        # set means a card put back by hand, which the verifier could not follow.
        back = len(out) - outside.total()
        if back < 0 or Counter(out[back:]) != outside:
            raise NotRevealedError("cards were put back by hand: ask an inspector")
        left = one.left.total()
        draws.append({"draw": one.place, "card": one.card.value, "back": back, "left": left})
        out = [*out[back:], one.card]
    began = [card.value for card in first]
    return {"decks": decks, "out": began, "seen": len(draws), "draws": draws}
