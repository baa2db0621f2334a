"""What a viewer may know of people's accounts: nothing, wherever they stand at a table."""

from croupier.display.disclosed import Disclosed, Redaction
from croupier.floor.people import events as people
from croupier.table.events import Event

OFF_THE_FLOOR = Disclosed.OFF_THE_FLOOR

OF_PEOPLE: dict[type[Event], Disclosed | Redaction] = {
    people.PersonRegistered: OFF_THE_FLOOR,
    people.RoleGranted: OFF_THE_FLOOR,
    people.RoleWithdrawn: OFF_THE_FLOOR,
    people.PersonSuspended: OFF_THE_FLOOR,
    people.PersonReinstated: OFF_THE_FLOOR,
    people.PasswordSet: OFF_THE_FLOOR,
    people.FactorSet: OFF_THE_FLOOR,
    people.FactorRemoved: OFF_THE_FLOOR,
    people.SignedIn: OFF_THE_FLOOR,
    people.SignedOut: OFF_THE_FLOOR,
    people.SessionsEnded: OFF_THE_FLOOR,
    people.TokenIssued: OFF_THE_FLOOR,
    people.TokenRevoked: OFF_THE_FLOOR,
    people.PlayerExcluded: OFF_THE_FLOOR,
    people.ReminderSet: OFF_THE_FLOOR,
    people.PlayLimitSet: OFF_THE_FLOOR,
    people.RecordsRead: OFF_THE_FLOOR,
}
"""Who may know each kind of event of a person."""
