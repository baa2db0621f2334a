"""The pit: every table of the floor at a glance, and what needs somebody there."""
