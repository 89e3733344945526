# The environment is made on first use; PYTHON and VENV choose another one.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
TESTS := $(wildcard tests)
# Where `make mutants` makes faults; COUNT and SEED say how many and which.
MUTATED ?= circle_resizer
COUNT ?= 200
SEED ?= 1
# Tests run on every processor; a recorded run needs them in one process.
PARALLEL ?= --numprocesses auto
# How many files `make fuzz` tries.
INPUTS ?= 100000
# What `make coverage` wants every line and branch of.
COVERED := */symbolic/dim.py,*/symbolic/polynomial.py,*/inference/value.py,*/inference/rules.py,*/circle_resizer/ops/*,*/file/flatbuffer_*,*/file/opened_file.py

.PHONY: all demo test format lint types fix bless man bench coverage covered mutants oracle public public-images fuzz dist deb clean
.NOTPARALLEL: # the environment is one for all

all: format lint types test

# One installation for each set of extras, again when the set changes.
$(VENV)/%.installed: setup.cfg setup.py pyproject.toml
	@sh tools/install '$(PYTHON)' '$(VENV)' '$(EXTRAS)'
	@touch $@
$(VENV)/test.installed: EXTRAS = [test]
$(VENV)/dev.installed: EXTRAS = [test,dev]
$(VENV)/oracle.installed: EXTRAS = [test,oracle]
$(VENV)/public.installed: EXTRAS = [test,public]
$(VENV)/public-images.installed: EXTRAS = [test,public-images]

demo: $(VENV)/plain.installed
	bin=$$(cd $(BIN) && pwd) && cd examples/bert && "$$bin/onecc" -V -C bert.cfg

test: $(VENV)/test.installed
ifdef TESTS
	$(BIN)/python $(RECORD) -m pytest $(PARALLEL)
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

# Man pages and completions, as an installation has them under share.
man: $(VENV)/plain.installed
	$(BIN)/python -m tools.share build/share

dist: $(VENV)/dev.installed
	rm -rf build dist
	$(BIN)/python -m build --outdir dist
	rm -rf build

ifdef TESTS
# Golden runs as the commands answer today: look at the difference before you commit it.
bless: $(VENV)/test.installed
	$(BIN)/python -m tests.ui.bless
	$(BIN)/python -m tests.zoo.pins

bench: $(VENV)/test.installed
	$(BIN)/python -m bench

coverage:
	$(MAKE) test 'RECORD=-m coverage run' PARALLEL=
	$(MAKE) covered

# What the last recorded run has left out.
covered: $(VENV)/test.installed
	$(BIN)/coverage report
	$(BIN)/coverage report --include='$(COVERED)' --fail-under=100

# Whether the tests notice small faults; half an hour on two processors.
mutants: $(VENV)/test.installed
	$(BIN)/python -m tools.mutants --count $(COUNT) --seed $(SEED) $(MUTATED)

# INPUTS inputs from SEED on; what is found lands in tests/hostile/found, where the tests run it.
fuzz: $(VENV)/test.installed
	$(BIN)/python -m tests.hostile.fuzz --count $(INPUTS) --seed $(SEED)

oracle: $(VENV)/oracle.installed
	$(BIN)/python -m pytest tests/oracle

# Networks of public packages, and the page that says what becomes of each.
public: $(VENV)/public.installed
	$(MAKE) public-images VENV=.venv-images
	for source in transformers keras.applications keras_hub; do $(BIN)/python -m tests.public.export $$source || exit; done
	$(BIN)/python -m tests.public.table
	$(BIN)/python -m pytest -m slow tests/public

# Exports of timm and torchvision; an environment of their own, since they want another torch.
public-images: $(VENV)/public-images.installed
	for source in timm torchvision; do $(BIN)/python -m tests.public.export $$source || exit; done

# The package of what is committed; needs what debian/control builds with.
deb:
	debian/make-deb dist
else
bless bench coverage covered mutants oracle public public-images fuzz deb:
	@echo "make $@ needs a checkout: a source archive holds no tests, benchmarks or packaging" >&2
	@exit 1
endif

clean:
	rm -rf .venv .venv-images .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
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
