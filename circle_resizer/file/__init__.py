"""The FlatBuffer file: bounds-checked reading, edits in place, growing in front, saving."""
