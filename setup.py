"""Man pages and completions are made from the parsers while the package is installed."""

import sys
from distutils.command.install_data import install_data  # setuptools brings it since Python 3.12
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import setup

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from tools import share  # noqa: E402  # a build does not look for modules here by itself


class InstallShare(install_data):
    """Writes the files, then installs them."""

    def run(self) -> None:
        """Install them below ``share``."""
        with TemporaryDirectory() as made:
            share.main(Path(made, "share"))
            paths = [path for path in sorted(Path(made).rglob("*")) if path.is_file()]
            self.data_files = [(str(p.parent.relative_to(made)), [str(p)]) for p in paths]
            super().run()


# "share" is empty until then, but without an entry nothing would be installed
setup(cmdclass={"install_data": InstallShare}, data_files=[("share", [])])
