"""Sizes of axes: numbers or expressions over symbols."""
