"""ONE's names: ``CircleModel``, ``ModelEditor``, ``Shape``, ``Dim``."""
