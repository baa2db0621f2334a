"""The pure part of fairness: what seeds decide, and the shoes of a table folded from events."""
