# The environment is made on first use; PYTHON and VENV choose another one.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
TESTS := $(wildcard tests)
# What `make coverage` wants every line and branch of.
COVERED := */dim.py,*/value.py,*/rules.py,*/ops/*,*/flat/*

.PHONY: all demo test format lint types fix bless man bench coverage oracle dist deb clean

all: format lint types test

# One installation for each set of extras, again when the set changes.
$(VENV)/%.installed: setup.cfg pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.$(EXTRAS)'
	touch $@
$(VENV)/test.installed: EXTRAS = [test]
$(VENV)/dev.installed: EXTRAS = [test,dev]
$(VENV)/oracle.installed: EXTRAS = [test,oracle]

demo: $(VENV)/plain.installed
	cd examples/bert && $(abspath $(BIN))/onecc -V -C bert.cfg

test: $(VENV)/test.installed
ifdef TESTS
	$(BIN)/python -m pytest
else # a source archive holds no tests: see that what it installs does its work
	$(BIN)/python examples/check.py
endif

format: $(VENV)/dev.installed
	$(BIN)/ruff format --check

lint: $(VENV)/dev.installed
	$(BIN)/ruff check

types: $(VENV)/dev.installed
ifdef TESTS
	$(BIN)/mypy
else # nor benchmarks
	$(BIN)/mypy circle_resizer onelib tools
endif

fix: $(VENV)/dev.installed
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

man: $(VENV)/plain.installed
	$(BIN)/python -m tools.gen_man
	$(BIN)/python -m tools.gen_completion

dist: $(VENV)/dev.installed
	rm -rf build dist
	$(BIN)/python -m build --outdir dist
	rm -rf build

ifdef TESTS
# Golden runs as the commands answer today: look at the difference before you commit it.
bless: $(VENV)/test.installed
	$(BIN)/python -m tests.ui.bless

bench: $(VENV)/test.installed
	$(BIN)/python -m bench

coverage: $(VENV)/dev.installed
	$(BIN)/coverage run -m pytest
	$(BIN)/coverage report
	$(BIN)/coverage report --include='$(COVERED)' --fail-under=100

oracle: $(VENV)/oracle.installed
	$(BIN)/python -m pytest tests/oracle

# The package of what is committed; needs what debian/control builds with.
deb:
	debian/make-deb dist
else
bless bench coverage oracle deb:
	@echo "make $@ needs a checkout: a source archive holds no tests, benchmarks or packaging" >&2
	@exit 1
endif

clean:
	rm -rf build dist *.egg-info examples/*/*.batch*.circle*

# The C++ library and its tests; needs a compiler, cmake, pybind11-dev, libgmock-dev, pkg-config and
# python3-dev, and cpp-memory valgrind as well.
.PHONY: cpp-test cpp-memory
ifdef TESTS
cpp-test: $(VENV)/test.installed
	cpp/check $(abspath $(BIN))/python plain

cpp-memory: $(VENV)/test.installed
	cpp/check $(abspath $(BIN))/python asan valgrind
else
cpp-test cpp-memory:
	@echo "make $@ needs a checkout: a source archive holds no tests" >&2
	@exit 1
endif
