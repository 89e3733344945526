"""The circle schema as data: field offsets, operator codes, option tables."""
