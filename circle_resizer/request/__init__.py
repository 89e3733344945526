"""What a caller asks for: arguments and texts, brought into one form or refused."""
