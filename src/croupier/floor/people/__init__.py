"""The house's people: who holds which role, who may not play for now, what was done to accounts.

A person is an immutable value with decisions and ``evolve`` of its own. Names, passwords and other
secrets are in no event: what is written here stays for ever.
"""

from croupier.floor.people.evolvers import evolve
from croupier.floor.people.state import NOBODY, Person

__all__ = ["NOBODY", "Person", "evolve"]
