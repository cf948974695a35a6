"""export-site: public studies with every category; private and retired corpora are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


def with_role(operator: Any, role: str) -> None:
    """The same corpus in another role, which is no part of its digest."""
    path = operator.root / "corpus.toml"
    path.write_text(path.read_text().replace("private-held-out", role))


@pytest.mark.parametrize(("role", "instead"), [("private-held-out", "publish-redacted"), ("retired", "archive")])
def test_private_and_retired_corpora_are_refused(copied: Any, tmp_path: Path, role: str, instead: str) -> None:
    with_role(copied, role)
    assert copied.run("export-site", "--out", tmp_path / "site", "--apply") == 1
    assert "P_EXPORT at corpus.toml:/role" in copied.last
    assert instead in copied.last
    assert not (tmp_path / "site").exists()


def test_public_studies_are_shown_first_and_written_with_every_category(copied: Any, tmp_path: Path) -> None:
    with_role(copied, "public-development")
    site = tmp_path / "site"
    assert copied.run("export-site", "--out", site) == 1
    assert not site.exists()
    assert copied.run("export-site", "--out", site, "--apply") == 0
    index = json.loads((site / "sealed" / "index.json").read_bytes())
    assert len(index["summaries"]) == 3
    shown = json.loads((site / "sealed" / f"{copied.study.name}.json").read_bytes())
    assert "neither uncontaminated nor held out" in shown["claim"]
    rows = {row["name"]: row for row in shown["categories"]}
    assert {name: (row["tasks"], row["descriptive_only"]) for name, row in rows.items()} == {
        **{"deduction": (12, False), "quantity": (8, False), "tracking": (3, True), "spatial": (3, True)},
    }
    assert sum(row["solved"] for row in rows.values()) == shown["whole"]["solved"]
    assert shown["release"] == {"version": "0.1.0", "status": "active"}
    assert copied.run("export-site", "--out", site) == 0
    assert "unchanged" in copied.last
