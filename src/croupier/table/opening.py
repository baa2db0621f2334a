"""Opening a table: the operator's choices held against the rulebook."""

from croupier.cards import Card, Shoe
from croupier.rulebooks import TableLaw
from croupier.table.choices import Choices
from croupier.table.signs import no_limits
from croupier.table.state import Limits, Preparation, Refused, Stage, Table


def unlawful_choices(law: TableLaw, choices: Choices) -> Refused | None:
    """Refuse choices that the rulebook does not leave to the operator."""
    decks = law.cards.decks
    if choices.decks not in decks.value:
        allowed = " or ".join(str(number) for number in decks.value)
        return Refused("open/decks", decks.clause, f"{law.title} is played with {allowed} decks")
    boxes = law.equipment.boxes
    if choices.boxes not in boxes.value:
        return Refused(
            "open/boxes",
            boxes.clause,
            f"a layout has {boxes.value.start} to {boxes.value.stop - 1} boxes, not "
            f"{choices.boxes}",
        )
    areas = law.equipment.side_bet_areas
    for name in choices.side_bets:
        if areas is None or name not in areas.value:
            known = ", ".join(areas.value) if areas else "none"
            clause = areas.clause if areas else boxes.clause
            return Refused(
                "open/side-bet", clause, f"{name} is not offered in {law.title}: {known}"
            )
    if choices.low_limit and choices.device.value != law.limits.low_limit_device.value:
        return Refused(
            "open/low-limit-device",
            law.limits.low_limit_device.clause,
            "low limit gaming is dealt from a shuffling device",
        )
    if choices.chip <= 0:
        return Refused(
            "open/chip",
            law.wagers.chips_or_tokens.clause,
            "the smallest chip must be worth something",
        )
    part, whole = law.cut.cutting_card_depth.value
    deepest = choices.decks * 52 * part // whole
    depth = choices.cutting_card_depth
    if depth is not None and not 0 <= depth <= deepest:
        return Refused(
            "open/cutting-card",
            law.cut.cutting_card_depth.clause,
            f"the cutting card goes 0 to {deepest} cards from the back, not {depth}",
        )
    limits = Limits(choices.minimum, choices.maximum, choices.unit)
    return no_limits(limits, law.limits.sign.clause)


def open_table(
    law: TableLaw, choices: Choices | None = None, *, stack: tuple[Card, ...] | None = None
) -> Table | Refused:
    """A new table, or the reason why there may be none.

    ``stack`` gives a shoe whose order is known beforehand, ready to be dealt from.
    """
    choices = choices or Choices()
    if refused := unlawful_choices(law, choices):
        return refused
    preparation: Preparation | None
    if stack is None:
        preparation = Preparation(
            Stage.SHUFFLE, law.shuffle.at_start.clause, law.cut.first_player.clause
        )
    else:
        burned = law.cut.burned.clause
        preparation = Preparation(Stage.BURN, burned) if choices.burn else None
    return Table(
        law=law,
        choices=choices,
        limits=Limits(choices.minimum, choices.maximum, choices.unit),
        players_per_box=law.wagers.players_per_box.value,
        resplit=choices.resplit,
        shoe=Shoe(
            device=choices.device, decks=choices.decks, stack=stack, stacked=stack is not None
        ),
        preparation=preparation,
    )
