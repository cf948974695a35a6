"""The key file: what is refused, and that nothing shows the key."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from governance.private import read_secret
from records import Rejected


def refused(path: Path, corpus: Path) -> str:
    with pytest.raises(Rejected) as raised:
        read_secret(path, corpus)
    assert {(finding.code, finding.where) for finding in raised.value.findings} == {("E_KEY", "--key-file")}
    text = " ".join(finding.message for finding in raised.value.findings)
    assert str(path) not in text
    assert path.name not in text
    return text


def test_a_key_shows_nothing_of_itself_and_starts_each_kind_of_stream_apart(key_file: Path, tmp_path: Path) -> None:
    key_file.write_bytes(b"SENTINEL-KEY-0123456789-abcdefghij")
    secret = read_secret(key_file, tmp_path / "corpus")
    images = {secret.prefix("choice"), secret.prefix("schedule")}
    assert len(images) == 2
    for shown in (repr(secret), str(secret), *images):
        assert "SENTINEL" not in shown
        assert key_file.read_bytes().hex() not in shown
    assert secret.prefix("choice") == read_secret(key_file, tmp_path / "corpus").prefix("choice")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o611])
def test_a_key_that_others_may_use_is_refused(key_file: Path, tmp_path: Path, mode: int) -> None:
    os.chmod(key_file, mode)
    assert "0600 is expected" in refused(key_file, tmp_path / "corpus")


@pytest.mark.parametrize("data", [b"", b"short", bytes(range(31)), bytes(4097)])
def test_a_key_of_the_wrong_length_is_refused(key_file: Path, tmp_path: Path, data: bytes) -> None:
    key_file.write_bytes(data)
    assert "32 to 4096 bytes" in refused(key_file, tmp_path / "corpus")


def test_a_key_that_can_be_guessed_is_refused(key_file: Path, tmp_path: Path) -> None:
    key_file.write_bytes(b"abcabcab" * 8)
    assert "can be guessed" in refused(key_file, tmp_path / "corpus")


def test_a_key_must_be_a_plain_file_with_one_name(key_file: Path, tmp_path: Path) -> None:
    link, pipe, second = (tmp_path / name for name in ("link-name", "pipe-name", "second-name"))
    link.symlink_to(key_file)
    os.mkfifo(pipe, 0o600)
    for path in (link, pipe, tmp_path / "operator", tmp_path / "absent-name"):
        assert "plain file" in refused(path, tmp_path / "corpus")
    os.link(key_file, second)
    assert "hard link" in refused(second, tmp_path / "corpus")


def test_a_key_inside_the_corpus_is_refused_through_links_too(key_file: Path, tmp_path: Path) -> None:
    assert "lies inside the corpus" in refused(key_file, key_file.parent)
    (tmp_path / "alias").symlink_to(key_file.parent)
    assert "lies inside the corpus" in refused(key_file, tmp_path / "alias")
    assert "lies inside the corpus" in refused(tmp_path / "alias" / key_file.name, key_file.parent)


def test_every_fault_is_told_at_once(key_file: Path) -> None:
    key_file.write_bytes(b"x")
    os.chmod(key_file, 0o644)
    text = refused(key_file, key_file.parent)
    assert all(word in text for word in ("0600", "32 to 4096", "inside the corpus"))
