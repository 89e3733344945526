"""Programs that write files of this project."""
