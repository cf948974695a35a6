"""Locked wheels: pip only fetches them, they are unpacked as archives, and nothing of them runs on the host."""

from __future__ import annotations

import os
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from isolation import Unavailable
from isolation.source import wheels
from isolation.source.wheels import gather_wheels, unpack
from records import Rejected, sha256_hex


@pytest.fixture
def unpacked(top: int):
    """Unpack archives; what stands in the environment afterwards is below the fixture `top`."""
    return lambda *paths: unpack(paths, top)


def archive(folder: Path, name: str, members: dict[str, bytes], link: str = "") -> Path:
    path = folder / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for member, data in members.items():
            made.writestr(member, data)
        if link:
            info = zipfile.ZipInfo(link)
            info.external_attr = (stat.S_IFLNK | 0o777) << 16
            made.writestr(info, "/etc/passwd")
    return path


def test_a_locked_wheel_is_fetched_named_and_unpacked(make_wheel, top, tmp_path):
    path = make_wheel()
    made = gather_wheels(["words==1.0"], top, hashed=False)
    assert [(wheel.file, wheel.sha256) for wheel in made] == [(path.name, sha256_hex(path.read_bytes()))]
    assert (tmp_path / "tree" / "lib" / "words" / "__init__.py").read_text() == "WORD = 'found'\n"


def test_hashes_are_required_where_the_lock_file_has_them(make_wheel, top):
    right = sha256_hex(make_wheel().read_bytes())
    assert gather_wheels([f"words==1.0 --hash=sha256:{right}"], top, hashed=True)
    with pytest.raises(Rejected) as refused:
        gather_wheels([f"words==1.0 --hash=sha256:{'0' * 64}"], top, hashed=True)
    assert refused.value.findings[0].code == "R_WHEEL_HASH"


def test_what_is_not_pinned_is_not_fetched(make_wheel, top, tmp_path):
    make_wheel("words", needs="Requires-Dist: more==1.0\n")
    make_wheel("more")
    assert len(gather_wheels(["words==1.0"], top, hashed=False)) == 1
    assert not (tmp_path / "tree" / "lib" / "more").exists()


def test_set_up_code_never_runs(make_wheel, top, tmp_path):
    mark = tmp_path / "ran"
    folder = make_wheel("other").parent
    setup = tmp_path / "setup.py"
    setup.write_text(f"open({str(mark)!r}, 'w')\nfrom setuptools import setup\nsetup(name='built', version='1.0')\n")
    with tarfile.open(folder / "built-1.0.tar.gz", "w:gz") as made:
        made.add(setup, "built-1.0/setup.py")
    with pytest.raises(Rejected) as refused:
        gather_wheels(["built==1.0"], top, hashed=False)
    assert refused.value.findings[0].code == "R_WHEEL"
    assert not mark.exists()


def test_no_requirement_needs_no_pip(top, monkeypatch):
    monkeypatch.setattr(wheels.sys, "executable", "/bin/false")
    assert gather_wheels([], top, hashed=False) == ()


@pytest.mark.parametrize("member", ["../out.py", "/etc/out.py", "a/../../out.py", "a//b.py"])
def test_a_member_that_leads_outside_is_refused(unpacked, tmp_path, member):
    with pytest.raises(Rejected):
        unpacked(archive(tmp_path, "x.whl", {member: b"x"}))
    assert not (tmp_path / "out.py").exists()


def test_links_lies_and_things_that_are_no_archive_are_refused(unpacked, tmp_path):
    broken = tmp_path / "broken.whl"
    broken.write_bytes(b"PK\x03\x04 and no more")
    for path in (archive(tmp_path, "link.whl", {}, link="l"), broken):
        with pytest.raises(Rejected):
            unpacked(path)


def test_wheels_that_contradict_each_other_are_refused_and_equal_files_are_not(unpacked, tmp_path):
    one, same, other, under = (
        archive(tmp_path, f"{n}.whl", members)
        for n, members in enumerate(({"a.py": b"1"}, {"a.py": b"1"}, {"a.py": b"2"}, {"a.py/b.py": b"1"}))
    )
    unpacked(one, same)
    for path in (other, under):
        with pytest.raises(Rejected):
            unpacked(path)


def test_a_bomb_is_cut_off(unpacked, tmp_path, monkeypatch):
    monkeypatch.setattr(wheels, "MAX_UNPACKED", 1000)
    with pytest.raises(Rejected):
        unpacked(archive(tmp_path, "bomb.whl", {"zeros": bytes(100_000)}))


def test_scripts_and_data_stay_out_and_libraries_are_merged(unpacked, tmp_path):
    members = {"w-1.data/scripts/go": b"x", "w-1.data/purelib/inner/x.py": b"y", "w-1.data/data/etc/z": b"z"}
    unpacked(archive(tmp_path, "w.whl", members))
    names = sorted(str(p.relative_to(tmp_path / "tree")) for p in (tmp_path / "tree").rglob("*") if p.is_file())
    assert names == ["lib/inner/x.py"]


def test_a_python_without_pip_is_an_unusable_machine(top, monkeypatch):
    monkeypatch.setattr(wheels.sys, "executable", os.fspath("/usr/bin/python3"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setattr(wheels, "INTERPRETER", Path("/nowhere/python3"))
    with pytest.raises(Unavailable):
        gather_wheels(["words==1.0"], top, hashed=False)
