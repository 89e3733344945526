"""Refusals: their kinds, their fields, and what to do in the words of whoever asks."""
