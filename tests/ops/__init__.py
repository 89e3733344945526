"""Tests of the operator families, one table of cases per operator."""
