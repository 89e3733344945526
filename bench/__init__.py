"""What a resize costs, beside what it cannot do without."""
