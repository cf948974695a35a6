"""The pinned source comes out of git as objects: nothing of it runs, nothing leads outside, everything has a limit."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from isolation import Unavailable
from isolation.source import Origin, fetch_source
from isolation.source.git import SourceLimits
from records import Rejected


def codes(refused: pytest.ExceptionInfo[Rejected]) -> set[str]:
    return {finding.code for finding in refused.value.findings}


def test_the_files_of_exactly_this_commit_come_with_their_bytes(repository):
    old = repository.of({"run.py": b"print(1)\n"})
    repository.of({"run.py": b"print(2)\n"})
    tree = fetch_source(repository.origin, old)
    assert (tree.commit, tree.files[0].path, tree.files[0].data) == (old, "run.py", b"print(1)\n")
    assert tree.tree == repository.git("rev-parse", f"{old}^{{tree}}").strip()


def test_a_commit_that_is_on_no_branch_is_found_too(repository):
    lost = repository.commit(repository.tree(("100755", "go", repository.blob(b"#!/bin/sh\n"))))
    repository.of({"other": b""})
    assert [(file.path, file.executable) for file in fetch_source(repository.origin, lost).files] == [("go", True)]


def test_a_repository_with_long_ids_works(tmp_path: Path):
    work = tmp_path / "long"
    for line in (
        ("init", "-q", "--object-format=sha256", str(work)),
        ("-C", str(work), "-c", "user.name=t", "-c", "user.email=t@x.org", "commit", "-q", "--allow-empty", "-m", "x"),
    ):
        subprocess.run(["git", *line], check=True, capture_output=True)
    head = subprocess.run(["git", "-C", str(work), "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    assert len(fetch_source(Origin.of(str(work)), head.stdout.strip()).commit) == 64


def test_links_and_submodules_are_named_and_left_out(repository):
    link, file = repository.blob(b"/etc/passwd"), repository.blob(b"x")
    commit = repository.commit(
        repository.tree(("160000", "deep", "a" * 40), ("100644", "file", file), ("120000", "link", link))
    )
    tree = fetch_source(repository.origin, commit)
    assert [one.path for one in tree.files] == ["file"]
    assert {(one.path, one.what) for one in tree.left_out} == {("deep", "submodule"), ("link", "link")}


def test_hooks_filters_and_the_maintainers_configuration_do_not_run(repository, tmp_path, monkeypatch):
    attributes = {
        ".gitattributes": b"* filter=evil\n",
        ".gitmodules": b'[submodule "x"]\n\turl = ../x\n',
        "a": b"as it is",
    }
    commit = repository.of(attributes)
    mark = tmp_path / "ran"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    script.chmod(0o755)
    for place in ("uploadpack.packObjectsHook", "filter.evil.smudge", "filter.evil.process", "core.fsmonitor"):
        repository.git("config", place, str(script))
    hooks = repository.folder / "hooks"
    hooks.mkdir()
    for name in ("post-checkout", "reference-transaction", "post-upload-pack"):
        (hooks / name).symlink_to(script)
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text(f"[core]\n\tfsmonitor = {script}\n\thooksPath = {hooks}\n")
    monkeypatch.setenv("HOME", str(home))
    tree = fetch_source(repository.origin, commit)
    assert {file.path: file.data for file in tree.files} == attributes
    assert not mark.exists()


@pytest.mark.parametrize(
    "names",
    [("..",), (".",), (".git",), (".GIT",), ("a/../../b",), ("/etc",), ("bad\nname",), ("\udcff",), ("a", "a")],
)
def test_names_that_cannot_stand_in_a_folder_are_refused(repository, names):
    blob = repository.blob(b"x")
    if names == ("\udcff",):
        raw = b"100644 \xff\0" + bytes.fromhex(blob)
        tree = repository.git("hash-object", "-w", "-t", "tree", "--literally", "--stdin", data=raw).strip()
    else:
        tree = repository.tree(*(("100644", name, blob) for name in names))
    with pytest.raises(Rejected) as refused:
        fetch_source(repository.origin, repository.commit(tree))
    assert codes(refused) == {"R_TREE"}


def test_a_file_that_is_a_folder_too_is_refused(repository):
    blob = repository.blob(b"x")
    inner = repository.tree(("100644", "b", blob))
    with pytest.raises(Rejected) as refused:
        fetch_source(
            repository.origin, repository.commit(repository.tree(("100644", "a", blob), ("40000", "a", inner)))
        )
    assert "file and a folder" in str(refused.value)


@pytest.mark.parametrize(
    ("limits", "files"),
    [
        (SourceLimits(file_bytes=10), {"large": b"x" * 11}),
        (SourceLimits(files=2), {"a": b"", "b": b"", "c": b""}),
        (SourceLimits(bytes=20), {"a": b"x" * 11, "b": b"y" * 11}),
    ],
)
def test_what_is_too_large_is_refused(repository, limits, files):
    with pytest.raises(Rejected) as refused:
        fetch_source(repository.origin, repository.of(files), limits)
    assert codes(refused) == {"R_TOO_LARGE"}


def test_a_tree_that_repeats_itself_without_end_is_cut(repository):
    tree = repository.tree(("100644", "f", repository.blob(b"bomb")))
    for _ in range(7):
        tree = repository.tree(*(("40000", f"d{number}", tree) for number in range(10)))
    with pytest.raises(Rejected) as refused:
        fetch_source(repository.origin, repository.commit(tree))
    assert codes(refused) == {"R_TOO_LARGE"}


def test_a_repository_that_is_too_large_is_cut_off_while_it_arrives(repository):
    commit = repository.of({"noise": b"".join(i.to_bytes(4, "big") * 3 for i in range(60_000))})
    with pytest.raises(Rejected) as refused:
        fetch_source(repository.origin, commit, SourceLimits(pack_bytes=10_000))
    assert codes(refused) == {"R_TOO_LARGE"}


def test_a_commit_that_is_not_there_is_a_finding_and_no_repository_an_error(repository, tmp_path):
    repository.of({"a": b""})
    with pytest.raises(Rejected) as refused:
        fetch_source(repository.origin, "d" * 40)
    assert codes(refused) == {"R_REVISION"}
    with pytest.raises(Rejected):
        fetch_source(repository.origin, "main")
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(Unavailable):
        fetch_source(Origin.of(str(empty)), "d" * 40)
    with pytest.raises(Unavailable):
        fetch_source(Origin.of("https://127.0.0.1:9/x"), "d" * 40)


@pytest.mark.parametrize(
    "text", ["ssh://host/x", "git@host:x", "ext::sh -c true", "http://host/x", "file:///x", "gone"]
)
def test_other_ways_to_reach_a_repository_are_refused(text):
    with pytest.raises(ValueError):
        Origin.of(text)


def test_a_tag_object_is_no_commit(repository):
    commit = repository.of({"a": b""})
    text = f"object {commit}\ntype commit\ntag v1\ntagger t <t@example.org> 0 +0000\n\nx\n".encode()
    tag = repository.git("mktag", data=text).strip()
    repository.git("update-ref", "refs/tags/v1", tag)
    with pytest.raises(Rejected):
        fetch_source(repository.origin, tag)
