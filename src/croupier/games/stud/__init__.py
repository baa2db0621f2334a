"""The round of Caribbean Stud."""
