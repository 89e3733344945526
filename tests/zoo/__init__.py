"""Networks exported at two shapes: see README.md."""
