"""The commands ``edge``, ``strategy`` and ``simulate``, and charts as pictures."""
