"""Tests of the product and of its harness."""
