"""Evidence that a log is complete and unchanged: checkpoints, proofs, exports, archives, witnesses.

``verification`` checks a whole record; ``proof_verifier`` is a program of its own for people who
have neither the log nor croupier.
"""
