"""Golden runs of the commands."""
