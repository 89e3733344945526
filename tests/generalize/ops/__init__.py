"""Tests of what the operators of a family do with numbers of the file."""
