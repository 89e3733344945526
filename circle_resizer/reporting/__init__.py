"""A report for programs (JSON) and for people (one page of HTML)."""
