"""The PostgreSQL store: many processes write to one log, and none can change what is there."""
