"""The floor as a running thing: work on it is decided, written down, and only then shown."""
