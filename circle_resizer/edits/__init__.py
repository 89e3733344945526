"""From decisions to bytes: planned edits, inserted operators, the report."""
