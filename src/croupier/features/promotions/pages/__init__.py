"""Promotions in the browser: for players, for the desk that runs them, for who checks a draw."""

from croupier.web.pages.rendering import renderer_of

render = renderer_of("croupier.features.promotions")
