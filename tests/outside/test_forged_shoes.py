"""A rigged deck is found out by a player with the verifier, and honest shoes hold."""

import copy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from tests.outside import shoes
from tests.outside.people import administrator, command, hire, sign_up
from tests.outside.product import Floor, Product
from tests.outside.shoes import Proof, note_of, notes_of, verdict

BLACKJACK, STUD, DEVICE = "short", "stud", "device"
WEST, EAST = "Etc/GMT+12", "Etc/GMT-14"
"""The clocks of these two are 26 hours apart: it is always another day there."""
LAST_EPOCH, NEXT_EPOCH = "shoe-2", "shoe-3"
"""What the device draws by when the day ends, and afterwards."""


class Evening(NamedTuple):
    """What a player has at the end of a day: notes from before the first card, and proofs."""

    notes: Proof
    """Of a blackjack shoe, before the first card was dealt."""
    later: Proof
    """The same, when the seeds were closed and the order was published."""
    proof: Proof
    """Of that shoe, when it was over."""
    early: Proof
    """Of that shoe, while it was in play."""
    before_day_end: dict[str, int]
    """What the server answered for proofs of Caribbean Stud and a device during the day."""
    after_day_end: dict[str, Proof]
    """The proofs of the same, after it."""
    day_notes: dict[str, Proof]
    """The notes for those."""
    cut_short: tuple[Proof, Proof]
    """Notes and proof of the device's last epoch, of two rounds when the day ended."""
    pages: dict[str, str]
    """The page of the blackjack table before and after the shoe was over."""
    never: tuple[Proof, Proof, str]
    """Where the house publishes nothing: notes, proof and page."""


def manager_of(house: Floor) -> httpx.Client:
    return hire(house, administrator(house), "max", "gaming-manager")


def set_day(manager: httpx.Client, zone: str) -> None:
    day = manager.put("/api/house/day", json={"zone": zone, "starts": "00:00:00"})
    assert day.is_success, day.text


def until(what: Callable[[], Any]) -> Any:
    """Ask again until there is an answer; publishing follows what it depends on."""
    for _ in range(200):
        if found := what():
            return found
    raise AssertionError("it does not come")


def proof_of(client: httpx.Client, table: str, shoe: str) -> httpx.Response:
    return client.get(f"/tables/{table}/proof/{shoe}")


def open_tables(manager: httpx.Client) -> None:
    for plan in (
        {"table": BLACKJACK, "game": "canberra-blackjack", "choices": {"decks": 4}},
        {"table": STUD, "game": "caribbean-stud"},
        {"table": DEVICE, "game": "caribbean-stud", "choices": {"device": "shuffler"}},
    ):
        opened = manager.post("/api/tables", json=plan)
        assert opened.is_success, opened.text


@pytest.fixture(scope="module")
def evening(product: Product, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A day at a real floor, seen by those who play there."""
    house = Floor(product, tmp_path_factory.mktemp("floor"), "--empty").start()
    try:
        yield play_day(house, product, tmp_path_factory.mktemp("never"))
    finally:
        house.end()


def play_day(house: Floor, product: Product, folder: Path) -> Evening:
    manager = manager_of(house)
    set_day(manager, WEST)
    open_tables(manager)
    ann, bob = sign_up(house, "ann"), sign_up(house, "bob")
    shoe = shoes.add_seeds(BLACKJACK, ann=ann, bob=bob)
    notes = notes_of(ann, BLACKJACK)
    for table in (BLACKJACK, STUD, DEVICE):
        assert command(ann, table, command="buy-in", amount=300_00).is_success
    later = notes_of(ann, BLACKJACK)
    shoes.play_blackjack(ann, BLACKJACK)
    early = proof_of(ann, BLACKJACK, shoe).json()
    pages = {"before": ann.get(f"/tables/{BLACKJACK}/proof").text}
    for _ in range(40):
        shoes.play_blackjack(ann, BLACKJACK)
        if note_of(ann, BLACKJACK, shoe)["house-seed"]:
            break
    proof = proof_of(ann, BLACKJACK, shoe).json()
    pages["after"] = ann.get(f"/tables/{BLACKJACK}/proof").text
    day_notes = {table: notes_of(ann, table) for table in (STUD, DEVICE)}
    over = {STUD: "shoe-1", DEVICE: "shoe-1"}
    rounds = {STUD: 2, DEVICE: 22}
    for table, count in rounds.items():
        for _ in range(count):
            shoes.play_stud(ann, table)
    assert all(note_of(ann, one, over[one])["standing"] == "over" for one in over)
    answers = {one: proof_of(bob, one, over[one]).status_code for one in over}
    assert not any(note_of(bob, one, over[one])["house-seed"] for one in over)
    assert note_of(bob, DEVICE, LAST_EPOCH)["standing"] == "in play"
    last_notes = notes_of(bob, DEVICE)
    set_day(manager, EAST)
    after = {}
    for table, name in over.items():
        until(lambda table=table, name=name: note_of(bob, table, name)["house-seed"])  # type: ignore[misc]
        after[table] = proof_of(bob, table, name).json()
    until(lambda: note_of(bob, DEVICE, LAST_EPOCH)["house-seed"])
    cut_short = last_notes, proof_of(bob, DEVICE, LAST_EPOCH).json()
    shoes.play_stud(ann, DEVICE)
    assert note_of(bob, DEVICE, NEXT_EPOCH)["standing"] == "in play"
    never = secretive(product, folder)
    return Evening(notes, later, proof, early, answers, after, day_notes, cut_short, pages, never)


def secretive(product: Product, folder: Path) -> tuple[Proof, Proof, str]:
    """What a player has where the house publishes nothing."""
    house = Floor(product, folder, "--empty", "--reveal", "never").start()
    try:
        manager = manager_of(house)
        open_tables(manager)
        ann = sign_up(house, "ann")
        assert command(ann, BLACKJACK, command="buy-in", amount=500_00).is_success
        notes = notes_of(ann, BLACKJACK)
        shoes.play_blackjack(ann, BLACKJACK)
        proof = proof_of(ann, BLACKJACK, "shoe-1").json()
        return notes, proof, ann.get(f"/tables/{BLACKJACK}/proof").text
    finally:
        house.end()


# What is honest holds ----------------------------------------------------------------------------


def test_a_player_checks_a_whole_shoe_when_it_is_over(
    evening: Evening, product: Product, tmp_path: Path
) -> None:
    assert evening.proof["proof"] == "shoe"
    assert len(evening.proof["seeds"]) == 2
    for notes in (evening.notes, evening.later):
        for secret in ("ann", "bob"):
            found, said = verdict(product, tmp_path, evening.proof, "--secret", secret, notes=notes)
            assert found == 0, said
    assert "the order of 208 cards follows from the seeds" in said
    assert "follows from the seeds" in said
    alone = ("--commitment", evening.proof["commitment"])
    assert verdict(product, tmp_path, evening.proof, *alone)[0] == 0
    assert verdict(product, tmp_path, evening.proof)[0] == 2, "nothing to hold it to"


def test_during_the_shoe_the_cards_that_were_seen_are_checked(
    evening: Evening, product: Product, tmp_path: Path
) -> None:
    early = evening.early
    assert (early["proof"], "house-seed" in early) == ("seen", False)
    found, said = verdict(product, tmp_path, early, notes=evening.later)
    assert found == 0, said
    assert "not checked that the order follows from the seeds" in said
    for notes in (evening.notes, None):
        alone = () if notes else ("--commitment", early["commitment"])
        assert verdict(product, tmp_path, early, *alone, notes=notes)[0] == 1, "no root is noted"


def test_folded_hands_and_devices_are_checked_when_the_gaming_day_has_ended(
    evening: Evening, product: Product, tmp_path: Path
) -> None:
    assert evening.before_day_end[DEVICE] == httpx.codes.CONFLICT
    kinds = {table: proof["proof"] for table, proof in evening.after_day_end.items()}
    assert kinds == {STUD: "shoe", DEVICE: "device"}
    for table, proof in evening.after_day_end.items():
        found, said = verdict(product, tmp_path, proof, notes=evening.day_notes[table])
        assert found == 0, said


def test_a_device_has_a_new_seed_each_gaming_day_and_the_last_is_checked(
    evening: Evening, product: Product, tmp_path: Path
) -> None:
    notes, proof = evening.cut_short
    assert proof["proof"] == "device"
    found, said = verdict(product, tmp_path, proof, notes=notes)
    assert found == 0, said


def test_the_pages_say_what_can_be_checked_when(
    evening: Evening, product: Product, tmp_path: Path
) -> None:
    assert "published when the shoe is over" in evening.pages["before"]
    assert evening.proof["house-seed"] not in evening.pages["before"]
    assert evening.proof["house-seed"] in evening.pages["after"]
    notes, proof, page = evening.never
    assert "not published: cards that you did not see cannot be checked" in page
    found, said = verdict(product, tmp_path, proof, notes=notes)
    assert found == 0, said
    assert "the house has not published its seed" in said


# What is forged does not -------------------------------------------------------------------------


def rigged(proof: Proof) -> Proof:
    """The house deals an order of its own, whose root it published in time."""
    order = shoes.order_of(proof)
    return shoes.dealt_from(proof, order[::-1])


def two_cards_changed_places(proof: Proof) -> Proof:
    order = shoes.order_of(proof)
    order[proof["cut"]], order[0] = order[0], order[proof["cut"]]
    return shoes.dealt_from(proof, order)


def another_seed(proof: Proof) -> Proof:
    """The house tries seeds until it likes one, and commits to it when it is too late."""
    forged = {**copy.deepcopy(proof), "house-seed": "ab" * 32}
    forged["commitment"] = shoes.commitment_of(forged)
    return shoes.dealt_from(forged, shoes.order_of(forged))


def another_seed_under_the_commitment(proof: Proof) -> Proof:
    return {**another_seed(proof), "commitment": proof["commitment"]}


def seeds_left_out(proof: Proof) -> Proof:
    forged = {**copy.deepcopy(proof), "seeds": []}
    return shoes.dealt_from(forged, shoes.order_of(forged))


def one_seed_left_out(proof: Proof) -> Proof:
    forged = copy.deepcopy(proof)
    forged["seeds"] = [
        one for one in proof["seeds"] if one["seed"] != shoes.own_seed("ann", proof["commitment"])
    ]
    return shoes.dealt_from(forged, shoes.order_of(forged))


def seed_of_a_stooge(proof: Proof) -> Proof:
    """The house adds a seed that nobody promised, of the best of many tries."""
    forged = copy.deepcopy(proof)
    forged["seeds"].append({"box": 7, "player": "cy", "seed": "x", "promise": "0" * 64})
    return shoes.dealt_from(forged, shoes.order_of(forged))


def seeds_swapped(proof: Proof) -> Proof:
    forged = copy.deepcopy(proof)
    forged["seeds"].reverse()
    return shoes.dealt_from(forged, shoes.order_of(forged))


def boxes_swapped(proof: Proof) -> Proof:
    forged = copy.deepcopy(proof)
    for one, other in zip(forged["seeds"], reversed(proof["seeds"]), strict=True):
        one["box"] = other["box"]
    forged["seeds"].reverse()
    return shoes.dealt_from(forged, shoes.order_of(forged))


def cut_moved(proof: Proof) -> Proof:
    """The house cuts where it likes the cards."""
    forged = {**copy.deepcopy(proof), "cut": proof["cut"] + 1}
    return shoes.dealt_from(forged, shoes.order_of(forged))


def cut_moved_alone(proof: Proof) -> Proof:
    return {**proof, "cut": proof["cut"] + 1}


def fewer_decks(proof: Proof) -> Proof:
    forged = {**copy.deepcopy(proof), "decks": 3, "size": 156}
    forged["cards"] = [one for one in forged["cards"] if one["number"] <= forged["size"]]
    forged["seen"], forged["cut"] = len(forged["cards"]), min(forged["cut"], 100)
    return shoes.dealt_from(forged, shoes.order_of(forged))


def chosen_cards_mixed(proof: Proof) -> Proof:
    """The house says that it mixed a part of the cards, without an ace."""
    cards = sorted(shoes.order_of(proof), key=shoes.DECK.index)
    poor = [card for card in cards if not card.startswith("A")]
    return {**copy.deepcopy(proof), "decks": 0, "mixed": poor}


def another_shoes(proof: Proof) -> Proof:
    return {**copy.deepcopy(proof), "shoe": "shoe-7"}


def no_cards(proof: Proof) -> Proof:
    return {**copy.deepcopy(proof), "cards": [], "seen": 0}


FORGERIES = {
    one.__name__: one
    for one in (
        rigged,
        two_cards_changed_places,
        another_seed,
        another_seed_under_the_commitment,
        seeds_left_out,
        one_seed_left_out,
        seed_of_a_stooge,
        seeds_swapped,
        boxes_swapped,
        cut_moved,
        cut_moved_alone,
        fewer_decks,
        chosen_cards_mixed,
        another_shoes,
        no_cards,
    )
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_shoe_is_refused(
    evening: Evening, product: Product, tmp_path: Path, forgery: str
) -> None:
    """Also where the house published the root that its forgery needs, before the first card."""
    forged = FORGERIES[forgery](evening.proof)
    assert forged != evening.proof
    for notes in (evening.later, shoes.published(evening.later, forged)):
        found, said = verdict(product, tmp_path, forged, "--secret", "ann", notes=notes)
        assert found == 1, said
        assert said.startswith("it does not hold: ")
        assert said.count("\n") == 1


def test_the_forger_can_count(evening: Evening) -> None:
    """What is forged is right in all but what was forged: else anything would be refused."""
    proof = evening.proof
    assert shoes.dealt_from(proof, shoes.order_of(proof)) == proof
    assert shoes.commitment_of(proof) == proof["commitment"]


def test_a_root_that_came_after_the_notes_is_refused(
    evening: Evening, product: Product, tmp_path: Path
) -> None:
    """The order is changed during the shoe: the cards that were seen lead to another root."""
    early = copy.deepcopy(evening.early)
    found, said = verdict(
        product,
        tmp_path,
        early,
        notes=shoes.published(evening.later, rigged(evening.proof)),
    )
    assert (found, "its root is not the one in your notes" in said) == (1, True)


def test_a_forged_draw_of_a_device_is_refused(
    evening: Evening, product: Product, tmp_path: Path
) -> None:
    proof, notes = evening.after_day_end[DEVICE], evening.day_notes[DEVICE]
    for draw in (0, len(proof["draws"]) // 2, -1):
        forged = copy.deepcopy(proof)
        one = forged["draws"][draw]
        one["card"] = "AS" if one["card"] != "AS" else "AH"
        found, said = verdict(product, tmp_path, forged, notes=notes)
        assert found == 1, said


def leaves(value: Any, where: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every value of a proof that holds no other."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from leaves(one, (*where, name))
    elif isinstance(value, list) and value:
        for index, one in enumerate(value):
            yield from leaves(one, (*where, index))
    else:
        yield where


def changed_at(proof: Proof, where: tuple[str | int, ...]) -> Proof:
    """The proof with one value changed for another of its kind."""
    changed: Any = copy.deepcopy(proof)
    holder = changed
    for step in where[:-1]:
        holder = holder[step]
    value = holder[where[-1]]
    if isinstance(value, int):
        holder[where[-1]] = value + 1
    elif isinstance(value, str):
        holder[where[-1]] = ("KD" if value != "KD" else "2C") if len(value) == 2 else value[::-1]
    else:
        holder[where[-1]] = ["AS"]
    return dict(changed)


@pytest.mark.parametrize("count", [15, pytest.param(80, marks=pytest.mark.slow)])
def test_each_value_changed_alone_is_refused(
    evening: Evening, product: Product, tmp_path: Path, count: int
) -> None:
    """So many values of each of two proofs; all of them are in ``test_shoe_verifier.py``."""
    tried = 0
    for proof, notes in ((evening.proof, evening.later), (evening.early, evening.later)):
        every = list(leaves(proof))
        for where in every[:: max(1, len(every) // count)]:
            changed = changed_at(proof, where)
            found, said = verdict(product, tmp_path, changed, notes=notes)
            assert (found, said.count("\n")) == (1, 1), (where, said)
            tried += 1
    assert tried >= 2 * count
