"""What happens in a session of a tournament at a table, in sentences."""

from croupier.display.disclosure import SeenEvent
from croupier.display.seen_events import FormSeen
from croupier.display.sentences import Told
from croupier.display.voices import Voice
from croupier.display.words import counted, listed
from croupier.money import in_dollars
from croupier.table import contest_events as contest


def told_of_contest(event: SeenEvent, voice: Voice) -> Told:
    """A sentence about a session of a tournament; none where the event is no part of one."""
    match event:
        case contest.ContestBegan(contestants=players, rounds=rounds):
            names = listed([voice.who(one.player) for one in players], none="nobody")
            return f"A session of {counted(rounds, 'round')} begins: {names}", True
        case contest.PassCardPlayed(player=player):
            return f"{voice.does(player, 'play', 'plays')} a pass card", True
        case FormSeen(player=player, amount=amount):
            what = "" if amount is None else f" for {in_dollars(amount)}"
            return f"{voice.does(player, 'hand', 'hands')} in a form{what}", True
        case contest.FormAnnounced(player=player, amount=amount):
            return f"{voice.whose(player, 'undisclosed wager')}: {in_dollars(amount)}", True
        case contest.FormShown(player=player, of=owner):
            return f"{voice.does(player, 'see', 'sees')} the form of {voice.who(owner)}", False
        case contest.TimeRanOut(player=player):
            return f"{voice.whose(player, 'time')} is over: the minimum is wagered", True
        case contest.AbsenceCharged(player=player, amount=amount):
            return f"{in_dollars(amount)} are deducted: {voice.who(player)} is absent", True
    return _of_people(event, voice)


def _of_people(event: SeenEvent, voice: Voice) -> Told:
    match event:
        case contest.PresenceChanged(player=player, present=present):
            return f"{voice.does(player, 'are', 'is')} {'there' if present else 'absent'}", False
        case contest.ContestantEliminated(player=player, fall=fall):
            out = f"{voice.does(player, 'are', 'is')} eliminated in round {fall.round}"
            return f"{out} with {in_dollars(fall.chips)}", True
        case contest.ContestantRemoved(player=player, standing=standing):
            return f"{voice.does(player, 'are', 'is')} out: {standing.value}", True
        case contest.ContestantReplaced(player=player, by=by):
            return f"{voice.does(by, 'play', 'plays')} on for {voice.who(player)}", True
        case contest.ContestantReinstated(player=player):
            return f"{voice.does(player, 'are', 'is')} back", True
        case contest.ContestRoundEnded(round=number, rounds_left=left):
            return f"Round {number} is over, {left} to go", False
        case contest.PlayOffBegan(players=players):
            return f"A tie is played off: {listed([voice.who(one) for one in players])}", True
        case contest.ContestEnded(counts=counts):
            held = [f"{voice.who(one)} {in_dollars(chips)}" for one, chips in counts.items()]
            told = listed(held, none="nobody has chips")
            return f"The session is over: {told}", True
        case contest.WagersLimitedInTime(seconds=seconds):
            return f"A wager is made within {seconds} seconds", True
    return None
