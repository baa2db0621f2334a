"""What happens to a player's account, in sentences: cards shown, limits set, chips declared."""

from croupier.display.disclosure import SeenEvent
from croupier.display.sentences import Told
from croupier.display.voices import Voice
from croupier.floor import account_events
from croupier.floor.purses import LiveChipsMoved, PurseMoved
from croupier.money import in_dollars


def told_of_an_account(event: SeenEvent, voice: Voice) -> Told:
    """A sentence about a limit or a declaration."""
    match event:
        case account_events.LossLimitSet(player=player, limit=limit, duties=duties):
            days = "a day" if limit.days == 1 else f"{limit.days} days"
            limited = f"at most {in_dollars(limit.amount)} in {days}"
            who = voice.does(player, "may lose", "may lose")
            return f"{who} {limited}; chips are declared ({', '.join(duties)})", True
        case account_events.DepositLimitSet(player=player, amount=amount):
            who = voice.does(player, "deposit", "deposits")
            return f"{who} at most {in_dollars(amount)} a day", True
        case account_events.Deposited(player=player, amount=amount):
            return f"{voice.does(player, 'deposit', 'deposits')} {in_dollars(amount)}", True
        case PurseMoved(player=player, amount=amount) if amount >= 0:
            return f"{voice.whose(player, 'purse')} gains {in_dollars(amount)}", False
        case PurseMoved(player=player, amount=amount):
            return f"{in_dollars(-amount)} leave {voice.whose(player, 'purse')}", False
        case LiveChipsMoved(player=player, amount=amount, table=table) if amount >= 0:
            who = voice.does(player, "bring", "brings")
            return f"{who} {in_dollars(amount)} to table {table}", False
        case LiveChipsMoved(player=player, amount=amount, table=table):
            who = voice.does(player, "take", "takes")
            return f"{who} {in_dollars(-amount)} away from table {table}", False
        case account_events.ChipsDeclared(player=player, amount=amount, leaving=leaving):
            who = voice.does(player, "declare", "declares")
            return f"{who} {in_dollars(amount)} in chips{' left' if leaving else ''}", True
    return None
