"""WHILE loops: induction variables, what they access, how often they run."""
