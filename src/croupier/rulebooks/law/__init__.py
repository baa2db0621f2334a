"""The types that a law is made of: one module per subject, and the checks that a law is sound."""
