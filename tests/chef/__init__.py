"""Cooks a recipe (protobuf text format) into a model."""
