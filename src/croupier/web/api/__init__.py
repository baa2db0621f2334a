"""The interface for programs: REST over what the hall shows and carries out."""
