"""Reading, editing and growing a FlatBuffer; knows nothing about neural networks."""
