"""The old and the new model run on the same numbers, and what must be equal is compared."""
