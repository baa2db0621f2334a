"""Alerts: rules that call somebody, on a page, by webhook and by mail."""
