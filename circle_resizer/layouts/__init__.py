"""What a RESHAPE target means: alignments of factors in row-major order."""
