"""Tournaments in the browser: for players, at their tables, on the wall, for the director."""

from croupier.web.pages.rendering import renderer_of

render = renderer_of("croupier.features.tournaments")
