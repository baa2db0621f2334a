"""Refusals that several commands share. Each function returns ``None`` if nothing is wrong."""

from croupier.games.table.contest.turns import tournament_law
from croupier.games.table.state import Restriction, Table, is_betting_over
from croupier.messages import Command, Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role, Rule, TableLaw
from croupier.rulebooks.law.table import Tender

DEALER = Role.DEALER
"""A constant of its own: every deal needs it, and reading it from the enumeration is slow."""
CHIPS = Tender.CHIPS.value
TOKENS = Tender.TOKENS.value
OTHER_CHIPS = "wagers are made in tournament chips only"


def unknown_player(table: Table, player: str) -> Refused | None:
    """Refuse a player who is not at the table."""
    if player in table.players:
        return None
    return Refused("player/unknown", "", f"{player} is not at this table")


def no_such_box(law: TableLaw, table: Table, box: int) -> Refused | None:
    """Refuse a box that the layout does not have."""
    if 1 <= box <= table.choices.boxes:
        return None
    return Refused(
        "box/unknown",
        law.equipment.boxes.clause,
        f"there is no box {box}: the layout has 1 to {table.choices.boxes}",
    )


def box_reserved(law: TableLaw, table: Table, player: str, box: int) -> Refused | None:
    """Refuse a box that is reserved for somebody else."""
    owner = table.reserved.get(box)
    if owner is None or owner == player:
        return None
    rule = law.wagers.reserved
    assert rule is not None
    return Refused("box/reserved", rule.clause, f"box {box} is reserved for {owner}")


def outside_hours(law: TableLaw, table: Table, code: str) -> Refused | None:
    """Refuse what begins before or after the hours of gaming, where they were put up."""
    rule, hours, now = law.floor.hours, table.hours, table.clock
    if rule is None or hours is None or now is None or hours[0] <= now < hours[1]:
        return None
    why = f"gaming is from {hours[0].isoformat()} to {hours[1].isoformat()}"
    return Refused(code, rule.clause, why)


def restriction_of(table: Table, player: str) -> Restriction | None:
    """Return a player's restriction, also one that waits for a player who has left."""
    known = table.players.get(player)
    return table.held.get(player) if known is None else known.restriction


def one_box_only(table: Table, player: str, box: int) -> Refused | None:
    """Refuse a box to a player who is held to another one."""
    restriction = restriction_of(table, player)
    if restriction is None or restriction.box in (None, box):
        return None
    why = f"{player} is restricted to box {restriction.box}"
    return Refused("wager/one-box-only", restriction.clause, why)


def not_in_chips(law: TableLaw, table: Table, amount: Cents) -> Refused | None:
    """Refuse an amount that chips cannot make."""
    chip = table.choices.chip
    if amount > 0 and amount % chip == 0:
        return None
    return Refused(
        "wager/not-in-chips",
        law.wagers.chips_or_tokens.clause,
        f"{in_dollars(amount)} cannot be laid in chips: the smallest is {in_dollars(chip)}",
    )


def too_few_chips(
    law: TableLaw, table: Table, player: str, amount: Cents, *, tokens: bool = False
) -> Refused | None:
    """Refuse an amount above what the player has, if the player's chips are counted.

    In a tournament its own clause on chips comes first.
    """
    known = table.players.get(player)
    if not tokens and (known is None or not known.counted):
        return None
    till = table.till
    held = table.balances.get(till.tokens(player) if tokens else till.chips(player), 0)
    if amount <= held:
        return None
    own = law.wagers.chips_or_tokens.clause
    clauses: tuple[str, ...] = (own,)
    if table.contest is not None:
        clauses = (tournament_law(law).wagers.too_few.clause, own)
    why = (
        f"{player} has {in_dollars(held)} in {'tokens' if tokens else 'chips'} here, "
        f"not {in_dollars(amount)}"
    )
    return Refused("wager/too-few-chips", clauses[0], why, clauses[1:])


def tokens_in(table: Table, player: str, amount: Cents, tender: str = "") -> Cents:
    """Return how much of a wager is laid in tokens: as stated, else what the chips fall short.

    If tokens alone are enough, the whole wager.
    """
    if tender:
        return amount if tender == TOKENS else 0
    known = table.players.get(player)
    if known is None or not known.counted or table.chips(player) >= amount:
        return 0
    held = min(amount, tokens_held(table, player))
    return held if held + table.chips(player) >= amount else 0


def tokens_held(table: Table, player: str) -> Cents:
    """Return what a player has in tokens at a table."""
    return table.balances.get(table.till.tokens(player), 0)


def tender_refusal(
    law: TableLaw, table: Table, player: str, amount: Cents, tender: str, *, in_chips: bool = True
) -> Refused | None:
    """Refuse what the table does not take, or more than the player has of it.

    ``in_chips`` is false for a wager that has steps of its own, such as insurance.
    """
    rule = law.wagers.chips_or_tokens
    if tender not in rule.value:
        oral = law.wagers.no_oral_wagers
        if tender == "words" and oral is not None:
            return Refused("wager/oral", oral.clause, "a wager is laid in chips, not called")
        why = f"a wager is made with {' or '.join(rule.value)}"
        return Refused("wager/not-chips", rule.clause, why)
    if in_chips and (refused := not_in_chips(law, table, amount)):
        return refused
    return too_few_chips(law, table, player, amount, tokens=tender == TOKENS)


def laying_refusal(
    law: TableLaw,
    table: Table,
    player: str,
    amount: Cents,
    tokens: Cents,
    *,
    tender: str = "",
    in_chips: bool = True,
) -> Refused | None:
    """Refuse a wager whose parts in chips and in tokens the player cannot lay.

    In a tournament only its chips will do.
    """
    if table.contest is not None and tender not in ("", CHIPS):
        only = tournament_law(law).wagers.chips_only
        return Refused("contest/other-chips", only.clause, OTHER_CHIPS, only.also)
    for part, laid in ((amount - tokens, tender or CHIPS), (tokens, TOKENS)):
        wanted = part or not amount
        if wanted and (
            refused := tender_refusal(law, table, player, part, laid, in_chips=in_chips)
        ):
            return refused
    return None


def round_under_way(law: TableLaw, table: Table, what: str) -> Refused | None:
    """Refuse what may happen only between rounds, once the next one is called."""
    if not is_betting_over(table):
        return None
    return Refused(
        "round/under-way",
        law.wagers.no_change_after.clause,
        f"{what} between rounds, and a round is under way",
    )


def nothing_to_continue(clause: str) -> Refused:
    """Refuse to undo a round that is over because it is impractical to continue."""
    why = "the round is over: nothing is left to continue"
    return Refused("invalidate/over", clause, why)


def no_such_wager(player: str, clause: str) -> Refused:
    """Refuse to void a wager that does not exist."""
    return Refused("wager/none", clause, f"{player} has no such wager in this round")


def not_empowered(command: Command, permission: Rule[Role], what: str) -> Refused | None:
    """Refuse a command whose sender lacks the role that the clause demands."""
    if command.by.may_act_as(permission.value):
        return None
    return Refused(
        "role/not-empowered",
        permission.clause,
        f"only {permission.value.one} or above may {what}, not {command.by.one}",
        permission.also,
    )


def not_the_dealer(command: Command, clause: str) -> Refused | None:
    """Refuse the dealer's work to anybody below the dealer."""
    if command.by.may_act_as(DEALER):
        return None
    why = f"only the dealer may do this, not {command.by.one}"
    return Refused("role/not-the-dealer", clause, why)


def notice_missing(
    table: Table, whom: tuple[Role, ...], player: str | None, clause: str
) -> Refused | None:
    """Refuse a step that requires notices while one of them is missing.

    The casino gives them: what a player says to an inspector is no such notice.
    """
    given = (n for n in table.notices if n.by is not Role.PLAYER)
    told = {n.whom for n in given if n.player == player and not n.used}
    missing = [role for role in whom if role not in told]
    if not missing:
        return None
    names = " and ".join(role.title for role in missing)
    why = (
        f"first give notice about {player} to: {names}"
        if player
        else f"first give notice to: {names}"
    )
    return Refused("notice/missing", clause, why)


def not_open(law: TableLaw, table: Table) -> Refused | None:
    """Refuse to begin anything at a closed table."""
    if table.open:
        return None
    return Refused("table/closed", law.floor.closed_by.clause, "the table is closed")


def player_excluded(table: Table, player: str) -> Refused | None:
    """Refuse a player who was excluded from the game."""
    clause = table.excluded.get(player)
    if clause is None:
        return None
    return Refused("player/excluded", clause, f"{player} is excluded from this game")
