"""A side bet is typed by its name and shown by its title."""

from msgspec.structs import replace

from croupier.floor import Croupier
from croupier.games.table.choices import Choices
from croupier.rulebooks import STAR_BLACKJACK, fingerprint
from croupier.rulebooks.revisions import values_digest
from croupier.web.pages.opening import groups_for
from croupier.web.pages.table.felt import felt_print

FIRST, *OTHERS = STAR_BLACKJACK.side_bets.kinds
TITLED = replace(
    STAR_BLACKJACK,
    side_bets=replace(
        STAR_BLACKJACK.side_bets, kinds=(replace(FIRST, title="Pairs & Co."), *OTHERS)
    ),
)


def test_the_title_is_shown_and_the_name_is_sent() -> None:
    choices = Choices(side_bets=("perfect-pairs", "lucky-lucky"))
    felt = felt_print(TITLED, Croupier(TITLED, choices, seed=1).table)
    assert [(spot.on, spot.title) for spot in felt.spots[1:]] == [
        ("perfect-pairs", "Pairs & Co."),
        ("lucky-lucky", ""),
    ]
    assert [pays.title for pays in felt.pays] == ["Pairs & Co. pays", "Lucky Lucky pays"]
    fields = (field for group in groups_for(TITLED) for field in group.fields)
    offered = next(field for field in fields if field.name == "side_bets")
    assert offered.values[0] == ("perfect-pairs", "Pairs & Co.")


def test_a_title_is_a_word_of_the_law_and_no_value() -> None:
    assert values_digest(TITLED) == values_digest(STAR_BLACKJACK)
    assert fingerprint(TITLED) != fingerprint(STAR_BLACKJACK)
    assert fingerprint(replace(TITLED, side_bets=STAR_BLACKJACK.side_bets)) == fingerprint(
        STAR_BLACKJACK
    )
