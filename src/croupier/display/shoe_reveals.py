"""What one viewer may know of a shoe, with all that it takes to check it alone.

A viewer gets the salts of the cards that they may see, and no others: folded hands and burned cards
stay hidden. An inspector gets the house's seed, from which everything follows.
"""

from collections.abc import Iterable
from typing import Any

from croupier.cards import DECK, Card
from croupier.display.cards_in_sight import in_sight
from croupier.display.viewers import Official, Viewer
from croupier.errors import CroupierError
from croupier.play.shoe_history import DealtCard, ShoeHistory, TableShoes
from croupier.record.committed_chance import CommittedChance, path
from croupier.record.envelopes import Envelope
from croupier.record.shoe_ledger import CommittedShoe
from croupier.rulebooks import Role, TableLaw


class NotRevealedError(CroupierError):
    """A shoe of which a viewer may know nothing yet."""


def reveal(
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
    """What a viewer may know of a shoe; what is hidden from them is not in it.

    ``chance`` is what the seed of the shoe decides, ``mixed`` the cards that it was made of. They
    are known from the record once the shoe is over, before that to whoever has the house's key.
    """
    shoe, story = shoes.ledger[name], shoes.history[name]
    if not story.closed and not shoe.seed:
        raise NotRevealedError(f"{name} is {shoe.standing.value}: no card follows from it yet")
    inspector = viewer == Official(Role.INSPECTOR)
    if inspector and not shoe.seed:
        raise NotRevealedError(f"{name} is {shoe.standing.value}: its seed is not revealed")
    if chance is None:
        why = "until it is over, this takes the house's key" if shoe.live else "its key was lost"
        raise NotRevealedError(f"{name} is {shoe.standing.value}: {why}")
    seen, everything = _seen(story, in_sight(law, of_table, viewer))
    told = _public(shoe, story, stream)
    if shoe.seed and (inspector or not story.dealt or (everything and shoe.epoch is not None)):
        seen = [one for one in story.dealt if one.card is not None]
        told["house-seed"] = shoe.seed
        told["mixed"] = [card.value for card in mixed]
        told["draws"] = [_draw(one) for one in seen if one.left is not None]
    if shoe.order is not None:
        told["cards"] = _places(chance, chance.order(mixed, shoe.order.size), seen)
    return told


def _seen(story: ShoeHistory, sight: set[tuple[int, int]]) -> tuple[list[DealtCard], bool]:
    """The cards of a shoe that are in sight, and whether they are all that anybody has seen."""
    known = [one for one in story.dealt if one.card is not None]
    seen = [one for one in known if (one.position, one.index) in sight]
    return seen, len(seen) == len(known)


def _public(shoe: CommittedShoe, story: ShoeHistory, stream: str) -> dict[str, Any]:
    """What everybody may know."""
    promises = {one.player: one.promise for one in shoe.promises}
    order, epoch = shoe.order, shoe.epoch
    return {
        "stream": stream,
        "shoe": shoe.shoe,
        "commitment": shoe.commitment,
        "seeds": [
            {
                "box": one.box,
                "player": one.player,
                "seed": one.seed,
                "promise": promises[one.player],
            }
            for one in (*shoe.seeds, *shoe.dropped)
        ],
        "events": {"committed": story.committed, "closed": story.closed, "fixed": story.fixed},
        "root": "" if order is None else order.root,
        "size": 0 if order is None else order.size,
        "after": 0 if order is None else order.after,
        "cut": 0 if story.cut is None else story.cut.place,
        "cut-for-absent": story.cut is not None and story.cut.absent,
        "rounds": None if epoch is None else [epoch.first_round, epoch.last_round],
    }


def _places(
    chance: CommittedChance, order: tuple[Card, ...], seen: list[DealtCard]
) -> list[dict[str, Any]]:
    """The cards that are in sight, each with what opens its place and leads to the root."""
    leaves = chance.leaves(order)
    return [
        {
            "number": one.number + 1,
            "place": one.place,
            "card": str(one.card),
            "salt": chance.salt(one.place).hex(),
            "path": path(leaves, one.place),
        }
        for one in seen
    ]


def _draw(one: DealtCard) -> dict[str, Any]:
    """A card that a device gave, with what was in it."""
    assert one.left is not None
    left = [one.left[card] for card in DECK]
    return {"draw": one.place, "card": str(one.card), "left": left}
