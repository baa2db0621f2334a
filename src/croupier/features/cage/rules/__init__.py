"""The rules of the cage: pure state, commands, events and decisions."""
