# ruff: noqa: A002 - two fields of a form are called type and open
"""The types of the methods; written by ``python -m tests.floor.method_types``."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from inspect import Parameter
from typing import Any

from croupier.cards import Card
from croupier.floor.floor import Answer
from croupier.games.table.conduct import Officer
from croupier.messages import Command
from croupier.money import Dollars
from croupier.rulebooks import Role

FROM_THE_POOL: str

def method_name(command: str) -> str: ...
def fields_of(command: str) -> list[Any]: ...
def parameters_of(command: str) -> Iterator[Parameter]: ...

class TableMethods:
    def do(self, command: Command) -> Answer: ...
    def withdraw(
        self,
        player: str,
        *,
        box: int,
        on: str = "main",
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def refuse_wager(
        self,
        player: str,
        *,
        box: int,
        reason: str,
        on: str = "main",
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def move_wager(
        self,
        player: str,
        *,
        box: int,
        to_box: int,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def buy_in(
        self,
        player: str,
        *,
        amount: Dollars,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def colour_up(
        self,
        player: str,
        *,
        amount: Dollars,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def exchange_voucher(
        self,
        player: str,
        *,
        amount: Dollars,
        until: datetime | str | None = None,
        games: Sequence[str] = (),
        conditions: str = "",
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def sit(
        self,
        player: str,
        *,
        box: int,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def rise(
        self, player: str, *, by: Role | str = Role.PLAYER, at: datetime | str | None = None
    ) -> Answer: ...
    def leave(
        self, player: str, *, by: Role | str = Role.PLAYER, at: datetime | str | None = None
    ) -> Answer: ...
    def reserve_boxes(
        self,
        player: str,
        *,
        boxes: Sequence[int],
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def release_boxes(
        self, player: str, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def give_up_box(
        self,
        player: str,
        *,
        box: int,
        to: str,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def vacate_seat(
        self, player: str, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def change_dealer(
        self, dealer: str, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def nominate_box(
        self,
        player: str,
        *,
        box: int,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def announce_limits(
        self,
        effective: datetime | str,
        *,
        minimum: Dollars | None = None,
        maximum: Dollars | None = None,
        unit: Dollars | None = None,
        retained: bool = False,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def change_limits(
        self,
        *,
        minimum: Dollars | None = None,
        maximum: Dollars | None = None,
        unit: Dollars | None = None,
        retained: bool = False,
        agreed: Sequence[str] = (),
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def raise_minimum(
        self, minimum: Dollars, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def personal_limits(
        self,
        player: str,
        *,
        minimum: Dollars,
        maximum: Dollars,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def set_hours(
        self,
        opens: datetime | str,
        *,
        closes: datetime | str,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def announce_closure(
        self,
        effective: datetime | str,
        *,
        rounds: int | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def close_table(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def limit_players(
        self, players: int, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def restrict_to_minimum(
        self,
        player: str,
        *,
        further: bool = False,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def restrict_to_one_box(
        self,
        player: str,
        *,
        box: int,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def lift_restriction(
        self, player: str, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def shuffle(
        self,
        *,
        handle: str = "",
        cards: int = 0,
        machine: bool = False,
        by_hand: bool = False,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def cut(
        self,
        position: int,
        *,
        player: str | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def decline_cut(
        self, player: str, *, by: Role | str = Role.PLAYER, at: datetime | str | None = None
    ) -> Answer: ...
    def load(
        self,
        *,
        depth: int | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def burn(
        self,
        *,
        card: Card | str | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def order_shuffle(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def replace_cards(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def riffle(
        self,
        player: str,
        *,
        factory: bool = False,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def notify(
        self,
        whom: Role | str,
        *,
        about: str,
        player: str | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def tell_player(
        self,
        player: str,
        *,
        shuffle: str,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def acknowledge(
        self, notice: int, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def dispute(
        self,
        player: str,
        *,
        about: str,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def decide_dispute(
        self,
        dispute: int,
        *,
        outcome: str,
        person: str = "",
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def ask_review(
        self,
        dispute: int,
        *,
        player: str,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def decline_review(
        self,
        dispute: int,
        *,
        player: str,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def review_dispute(
        self,
        dispute: int,
        *,
        outcome: str,
        person: str = "",
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def close_dispute(
        self, dispute: int, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def complain(
        self,
        dispute: int,
        *,
        player: str,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def check_equipment(
        self,
        *,
        lacking: Sequence[str] = (),
        varied: Sequence[str] = (),
        by: Role | str = Role.SUPERVISOR,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def pass_(
        self, player: str, *, by: Role | str = Role.PLAYER, at: datetime | str | None = None
    ) -> Answer: ...
    def undisclosed_wager(
        self,
        player: str,
        *,
        type: str = "",
        amount: Dollars | None = None,
        open: Dollars = 0,
        overlooked: bool = False,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def show_form(
        self,
        player: str,
        *,
        of: str,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def time_out(
        self,
        player: str,
        *,
        by: Role | str = Role.TOURNAMENT_MANAGER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def deduct_absent(
        self,
        player: str,
        *,
        by: Role | str = Role.TOURNAMENT_MANAGER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def give_chips(
        self,
        player: str,
        *,
        amount: Dollars,
        to: str,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def order_check(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def check_cards(
        self,
        *,
        missing: Sequence[Card | str] = (),
        extra: Sequence[Card | str] = (),
        foreign: Sequence[str] = (),
        device: bool = False,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def replace_card(
        self, card: Card | str, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def secure_cards(
        self,
        *,
        checked: bool = True,
        pre_shuffled: bool = False,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def drop_cards(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def show_rules(
        self, player: str, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def hand_over(
        self,
        player: str,
        *,
        officer: Officer | str,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def sanction(
        self,
        player: str,
        *,
        breach: str = "",
        ground: str = "",
        permitted: bool = False,
        caution: bool = False,
        void: bool = False,
        box: int | None = None,
        on: str | None = None,
        exclude: bool = False,
        casino: bool = False,
        detain: bool = False,
        on_duty: bool = False,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def invalidate_round(
        self,
        ground: str,
        *,
        forfeit: Sequence[str] = (),
        refund: bool = True,
        number: int | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def wrong_cards(
        self,
        *,
        missing: Sequence[Card | str] = (),
        foreign: Sequence[str] = (),
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def wager(
        self,
        player: str,
        *,
        box: int,
        amount: Dollars,
        on: str = "main",
        chips: str = "chips",
        proxy: str = "",
        helping: bool = False,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def deal(
        self,
        *,
        overlooked: Sequence[int] = (),
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def bet(
        self,
        player: str,
        *,
        box: int,
        amount: Dollars | None = None,
        pause: bool = False,
        unnoticed: bool = False,
        proxy: str = "",
        helping: bool = False,
        chips: str = "",
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def fold(
        self,
        player: str,
        *,
        box: int,
        pause: bool = False,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def fold_absent(
        self, box: int, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def concede(
        self,
        player: str,
        *,
        box: int,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def settle(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def pay_jackpot(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def over_maximum(
        self,
        box: int,
        *,
        number: int | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def correct_bet(
        self,
        box: int,
        *,
        fold: bool = False,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def reveal_folded(
        self,
        box: int,
        *,
        cards: Sequence[Card | str] = (),
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def close_jackpot(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def reopen_jackpot(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def invalidate_wagers(
        self,
        player: str,
        *,
        over: Dollars | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def card(
        self,
        card: Card | str,
        *,
        box: int | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def handle(
        self,
        player: str,
        *,
        box: int,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def misdeal(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def exposed_card(
        self,
        cards: Sequence[Card | str],
        *,
        box: int | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def wrong_count(
        self,
        box: int,
        *,
        count: int,
        cards: Sequence[Card | str] = (),
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def stray_hand(
        self,
        box: int,
        *,
        count: int = 5,
        cards: Sequence[Card | str] = (),
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def correct_card(
        self,
        wrong: Card | str,
        *,
        right: Card | str,
        crossed: bool = False,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def face_down(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def turn_card(
        self,
        card: Card | str,
        *,
        box: int | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def play_first(
        self,
        *,
        players: Sequence[str] = (),
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def keep_apart(
        self,
        players: Sequence[str],
        *,
        lifted: bool = False,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def english_only(
        self, *, on: bool = True, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def withhold_payment(
        self, player: str, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def mispayment(
        self,
        amount: Dollars,
        *,
        player: str | None = None,
        suspected: bool = False,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def identify_mispaid(
        self,
        mispayment: int,
        *,
        player: str,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def put_right(
        self,
        mispayment: int,
        *,
        note: str,
        tried: bool = False,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def device_failure(
        self,
        *,
        harmed: bool = False,
        spare: bool = False,
        practicable: bool = True,
        damaged: Sequence[Card | str] = (),
        boxes: Sequence[int] = (),
        idle: bool = False,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def use_shoe(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def restore_device(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def cutting_card(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def insure(
        self,
        player: str,
        *,
        box: int,
        amount: Dollars,
        of: str | None = None,
        chips: str = "",
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def decline_insurance(
        self,
        player: str,
        *,
        box: int | None = None,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def close_insurance(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def even_money(
        self,
        player: str,
        *,
        box: int,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def hit(
        self,
        box: int,
        *,
        player: str | None = None,
        signal: str = "",
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def stand(
        self,
        box: int,
        *,
        player: str | None = None,
        signal: str = "",
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def expose(
        self,
        box: int,
        *,
        player: str | None = None,
        signal: str = "",
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def double(
        self,
        box: int,
        *,
        player: str | None = None,
        amount: Dollars | None = None,
        chips: str = "",
        signal: str = "",
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def no_double(
        self,
        box: int,
        *,
        player: str | None = None,
        signal: str = "",
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def split(
        self,
        box: int,
        *,
        player: str | None = None,
        chips: str = "",
        signal: str = "",
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def no_split(
        self,
        box: int,
        *,
        player: str | None = None,
        signal: str = "",
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def surrender(
        self,
        box: int,
        *,
        player: str | None = None,
        signal: str = "",
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def no_surrender(
        self,
        box: int,
        *,
        player: str | None = None,
        signal: str = "",
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def side_bet_limits(
        self,
        on: str,
        *,
        minimum: Dollars,
        maximum: Dollars,
        effective: datetime | str | None = None,
        agreed: Sequence[str] = (),
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def limit_side_bets(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def approve_held_blackjacks(
        self,
        *,
        approved: bool = True,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def approve_face_down(
        self,
        *,
        approved: bool = True,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def permit_resplit(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def faced_card(
        self,
        *,
        card: Card | str | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def draw_in_error(
        self,
        *,
        card: Card | str | None = None,
        told: Card | str | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def burn_in_error(
        self,
        *,
        card: Card | str | None = None,
        late: bool = False,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def refuse_card(
        self,
        box: int,
        *,
        player: str | None = None,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def extra_dealer_card(
        self,
        *,
        card: Card | str | None = None,
        exposed: bool = True,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def deal_without_wagers(
        self,
        cards: Sequence[Card | str],
        *,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def reconstruct(
        self,
        cards: int,
        *,
        decisions: int | None = None,
        keep_calls: bool = False,
        misread: bool = False,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def void_round(
        self,
        *,
        number: int | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def void_hand(
        self,
        box: int,
        *,
        number: int | None = None,
        first_cards: bool = False,
        hand: int | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def overlook(
        self, step: str, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def call_insurance(
        self, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
    def absent(
        self,
        box: int,
        *,
        player: str | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def present(
        self,
        box: int,
        *,
        player: str,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def miscall(
        self,
        box: int,
        *,
        total: int,
        hand: int | None = None,
        by: Role | str = Role.DEALER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def take_back(
        self, player: str, *, by: Role | str = Role.PLAYER, at: datetime | str | None = None
    ) -> Answer: ...
    def stay_in(
        self, player: str, *, by: Role | str = Role.PLAYER, at: datetime | str | None = None
    ) -> Answer: ...
    def present_card(
        self,
        player: str,
        *,
        holder: str,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def set_loss_limit(
        self,
        player: str,
        *,
        amount: Dollars,
        days: int = 1,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def set_deposit_limit(
        self,
        player: str,
        *,
        amount: Dollars,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def deposit(
        self,
        player: str,
        *,
        amount: Dollars,
        external: bool = True,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def declare_chips(
        self,
        player: str,
        *,
        amount: Dollars,
        bought: bool = False,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def declare_remaining(
        self,
        player: str,
        *,
        amount: Dollars,
        by: Role | str = Role.PLAYER,
        at: datetime | str | None = None,
    ) -> Answer: ...
    def require_break(
        self, player: str, *, by: Role | str = Role.DEALER, at: datetime | str | None = None
    ) -> Answer: ...
