"""A lock file holds exact pins and nothing else: no line of a stranger makes pip do more than fetch a wheel."""

from __future__ import annotations

import pytest

from leaderboard.reproduction import read_lock
from records import Rejected

HASH = "--hash=sha256:" + "a" * 64


def test_pins_markers_extras_hashes_comments_and_continued_lines_are_read():
    text = "# made by hand\n\nNumPy == 2.4.6  # arrays\nx[extra]==1.0+cpu ; python_version < '3.12'\n"
    text += f"y==1 \\\n    {HASH} \\\n  {HASH}\n"
    lock = read_lock(text.encode(), "lock.txt")
    assert lock.requirements == ("NumPy==2.4.6", "x==1.0+cpu ; python_version < '3.12'", f"y==1 {HASH} {HASH}")
    assert not lock.hashed


def test_hashes_count_where_every_pin_has_one():
    assert read_lock(f"x==1 {HASH}\n".encode(), "l").hashed
    assert not read_lock(b"", "l").hashed
    assert read_lock(b"# nothing\n", "l").requirements == ()


@pytest.mark.parametrize(
    "line",
    [
        *(
            "x",
            "x>=1",
            "x==1.*",
            "x~=1",
            "x @ https://example.org/x.whl",
            "https://example.org/x.whl",
            "./x.whl",
            "-e .",
        ),
        *(
            "-r other.txt",
            "--index-url https://example.org",
            "--extra-index-url=x",
            "--find-links .",
            "-c y",
            "x==1 --pre",
        ),
        *(
            "x==1 --config-settings=a=b",
            "x==1 --hash=md5:0",
            "x==1; os_name == 'a' --global-option=x",
            "{",
            "x===1",
            "\x00",
        ),
    ],
)
def test_every_other_line_is_named_with_its_number(line):
    with pytest.raises(Rejected) as refused:
        read_lock(f"ok==1\n{line}\n".encode(), "lock.txt")
    (finding,) = refused.value.findings
    assert (finding.code, finding.where) == ("R_LOCK", "lock.txt:2")


def test_other_bytes_are_refused():
    for data in (b"\xff\xfe", b"x==1\n" * 2001, b"#" * (5 << 20)):
        with pytest.raises(Rejected):
            read_lock(data, "l")
