"""People and rights: who somebody is, how they show it, and what they may do."""
