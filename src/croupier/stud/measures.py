"""What a supervisor may direct about players: the order of play, who plays together, payment."""

from croupier.rulebooks import StudLaw
from croupier.stud.draft import StudDraft
from croupier.stud.due import jackpot_hands
from croupier.stud.irregular_commands import (
    KeepApart,
    PlayFirst,
    SpeakEnglish,
    WithholdPayment,
)
from croupier.stud.irregular_events import (
    EnglishDirected,
    KeptApart,
    PaymentWithheld,
    PlayFirstDirected,
)
from croupier.stud.jackpots import in_the_pool, jackpot_results, lose_jackpot_wagers
from croupier.stud.state import StudPhase, StudTable, stud_round
from croupier.table.checks import not_empowered
from croupier.table.commands import Command
from croupier.table.draft import Handler, on
from croupier.table.state import Refused, has_begun
from croupier.table.wagers import returned


def play_first(draft: StudDraft, command: PlayFirst) -> Refused | None:
    """Have players play their hands before the others take up their cards."""
    law = draft.law.irregular
    refused = not_empowered(command, law.suspected, "say who plays first") or _twice(
        command.players, law.play_first.clause
    )
    if refused:
        return refused
    if command.players == draft.table.first:
        return Refused("measure/holds", law.play_first.clause, "this already applies")
    draft.emit(PlayFirstDirected(command.players, law.play_first.clause))
    return None


def _twice(players: tuple[str, ...], clause: str) -> Refused | None:
    if len(set(players)) == len(players):
        return None
    return Refused("measure/players", clause, "name each player once")


def keep_apart(draft: StudDraft, command: KeepApart) -> Refused | None:
    """Forbid players to play together at this table, or allow it again."""
    law = draft.law.irregular
    clause = law.apart.clause
    players = tuple(sorted(command.players))
    refused = not_empowered(command, law.suspected, "keep players apart") or _twice(players, clause)
    if refused:
        return refused
    if len(players) < 2:
        return Refused("measure/players", clause, "name at least two players to keep apart")
    if (players in draft.table.apart) != command.lifted:
        return Refused("measure/holds", clause, "this already applies")
    draft.emit(KeptApart(players, command.lifted, clause))
    if not command.lifted and not has_begun(draft.table):
        _separate(draft, players, clause)
    return None


def _separate(draft: StudDraft, players: tuple[str, ...], clause: str) -> None:
    """Return wagers of players who are kept apart, until nobody is beside another of them.

    Readings K37, R30: who sits comes before who stands, and who wagered first before the next.
    """
    table = draft.table
    laid = dict.fromkeys(stake.player for stake in table.wagers if stake.player in players)
    standing = sorted(laid, key=lambda name: table.players[name].seat is None)
    for player in reversed(standing):
        if not_together(draft.law, draft.table, player):
            for stake in draft.table.wagers:
                if stake.player == player:
                    draft.emit(returned(table.till, stake, clause, "kept apart from another"))


def not_together(law: StudLaw, table: StudTable, player: str) -> Refused | None:
    """Refuse a seat or a wager to somebody while another of their group plays here.

    Reading K37: the one who has a seat or a wager plays.
    """
    rule = law.irregular.apart
    for group in table.apart:
        playing = [one for one in group if one != player and _plays(table, one)]
        if player in group and playing:
            why = f"{player} may not play while {' and '.join(playing)} does"
            return Refused("measure/apart", rule.clause, why)
    return None


def _plays(table: StudTable, player: str) -> bool:
    """Whether a player has a seat here, or a wager on the layout or in the pool."""
    known = table.players.get(player)
    lying = table.wagers if table.round is None else (*table.wagers, *table.round.stakes)
    seated = known is not None and known.seat is not None and player not in table.excluded
    pooled = any(owner == player for owner, _ in in_the_pool(table))
    return seated or pooled or any(stake.player == player for stake in lying)


def speak_english(draft: StudDraft, command: SpeakEnglish) -> Refused | None:
    """Have the players at the table speak English only, or no longer."""
    law = draft.law.irregular
    if refused := not_empowered(command, law.suspected, "say what is spoken at the table"):
        return refused
    if command.on == draft.table.english_only:
        return Refused("measure/holds", law.english_only.clause, "this already applies")
    draft.emit(EnglishDirected(command.on, law.english_only.clause))
    return None


def withhold_payment(draft: StudDraft, command: WithholdPayment) -> Refused | None:
    """Withhold payment from a player who gambles against the operator's policy for employees.

    Reading K34: what they lose is lost; a wager that would win goes back without its winnings.
    """
    table = draft.table
    rule = draft.law.conduct.staff_wagers
    assert rule is not None
    if refused := not_empowered(command, rule, "withhold a payment"):
        return refused
    stakes = () if table.round is None else stud_round(table).stakes
    undecided = {player for (player, _), told in jackpot_results(table).items() if not told}
    if command.player not in {*undecided, *(stake.player for stake in stakes)}:
        why = f"{command.player} has no wager in the round that could win"
        return Refused("withhold/no-wager", rule.clause, why)
    if command.player in stud_round(table).unpaid:
        return Refused("withhold/already", rule.clause, "that is settled already")
    draft.emit(PaymentWithheld(command.player, rule.clause))
    if stud_round(table).phase is StudPhase.JACKPOT:
        winners = {(player, box) for player, box, _ in jackpot_hands(draft.law, draft.table)}
        lose_jackpot_wagers(draft, winners)
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(PlayFirst, play_first),
    **on(KeepApart, keep_apart),
    **on(SpeakEnglish, speak_english),
    **on(WithholdPayment, withhold_payment),
}
