"""Which expression every specialised constant stands for: holes, candidates, constraints."""
