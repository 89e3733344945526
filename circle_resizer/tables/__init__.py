"""Data tied to a size: which generator redraws a constant at another extent."""
