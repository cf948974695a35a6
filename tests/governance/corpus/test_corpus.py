"""Identity, vocabulary and digests of a corpus; each reader refuses what is not right and says what was expected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator import CORPORA
from evaluator.tasks import Task
from governance.corpus import (
    FIXTURES,
    Identity,
    Role,
    Version,
    configuration_id,
    corpus_digest,
    identity_bytes,
    load_governed,
    read_identity,
    read_vocabulary,
    task_digest,
    vocabulary_bytes,
)
from records import Rejected, canonical_line

SmallCorpus = Callable[..., Path]
TASK = Task(id="t", category="c", family="f", tier=1, criteria=("correct",), entries=(("gold", b"A"), ("prompt", b"?")))
IDENTITY = Identity(id="core-v0.1", version="0.1.0", role=Role.PUBLIC_DEVELOPMENT, kind="choice")
WHOLE = identity_bytes(IDENTITY).decode()
entries = st.lists(st.tuples(st.sampled_from("abc"), st.binary(max_size=4)), max_size=3).map(tuple)


def refused(read: Callable[[], object]) -> list[str]:
    with pytest.raises(Rejected) as error:
        read()
    return [finding.where for finding in error.value.findings]


@pytest.mark.parametrize("name", ["core-v0.1", "scheduling-v0.2"])
def test_the_public_corpora_are_governed(name: str) -> None:
    governed = load_governed(CORPORA / name)
    assert governed.identity.id == name
    assert governed.identity.role is Role.PUBLIC_DEVELOPMENT
    assert tuple(governed.digests) == governed.book.ids
    assert {task.category for task in governed.book.tasks} == set(governed.vocabulary)
    assert len(set(governed.digests.values())) == len(governed.digests)


def test_a_corpus_is_found_from_inside_its_root(
    small: SmallCorpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = small(tmp_path / "demo")
    outside = load_governed(root)
    monkeypatch.chdir(root)
    assert load_governed(Path()) == outside


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("schema_version = 1", "schema_version = 2", "/schema_version"),
        ("schema_version = 1", "schema_version = true", "/schema_version"),
        ('id = "core-v0.1"', 'id = "Core v0.1"', "/id"),
        ('id = "core-v0.1"', 'id = "../core"', "/id"),
        ('id = "core-v0.1"', f'id = "{"a" * 65}"', "/id"),
        ('"0.1.0"', '"0.1"', "/version"),
        ('"0.1.0"', '"0.01.0"', "/version"),
        ('"0.1.0"', "0.1", "/version"),
        ("public-development", "public", "/role"),
        ('kind = "choice"', 'kind = "essay"', "/kind"),
        ('kind = "choice"\n', "", "/kind"),
        ("schema_version", "colour = 1\nschema_version", "/colour"),
    ],
)
def test_an_identity_has_exactly_its_fields(tmp_path: Path, old: str, new: str, where: str) -> None:
    (tmp_path / "corpus.toml").write_text(WHOLE.replace(old, new), encoding="utf-8")
    assert refused(lambda: read_identity(tmp_path)) == [f"corpus.toml:{where}"]


@pytest.mark.parametrize("data", [b"", b"id = ", b"\xff", b"id = 1\nid = 2", b"[" * 5000, b"a" * 5_000_000])
def test_a_hostile_identity_is_a_finding(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "corpus.toml").write_bytes(data)
    assert refused(lambda: read_identity(tmp_path))


def test_an_identity_behind_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(identity_bytes(IDENTITY))
    (tmp_path / "corpus.toml").symlink_to(tmp_path / "elsewhere")
    assert refused(lambda: read_identity(tmp_path)) == ["corpus.toml"]


def test_every_role_and_kind_is_read_as_it_is_written(tmp_path: Path) -> None:
    for role in Role:
        identity = replace(IDENTITY, role=role, kind="schedule")
        (tmp_path / "corpus.toml").write_bytes(identity_bytes(identity))
        assert read_identity(tmp_path) == identity


@given(st.dictionaries(st.sampled_from(["a", "tier-1", "v0.2", "b2-c"]), st.text("a\"\\' é", min_size=1, max_size=9)))
def test_a_vocabulary_is_read_as_it_is_written(tmp_path: Path, categories: dict[str, str]) -> None:
    (tmp_path / "corpus").mkdir(exist_ok=True)
    (tmp_path / "corpus" / "category-vocabulary.toml").write_bytes(vocabulary_bytes(categories))
    assert read_vocabulary(tmp_path) == categories


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('schema_version = 1\n[categories]\n"Big Ones" = "x"', "/categories/Big Ones"),
        ("schema_version = 1\n[categories]\na = 1", "/categories/a"),
        ('schema_version = 1\n[categories]\na = "two\\nlines"', "/categories/a"),
        ("schema_version = 1\ncategories = []", "/categories"),
        ('schema_version = 1\n[categories]\na = "x"\n[more]', "/more"),
    ],
)
def test_a_category_is_a_slug_and_a_purpose(tmp_path: Path, text: str, where: str) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "category-vocabulary.toml").write_text(text, encoding="utf-8")
    assert refused(lambda: read_vocabulary(tmp_path)) == [f"corpus/category-vocabulary.toml:{where}"]


@given(entries, entries, st.binary(max_size=4), st.binary(max_size=4))
def test_no_two_contents_share_a_digest(
    one: tuple[tuple[str, bytes], ...], other: tuple[tuple[str, bytes], ...], first: bytes, second: bytes
) -> None:
    """Length prefixes, so that no two different contents share a stream."""
    equal = task_digest(replace(TASK, entries=one), first) == task_digest(replace(TASK, entries=other), second)
    assert equal == ((one, first) == (other, second))


def test_every_content_of_a_task_changes_its_digest(small: SmallCorpus, tmp_path: Path) -> None:
    task = load_governed(small(tmp_path)).book.tasks[0]
    for place, (name, content) in enumerate(task.entries):
        changed = list(task.entries)
        changed[place] = (name, content + b" ")
        assert task_digest(replace(task, entries=tuple(changed))) != task_digest(task)
    assert task_digest(task, b"{}") != task_digest(task)


def test_a_changed_fixture_line_changes_its_task_and_the_corpus_alone(small: SmallCorpus, tmp_path: Path) -> None:
    root = small(tmp_path)
    (root / FIXTURES).parent.mkdir(exist_ok=True)
    ids = load_governed(root).book.ids
    seen = []
    for changed in ("", "more"):
        lines = [canonical_line({"task": name, "note": changed if name == ids[0] else ""}) for name in ids]
        (root / FIXTURES).write_bytes(b"".join(lines))
        seen.append(load_governed(root))
    assert [name for name in ids if seen[0].digests[name] != seen[1].digests[name]] == [ids[0]]
    assert seen[0].corpus_digest != seen[1].corpus_digest


@pytest.mark.parametrize(
    "data", [b"{}\n", b"[1]\n", b'{"task":"a"}\n{"task":"a"}\n', b'{"task":"a"}', b"\n", b'{"task":1}\n']
)
def test_fixture_lines_that_cannot_be_told_apart_are_refused(small: SmallCorpus, tmp_path: Path, data: bytes) -> None:
    root = small(tmp_path)
    (root / "contracts").mkdir(exist_ok=True)
    (root / FIXTURES).write_bytes(data)
    assert all(where.startswith(FIXTURES) for where in refused(lambda: load_governed(root)))


def test_a_corpus_digest_covers_id_kind_tasks_and_what_is_learned_from() -> None:
    digests, inputs = {"a": "sha256:1", "b": "sha256:2"}, {"train.jsonl": "3"}
    base = corpus_digest(IDENTITY, digests, inputs)
    assert corpus_digest(IDENTITY, dict(reversed(digests.items())), inputs) == base
    for other in (
        corpus_digest(replace(IDENTITY, id="core-v0.2"), digests, inputs),
        corpus_digest(replace(IDENTITY, kind="schedule"), digests, inputs),
        corpus_digest(IDENTITY, {**digests, "c": "sha256:3"}, inputs),
        corpus_digest(IDENTITY, {**digests, "a": "sha256:2"}, inputs),
        corpus_digest(IDENTITY, digests, {"train.jsonl": "4"}),
    ):
        assert other != base


def test_a_patch_release_or_a_retirement_keeps_the_digest() -> None:
    later = replace(IDENTITY, version="0.1.1", role=Role.RETIRED)
    assert corpus_digest(later, {"a": "1"}) == corpus_digest(IDENTITY, {"a": "1"})


def test_a_configuration_id_depends_on_fields_not_on_their_order() -> None:
    one = configuration_id({"seed": 1, "track": "closed-book"})
    assert one == configuration_id({"track": "closed-book", "seed": 1})
    assert one != configuration_id({"track": "closed-book", "seed": 2})
    assert one.startswith("cfg-")
    assert len(one) == 68


@given(st.lists(st.tuples(*[st.integers(0, 99)] * 3), min_size=2, max_size=2))
def test_versions_compare_as_numbers(numbers: list[tuple[int, int, int]]) -> None:
    one, other = (Version.of("{}.{}.{}".format(*parts)) for parts in numbers)
    assert (one < other) == (numbers[0] < numbers[1])
    assert Version.of(str(one)) == one


def test_only_a_private_template_may_be_without_tasks(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "category-vocabulary.toml").write_bytes(vocabulary_bytes({"deduction": "To conclude."}))
    (tmp_path / "corpus.toml").write_bytes(identity_bytes(replace(IDENTITY, role=Role.PRIVATE_HELD_OUT)))
    empty = load_governed(tmp_path)
    assert empty.book.tasks == ()
    assert empty.digests == {}
    with pytest.raises(ValueError, match="no tasks yet"):
        _ = empty.book.suite
    (tmp_path / "corpus.toml").write_bytes(identity_bytes(IDENTITY))
    assert refused(lambda: load_governed(tmp_path)) == ["/manifest.json"]


def test_what_a_file_says_cannot_move_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "corpus.toml").write_text(WHOLE + '"\\u001b[2J\\n\\u202e" = 1\n', encoding="utf-8")
    with pytest.raises(Rejected) as error:
        read_identity(tmp_path)
    assert all(str(finding).isprintable() for finding in error.value.findings)
