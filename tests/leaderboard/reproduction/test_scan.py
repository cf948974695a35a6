"""The static scan: what a reviewer should look at, with file and line, whatever the file is made of."""

from __future__ import annotations

import time

import pytest

from leaderboard.reproduction import scan, withhold
from leaderboard.reproduction.scan import PER_CODE


@pytest.fixture
def found(source, own):
    """(code, where) of every finding."""

    def look(files):
        made = source(files)
        return [(one.code, one.where) for one in scan(made, withhold(made, own, "predictions.json")).findings]

    return look


@pytest.mark.parametrize(
    "line",
    [
        *("import torch", "from torch import nn", "import os, torch.nn as nn", "    import tensorflow as tf"),
        *(
            "from transformers import AutoModel",
            "x = importlib.import_module('onnxruntime')",
            '__import__("llama_cpp")',
        ),
        *("from google import genai", "from sklearn.neural_network import MLPClassifier", "import openai"),
    ],
)
def test_neural_runtimes_are_found_where_they_are_imported(found, line):
    assert found({"a.py": f"x = 1\n{line}\n"}) == [("S_RUNTIME", "a.py:2")]


@pytest.mark.parametrize(
    "line", ["import torchless", "from mytorch import x", "# about torch", "import sklearn.tree", "tf = 1"]
)
def test_words_that_only_look_alike_are_left_alone(found, line):
    assert found({"a.py": line}) == []


@pytest.mark.parametrize(
    ("name", "line"),
    [
        *(("requirements.txt", "torch==2.1"), ("requirements-dev.txt", "sentence_transformers>=2")),
        *(
            ("poetry.lock", 'name = "torch"'),
            ("pyproject.toml", '  "tensorflow>=2",'),
            ("Cargo.toml", 'candle-core = "0.3"'),
        ),
        *(("package.json", '  "onnxruntime-node": "1"'), ("environment.yml", "  - keras=2")),
    ],
)
def test_lock_files_are_read_line_by_line(found, name, line):
    if name == "poetry.lock":
        line = "torch = [1]"
    assert ("S_RUNTIME", f"{name}:2") in found({name: f"x\n{line}\n"})


def test_weights_are_known_by_name_and_by_first_bytes(found):
    files = {
        "m.safetensors": b"x",
        "plain": b"GGUF\x03",
        "deep/data": b"\x89HDF\r\n\x1a\n",
        "t": b"abcdTFL3",
        "p": b"\x80\x04\x95x",
    }
    assert {where for code, where in found(files) if code == "S_WEIGHTS"} == set(files)


def test_downloads_networks_pointers_and_packed_files_are_named(found):
    files = {
        "a.py": "m = AutoModel.from_pretrained('x')\nimport requests\nfrom urllib import request\n",
        "go.sh": "curl -L x\n",
        "big.bin": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
        "x.7z": b"7z\xbc\xaf\x27\x1c",
    }
    assert {
        *(("S_DOWNLOAD", "a.py:1"), ("S_NETWORK", "a.py:2"), ("S_NETWORK", "a.py:3"), ("S_NETWORK", "go.sh:1")),
        *(("S_POINTER", "big.bin"), ("S_PACKED", "x.7z")),
    } <= set(found(files))


def test_answer_files_are_named_and_say_that_they_are_withheld(found, suite):
    assert found({"cache.json": " ".join(item.id for item in suite.items)}) == [("S_ANSWERS", "cache.json")]


def test_names_that_differ_in_case_only_are_named(found):
    assert found({"Run.py": "", "run.py": ""}) == [("S_CASE", "Run.py"), ("S_CASE", "run.py")]


def test_hostile_files_cost_a_linear_pass_and_are_bounded(found, source):
    files = {
        "line.py": "import " + "a," * 600_000,
        "spaces.py": " " * 1_000_000 + "import torch",
        "quotes.py": '"' * 1_000_000,
        "long.py": "import torch\n" * 200_000,
        "binary.py": b"\x00\xff" * 500_000,
        "broken.py": b"\xff\xfe\xfdimport torch\n" * 1000,
    }
    started = time.process_time()
    codes = [code for code, _ in found(files)]
    assert time.process_time() - started < 20
    assert codes.count("S_RUNTIME") == PER_CODE
    assert scan(source(files), ()).total > 150_000
    assert ("S_LONG") in codes


def test_an_ordinary_source_has_nothing_to_look_at(found):
    assert (
        found({"solver.py": "import json\nimport re\n", "README.md": "No torch here, import torch", "LICENSE": "MIT"})
        == []
    )
