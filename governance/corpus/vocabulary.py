"""corpus/category-vocabulary.toml: the categories that may occur in a corpus, each with its purpose in one line.

Invariant: a category is a slug and a purpose; what is not in the vocabulary is no category.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from governance.corpus.fields import Fields
from governance.corpus.files import read_toml
from governance.corpus.identity import SLUG
from records import printable

VOCABULARY_FILE = "corpus/category-vocabulary.toml"
SCHEMA_VERSION = 1
CODE = "G_VOCABULARY"
LONGEST_PURPOSE = 200


def read_vocabulary(root: Path) -> Mapping[str, str]:
    """Category to purpose, in the order of the file. Raises Rejected G_VOCABULARY."""
    table = read_toml(root, VOCABULARY_FILE, code=CODE)
    known = frozenset({"schema_version", "categories"})
    fields = Fields(table, code=CODE, file=VOCABULARY_FILE, known=known)
    fields.expect("schema_version", SCHEMA_VERSION)
    categories = fields.table("categories")
    for name, purpose in categories.items():
        if not re.fullmatch(SLUG, name):
            fields.complain("categories", f"a category is a slug, not {printable(name)}", name)
        if not isinstance(purpose, str) or not 0 < len(purpose) <= LONGEST_PURPOSE or not purpose.isprintable():
            message = f"its purpose in one line of 1 to {LONGEST_PURPOSE} characters is expected"
            fields.complain("categories", message, name)
    fields.finish()
    return {name: str(purpose) for name, purpose in categories.items()}


def vocabulary_bytes(categories: Mapping[str, str]) -> bytes:
    """The file of a vocabulary; `read_vocabulary` is its inverse."""
    lines = [f"schema_version = {SCHEMA_VERSION}", "", "[categories]"]
    lines += [f"{_key(name)} = {_quoted(purpose)}" for name, purpose in categories.items()]
    return ("\n".join(lines) + "\n").encode("utf-8")


def _key(name: str) -> str:
    return f'"{name}"' if "." in name else name


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
