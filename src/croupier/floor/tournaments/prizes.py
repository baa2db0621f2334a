"""Prizes: the pool divided by places, to the cent."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from croupier.floor.tournaments import accounts
from croupier.floor.tournaments.commands import AwardPrizes
from croupier.floor.tournaments.draft import TournamentDraft, halted, not_on, only_manager
from croupier.floor.tournaments.events import PrizesAwarded
from croupier.floor.tournaments.ranking import Groups, by_points, decided, placed
from croupier.floor.tournaments.state import Fate, Tournament, TournamentPhase
from croupier.money import Cents, Entry, Posting
from croupier.table.state import Refused


def prize_amounts(pool: Cents, shares: Sequence[Decimal], winners: int) -> list[Cents]:
    """The prizes of places 1, 2 and so on: cut to whole cents, the rest for the first place.

    There is one winner or more. Prizes that nobody is there for go to the first place too.
    """
    amounts = [int(pool * share / 100) for share in shares]
    kept = amounts[:winners]
    kept[0] += pool - sum(kept)
    return kept


def divided(
    pool: Cents, shares: Sequence[Decimal], groups: Groups, order: Mapping[str, tuple[int, int]]
) -> dict[str, Cents]:
    """What each winner is paid; those who are level share their prizes equally.

    ``order`` is the table and box of each: odd cents go one each from the lowest on.
    """
    winners = sum(len(group) for group in groups)
    amounts = prize_amounts(pool, shares, winners)
    paid: dict[str, Cents] = {}
    for place, group in placed(groups):
        together = sum(amounts[place - 1 : place - 1 + len(group)])
        each, odd = divmod(together, len(group))
        first = sorted(group, key=lambda player: order.get(player, (0, 0)))
        for number, player in enumerate(first):
            if amount := each + (number < odd):
                paid[player] = amount
    return paid


def final_groups(tournament: Tournament) -> Groups:
    """Those who are placed in the end, the best first."""
    entered = {name for name, one in tournament.entrants.items() if one.fate is Fate.ENTERED}
    last = tournament.results[-1].tables
    groups = tuple(group for table in last for group in table.groups)
    if tournament.conditions.by_points:
        groups = decided(tournament) if tournament.level else by_points(tournament)
    left = (tuple(player for player in group if player in entered) for group in groups)
    return tuple(group for group in left if group)


def pool_of(tournament: Tournament) -> Cents:
    """What is in the prize pool."""
    return tournament.balances.get(accounts.pool(tournament.name), 0)


def award_prizes(draft: TournamentDraft, command: AwardPrizes) -> Refused | None:
    """Pay out the pool, with what a guarantee adds."""
    rules, tournament = draft.rules, draft.tournament
    counted, whole = rules.places.counted, rules.pool.all_paid_out
    refused = only_manager(draft, command, counted) or not_on(draft) or halted(draft)
    if refused:
        return refused
    if tournament.phase is not TournamentPhase.FINISHED:
        why = "prizes are awarded when the last session is over"
        return Refused("prizes/too-early", counted.clause, why, (whole.clause,))
    if tournament.awards is not None:
        return Refused("prizes/awarded", whole.clause, "the prizes are awarded")
    groups = final_groups(tournament)
    if not groups:
        return Refused("prizes/nobody", whole.clause, "nobody is left to pay")
    conditions, name = tournament.conditions, tournament.name
    pool = pool_of(tournament)
    topped_up = max(0, conditions.guarantee - pool)
    guaranteed = rules.pool.guaranteed or whole
    entries: list[Entry] = list(
        accounts.moves(
            guaranteed.clause,
            (accounts.guarantee(name), -topped_up),
            (accounts.pool(name), topped_up),
        )
    )
    order = {seat.player: (seat.table, seat.box) for seat in tournament.seats}
    prizes = divided(pool + topped_up, conditions.prizes, groups, order)
    if prizes:
        paid = tuple(Posting(accounts.player(one), amount) for one, amount in prizes.items())
        out = Posting(accounts.pool(name), -sum(prizes.values()))
        entries.append(Entry((out, *paid), whole.clause))
    also = (counted.clause, *whole.also, *((guaranteed.clause,) if topped_up else ()))
    shared = rules.places.sharing
    if shared is not None and any(len(group) > 1 for group in groups):
        also = (*also, shared.clause)
    draft.emit(PrizesAwarded(prizes, tuple(entries), whole.clause, also))
    return None
