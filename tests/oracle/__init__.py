"""Tests that need other runtimes; they are run with the oracle extra."""
