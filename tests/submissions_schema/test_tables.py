"""The exported tables equal the lists they were taken from, and work in both languages."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
import subprocess
from pathlib import Path
from typing import Any

import detect_secrets.plugins
import pytest
from detect_secrets.plugins.base import RegexBasedDetector
from hypothesis import given, settings
from hypothesis import strategies as st
from packaging.licenses import canonicalize_license_expression
from packaging.licenses._spdx import LICENSES as INSTALLED

from submissions_schema.rules import HOSTS, LICENCES
from submissions_schema.secrets import LONG_TOKEN, PATTERNS, SecretPattern

ROOM = Path(__file__).resolve().parents[2] / "submissions_schema"
TABLE: dict[str, Any] = json.loads((ROOM / "secret-patterns.json").read_text(encoding="utf-8"))


def test_licences_are_the_installed_spdx_list() -> None:
    assert {entry["id"] for entry in INSTALLED.values()} == LICENCES


def test_licence_ids_are_in_canonical_spelling() -> None:
    for licence in ("MIT", "Apache-2.0", "GPL-3.0-or-later", "BSD-3-Clause"):
        assert licence in LICENCES
        assert canonicalize_license_expression(licence.lower()) == licence


def installed_patterns() -> list[tuple[str, str, bool]]:
    found = []
    for module in sorted(pkgutil.iter_modules(detect_secrets.plugins.__path__), key=lambda module: module.name):
        plugin = importlib.import_module(f"detect_secrets.plugins.{module.name}")
        for name, kind in inspect.getmembers(plugin, inspect.isclass):
            own = issubclass(kind, RegexBasedDetector) and not inspect.isabstract(kind)
            if own and name not in TABLE["left_out"]:
                scanner: Any = kind()
                found += [(scanner.secret_type, rule.pattern, bool(rule.flags & re.I)) for rule in scanner.denylist]
    return found


def test_secret_patterns_are_those_of_the_installed_scanner() -> None:
    ours = [row for row in TABLE["patterns"] if row["origin"] == "detect-secrets"]
    assert [(row["name"], row["pattern"], row["ignore_case"]) for row in ours] == installed_patterns()


def test_every_pattern_left_out_exists_and_has_a_reason() -> None:
    for name, reason in TABLE["left_out"].items():
        assert any(
            hasattr(importlib.import_module(f"detect_secrets.plugins.{module.name}"), name)
            for module in pkgutil.iter_modules(detect_secrets.plugins.__path__)
        )
        assert len(reason) > 20


def test_patterns_compile_in_javascript() -> None:
    script = (
        "const t=JSON.parse(require('fs').readFileSync(0,'utf8'));"
        "for(const p of [...t.patterns,{pattern:t.email}]) new RegExp(p.pattern,p.ignore_case?'i':'');"
        "console.log(t.patterns.length)"
    )
    done = subprocess.run(["node", "-e", script], input=json.dumps(TABLE), capture_output=True, text=True, check=True)
    assert int(done.stdout) == len(PATTERNS)


@pytest.mark.parametrize("pattern", [one for one in PATTERNS if one.long_token], ids=lambda one: one.name)
def test_patterns_marked_long_need_a_long_token(pattern: SecretPattern) -> None:
    @settings(max_examples=5, database=None)
    @given(st.from_regex(pattern.expression, alphabet=st.characters(min_codepoint=32, max_codepoint=126)))
    def check(text: str) -> None:
        assert max(map(len, text.split())) >= LONG_TOKEN

    check()


def test_patterns_use_no_anchor_that_lines_would_change() -> None:
    for pattern in PATTERNS:
        assert not re.search(r"(?<!\\)\$", pattern.expression.pattern)


def test_hosts_are_plain_lower_case_names() -> None:
    assert len(set(HOSTS)) == len(HOSTS)
    for host in HOSTS:
        assert re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", host)
