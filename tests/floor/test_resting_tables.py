"""Tables of another law rest: shown and left, never played, and moved by a gaming manager."""

from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace

from croupier import Choices, Croupier, to_command
from croupier.display.layout import table_view
from croupier.display.narration.narrator import narrate
from croupier.display.scenes import scene_of
from croupier.display.viewers import Official, Onlooker, Patron, Voice
from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.floor import Answer, Floor
from croupier.floor.resting_tables import AdoptLaw, display_law, playing_law
from croupier.games.engine import fold
from croupier.games.table.choices import JackpotTerms
from croupier.games.table.opening import LawAdopted, LawChange, TableOpened
from croupier.games.table.rounds import RoundVoided
from croupier.games.table.seats import PlayerLeft
from croupier.messages import Refused
from croupier.record.codec import decode, encode
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import CARIBBEAN_STUD, GAMES, STAR_BLACKJACK, Role, Rule, Says, TableLaw
from croupier.rulebooks.revisions import known_revisions, value_lines
from croupier.streams import TABLE

ADOPT = AdoptLaw(by=Role.GAMING_MANAGER)
VOID_AND_ADOPT = AdoptLaw(void_round=True, by=Role.GAMING_MANAGER)


def other(law: TableLaw) -> TableLaw:
    """The same game with one value changed: another notice for other limits."""
    changed = replace(law.limits, notice_minutes=Rule(7, law.limits.notice_minutes.clause))
    return replace(law, limits=changed)


def played(law: TableLaw, *steps: dict[str, Any], choices: Choices | None = None) -> Floor:
    """A house with one table of a law, at which something has happened."""
    house = Floor(MemoryJournal())
    house.open_table(law, choices, cards=SoftwareShoe(random_source(3)), name="1")
    house.advance("1")
    for step in steps:
        answer = house.do("1", to_command(step))
        assert not isinstance(answer, Refused), answer
    return house


def restored(house: Floor) -> Floor:
    """The same house as today's code finds it in its record."""
    assert isinstance(house._journal, MemoryJournal)
    cards = house.tables["1"].cards
    return Floor.from_journal(MemoryJournal(house._journal.order), lambda _: cards)


def yesterday(law: TableLaw, *steps: dict[str, Any], choices: Choices | None = None) -> Floor:
    """A house with one table of a law that is not installed any more."""
    return restored(played(law, *steps, choices=choices))


def say(house: Floor, do: str, **fields: Any) -> Answer:
    return house.do("1", to_command({"do": do, **fields}))


def chips_and_stakes(house: Floor) -> int:
    table = house.tables["1"].table
    lying = (*table.wagers, *(table.round.stakes if table.round is not None else ()))
    return table.chips("ann") + sum(stake.amount for stake in lying)


def buys() -> dict[str, Any]:
    return {"do": "buy-in", "player": "ann", "amount": 500}


def wagers(law: TableLaw) -> dict[str, Any]:
    return {"do": "wager", "player": "ann", "box": 1, "amount": 50, "on": law.initial}


DEALS = {"do": "deal"}
CLOSE_INSURANCE = {"do": "close-insurance"}


@pytest.mark.parametrize("law", GAMES.values(), ids=GAMES)
def test_a_table_of_other_values_rests_and_its_players_can_leave(law: TableLaw) -> None:
    house = yesterday(other(law), buys(), wagers(law))
    running = house.tables["1"]
    assert running.rests is not None
    assert running.due == ()
    assert house.advance("1") == ()
    for do, fields in (
        ("wager", {"player": "ann", "box": 1, "amount": 50, "on": law.initial}),
        ("deal", {}),
        ("buy-in", {"player": "ann", "amount": 10}),
        ("set-loss-limit", {"player": "ann", "amount": 10}),
        ("close-table", {}),
    ):
        refused = say(house, do, **fields)
        assert isinstance(refused, Refused)
        assert refused.code == "table/resting"
        assert "a gaming manager can move the table" in refused.why
    left = say(house, "leave", player="ann")
    assert not isinstance(left, Refused)
    (gone,) = (event for event in left if isinstance(event, PlayerLeft))
    assert -sum(entry.postings[0].amount for entry in gone.entries) == 500_00
    assert "ann" not in running.table.players


@pytest.mark.parametrize("law", GAMES.values(), ids=GAMES)
def test_a_gaming_manager_moves_a_table_between_rounds_and_it_plays_on(law: TableLaw) -> None:
    house = yesterday(other(law), buys())
    moved = house.do("1", ADOPT)
    assert not isinstance(moved, Refused)
    (event,) = (one for one in moved if isinstance(one, LawAdopted))
    assert (event.earlier_revision, event.revision) == (law.revision, law.revision)
    assert event.earlier_fingerprint != event.fingerprint
    assert event.known is False, "nobody ever entered the law of this test"
    assert house.tables["1"].rests is None
    assert playing_law(house.tables["1"].table) is law
    for step in (wagers(law), DEALS):
        answer = house.do("1", to_command(step))
        assert not isinstance(answer, Refused), answer
    again = restored(house)
    assert again.tables["1"].rests is None
    assert again.tables["1"].table == house.tables["1"].table
    assert again.tables["1"].history == house.tables["1"].history


@pytest.mark.parametrize("law", GAMES.values(), ids=GAMES)
def test_a_round_under_way_is_called_off_with_refunds_and_play_goes_on(law: TableLaw) -> None:
    house = yesterday(other(law), buys(), wagers(law), DEALS)
    assert house.tables["1"].table.round is not None
    refused = house.do("1", ADOPT)
    assert isinstance(refused, Refused)
    assert refused.code == "adopt-law/round-under-way"
    stays = say(house, "leave", player="ann")
    assert isinstance(stays, Refused)
    assert stays.code == "wager/in-play"
    moved = house.do("1", VOID_AND_ADOPT)
    assert not isinstance(moved, Refused)
    (void,) = (one for one in moved if isinstance(one, RoundVoided))
    assert void.clause == law.conduct.invalidated.clause
    after = house.tables["1"].table
    assert after.round is None
    assert after.chips("ann") == 500_00
    for step in (wagers(law), DEALS):
        answer = house.do("1", to_command(step))
        assert not isinstance(answer, Refused), answer


def test_a_jackpot_wager_comes_back_from_the_pool() -> None:
    terms = JackpotTerms(name="grand", wager=500, pool=8_000_000, increment=Decimal("0.75"))
    jackpot = {"do": "wager", "player": "ann", "box": 1, "amount": 5, "on": "jackpot"}
    steps = (buys(), wagers(CARIBBEAN_STUD), jackpot, DEALS)
    house = yesterday(other(CARIBBEAN_STUD), *steps, choices=Choices(jackpot=terms))
    assert house.pools["grand"].meter > 8_000_000
    assert not isinstance(house.do("1", VOID_AND_ADOPT), Refused)
    assert house.pools["grand"].meter == 8_000_000
    assert house.tables["1"].table.chips("ann") == 500_00


def test_words_and_citations_rest_no_table() -> None:
    said = replace(STAR_BLACKJACK.deal, order=Says("in other words", "7.1"))
    house = yesterday(replace(STAR_BLACKJACK, deal=said, title="Star"), buys())
    assert house.tables["1"].rests is None
    moved = house.do("1", ADOPT)
    assert isinstance(moved, Refused)
    assert moved.code == "adopt-law/not-resting"


def an_earlier_name(*, alike: bool) -> tuple[str, str, str]:
    """A law of Star Blackjack that was installed once, with the same values or with others."""
    found = [
        name
        for name, values in known_revisions().items()
        if name[0] == "star-blackjack" and (values == now(name)) is alike
    ]
    return found[-2] if alike else found[-1]


def now(name: tuple[str, str, str]) -> str:
    opened = Croupier(GAMES[name[0]], seed=1).events[0]
    assert isinstance(opened, TableOpened)
    return opened.law_values


def of_a_record(name: tuple[str, str, str]) -> Floor:
    """A table whose record names a law by revision and fingerprint alone, as old ones do."""
    croupier = Croupier(STAR_BLACKJACK, seed=3)
    assert croupier.journal is not None
    first, *others = croupier.journal.order
    assert isinstance(first.event, TableOpened)
    told = replace(first.event, revision=name[1], fingerprint=name[2], law_values="")
    journal = MemoryJournal([replace(first, event=told), *others])
    return Floor.from_journal(journal, lambda _: SoftwareShoe(random_source(3)))


def test_a_record_of_a_version_before_plays_on_where_only_words_have_changed() -> None:
    assert of_a_record(an_earlier_name(alike=True)).tables["1"].rests is None


def test_a_record_of_a_version_before_rests_where_a_value_has_changed() -> None:
    house = of_a_record(an_earlier_name(alike=False))
    assert house.tables["1"].rests is not None
    moved = house.do("1", ADOPT)
    assert not isinstance(moved, Refused)
    (event,) = (one for one in moved if isinstance(one, LawAdopted))
    assert event.known
    assert event.changes
    lines = value_lines(STAR_BLACKJACK)
    assert all(lines.get(one.line, "nothing") == one.after != one.before for one in event.changes)
    told = narrate(STAR_BLACKJACK, scene_of(house.tables["1"].table), moved, Voice(Onlooker()))[1]
    assert any("moves to the law that is installed" in one.text for one in told)


def test_a_table_that_the_installed_law_would_not_allow_keeps_resting() -> None:
    cards = replace(STAR_BLACKJACK.cards, decks=Rule((4,), STAR_BLACKJACK.cards.decks.clause))
    house = yesterday(replace(STAR_BLACKJACK, cards=cards), buys(), choices=Choices(decks=4))
    refused = house.do("1", ADOPT)
    assert isinstance(refused, Refused)
    assert "the law that is installed allows no such table" in refused.why
    assert refused.clause == STAR_BLACKJACK.cards.decks.clause
    assert not isinstance(say(house, "leave", player="ann"), Refused)


def after_a_round() -> Floor:
    """A house that rests after a round, of which something may still be taken back."""
    house = played(other(STAR_BLACKJACK), buys(), wagers(STAR_BLACKJACK), DEALS)
    for _ in range(10):
        for answer in ({"do": "stand", "box": 1}, {"do": "hit", "box": 1}, CLOSE_INSURANCE):
            if house.tables["1"].table.round is not None:
                house.do("1", to_command(answer))
    assert house.tables["1"].table.round is None
    resting = restored(house)
    assert resting.tables["1"].history.base is not None
    return resting


def test_nothing_of_an_earlier_law_is_taken_back_under_another() -> None:
    house = after_a_round()
    assert not isinstance(house.do("1", ADOPT), Refused)
    history = house.tables["1"].history
    assert (history.base, history.past) == (None, ())
    assert restored(house).tables["1"].history == history


def test_a_snapshot_of_a_table_that_rests_is_what_its_events_come_to() -> None:
    house = yesterday(other(STAR_BLACKJACK), buys(), wagers(STAR_BLACKJACK), DEALS)
    assert isinstance(house._journal, MemoryJournal)
    folded = fold(house._journal.events("table/1"))
    assert decode(TABLE.state, encode(house.state.current("table/1"))) == folded
    house.do("1", VOID_AND_ADOPT)
    folded = fold(house._journal.events("table/1"))
    assert decode(TABLE.state, encode(house.state.current("table/1"))) == folded


# ------------------------------------------------------------------------- a law that is not loaded


@pytest.fixture(params=list(GAMES.values()), ids=list(GAMES))
def unloaded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Floor:
    """A house with a table of a game from a file that nobody has loaded this time."""
    law: TableLaw = request.param
    harbour = replace(law, game="harbour-game", title="Harbour Game")
    monkeypatch.setitem(GAMES, harbour.game, harbour)
    house = played(harbour, buys(), wagers(law), DEALS)
    monkeypatch.delitem(GAMES, harbour.game)
    return restored(house)


def test_a_table_of_a_game_that_is_not_loaded_rests_and_says_what_is_missing(
    unloaded: Floor,
) -> None:
    running = unloaded.tables["1"]
    assert running.rests is not None
    assert "no law of harbour-game is loaded" in running.rests.why
    assert "--law" in running.rests.why
    for command in (ADOPT, VOID_AND_ADOPT, to_command(DEALS)):
        assert unloaded.do("1", command) == running.rests


def test_it_is_displayed_without_words_that_nobody_knows(unloaded: Floor) -> None:
    table = unloaded.tables["1"].table
    law = display_law(table)
    assert (law.game, law.title, law.book) == ("harbour-game", "Harbour Game", "")
    for viewer in (Onlooker(), Patron("ann"), Official(Role.GAMING_MANAGER)):
        seen = table_view(law, scene_of(table), viewer)
        assert seen.title == "Harbour Game"
        assert seen.signs == ()
        assert seen.prompts == ()
        (ann,) = seen.players
        assert (ann.chips or 0) + ann.laid == chips_and_stakes(unloaded)


def test_whoever_has_nothing_in_play_leaves_it_without_a_clause(unloaded: Floor) -> None:
    running = unloaded.tables["1"]
    answer = say(unloaded, "leave", player="ann")
    if running.table.round is not None:
        assert isinstance(answer, Refused)
        assert answer.code == "wager/in-play"
        return
    assert not isinstance(answer, Refused)
    (left,) = (one for one in answer if isinstance(one, PlayerLeft))
    assert left.clause == ""


def test_it_plays_on_when_its_law_is_loaded_again(
    unloaded: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = unloaded.tables["1"].table
    base = next(law for law in GAMES.values() if type(display_law(table)) is type(law))
    again = replace(base, game="harbour-game", title="Harbour Game")
    monkeypatch.setitem(GAMES, "harbour-game", again)
    running = restored(unloaded).tables["1"]
    assert (running.rests is None) == (table.law_values == now(("harbour-game", "", "")))


def test_a_change_is_told_with_both_values() -> None:
    change = LawChange("cards.decks", "6, 8", "6")
    assert encode(change) == b'{"line":"cards.decks","before":"6, 8","after":"6"}'
