"""An opened model, which of its graphs are asked for what, and one run at a time."""
