"""Shapes of every tensor, by the rules of ``ops``."""
