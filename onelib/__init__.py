"""The commands of the package, and the helpers that ONE's drivers import from ``onelib``."""
