"""Orders, draws, cuts and salts follow from the seeds, and from nothing else."""

import hmac
from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, Card, full_decks, parse_cards
from croupier.features.fairness import verifier
from croupier.features.fairness.rules.chance import (
    CommittedChance,
    HmacBlocks,
    PlayerSeed,
    length_prefixed,
    place_leaf,
    place_path,
    seed_commitment,
    seed_from_secret,
    seed_promise,
)
from croupier.kit.merkle import includes

SEED = bytes(range(32))
ANN, BOB = PlayerSeed(1, "ann", "luck"), PlayerSeed(2, "bob", "chance")


def chance(
    seed: bytes = SEED, shoe: str = "shoe-1", seeds: tuple[PlayerSeed, ...] = (ANN, BOB)
) -> CommittedChance:
    return CommittedChance(seed, "cards/1", shoe, seeds)


def test_the_bytes_are_those_of_the_page() -> None:
    """Computed here by hand, as docs/record.md says, from the standard library alone."""
    told = b"".join(
        len(one).to_bytes(4, "big") + one
        for one in b"order cards/1 shoe-1 2 1 ann luck 2 bob chance 0".split()
    )
    first = hmac.new(SEED, told, "sha256").digest()
    about = length_prefixed("order", "cards/1", "shoe-1", 2, 1, "ann", "luck", 2, "bob", "chance")
    assert HmacBlocks(SEED, about)(32) == first
    order = list(DECK)
    pool = first + hmac.new(SEED, about + length_prefixed(1), "sha256").digest()
    pool += hmac.new(SEED, about + length_prefixed(2), "sha256").digest()
    for last in range(51, 0, -1):
        while (number := pool[0] >> (8 - last.bit_length())) > last:
            pool = pool[1:]
        pool = pool[1:]
        order[last], order[number] = order[number], order[last]
    assert chance().order(DECK, 52) == tuple(order)
    assert seed_commitment(SEED, "cards/1", "shoe-1") == (
        sha256(length_prefixed("house seed", "cards/1", "shoe-1", SEED)).hexdigest()
    )


def test_the_order_does_not_depend_on_how_the_cards_lay() -> None:
    assert chance().order(DECK, 52) == chance().order(tuple(reversed(DECK)), 52)
    assert Counter(chance().order(full_decks(8), 416)) == Counter(full_decks(8))
    assert chance().order(DECK, 40) == chance().order(DECK, 52)[:40]


@pytest.mark.parametrize(
    "other",
    [
        chance(bytes(32)),
        chance(shoe="shoe-2"),
        chance(seeds=()),
        chance(seeds=(BOB, ANN)),
        chance(seeds=(ANN,)),
        chance(seeds=(PlayerSeed(1, "ann", "lucky"), BOB)),
        chance(seeds=(PlayerSeed(3, "ann", "luck"), BOB)),
        CommittedChance(SEED, "cards/2", "shoe-1", (ANN, BOB)),
    ],
)
def test_every_seed_and_name_changes_everything(other: CommittedChance) -> None:
    assert other.order(DECK, 52) != chance().order(DECK, 52)
    assert other.root(DECK) == chance().root(DECK) or other.salt(0) != chance().salt(0)


@given(st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3)), min_size=2, max_size=2))
def test_no_two_lists_of_values_come_to_the_same_bytes(pairs: list[tuple[str, str]]) -> None:
    first, second = pairs
    assert (length_prefixed(*first) == length_prefixed(*second)) == (first == second)


def test_each_place_opens_with_its_own_salt_alone() -> None:
    known = chance()
    order = known.order(full_decks(6), 312)
    leaves = known.leaves(order)
    root = bytes.fromhex(known.root(order))
    assert len({known.salt(place) for place in range(312)}) == 312
    for place in (0, 1, 100, 255, 256, 311):
        proof = [bytes.fromhex(one) for one in place_path(leaves, place)]
        leaf = place_leaf(place, order[place], known.salt(place))
        assert includes(leaf, place, 312, proof, root)
        other = next(card for card in DECK if card is not order[place])
        assert not includes(place_leaf(place, other, known.salt(place)), place, 312, proof, root)
        assert not includes(leaf, (place + 1) % 312, 312, proof, root)


def test_draws_fall_on_every_card_that_is_left() -> None:
    left = Counter(parse_cards("AC AC AC 2C"))
    drawn = Counter(chance().draw(left, number) for number in range(4_000))
    assert set(drawn) == {Card("AC"), Card("2C")}
    assert 2_850 < drawn[Card("AC")] < 3_150
    assert chance().draw(left, 7) == chance().draw(left, 7)
    assert {chance().cut(9) for _ in range(3)} == {chance().cut(9)}
    assert 0 <= chance().cut(9) < 9


def test_promises_and_own_seeds_are_bound_to_their_shoe() -> None:
    told = seed_promise("luck", "cards/1", "shoe-1", "ann")
    assert told != seed_promise("luck", "cards/1", "shoe-2", "ann")
    assert told != seed_promise("luck", "cards/2", "shoe-1", "ann")
    assert told != seed_promise("luck", "cards/1", "shoe-1", "bob")
    assert seed_from_secret("secret", "aa") != seed_from_secret("secret", "ab")
    assert "secret" not in seed_from_secret("secret", "aa")


def test_the_verifier_computes_the_same_without_croupier() -> None:
    blocks = verifier.Blocks(SEED, length_prefixed("x"))
    ours = HmacBlocks(SEED, length_prefixed("x"))
    assert [blocks.below(416) for _ in range(50)] == [below_416(ours) for _ in range(50)]
    assert [str(card) for card in DECK] == verifier.DECK
    leaves = [bytes([number]) * 32 for number in range(13)]
    for place in range(13):
        told = place_path(leaves, place)
        assert verifier.head_from(leaves[place], place, 13, told) == verifier.head(leaves)


def below_416(blocks: HmacBlocks) -> int:
    while (number := int.from_bytes(blocks(2), "big") >> 7) >= 416:
        pass
    return number
