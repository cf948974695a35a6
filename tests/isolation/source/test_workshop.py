"""A run gets its files, the prepared environment and the system, and nothing else."""

from __future__ import annotations

from isolation import check_evidence
from isolation.source import Origin, Workshop


def test_a_locked_package_is_there_and_so_is_python_under_both_names(make_wheel):
    make_wheel()
    with Workshop().prepare(["words==1.0"], hashed=False) as bench:
        for python in ("python", "python3"):
            (done,) = bench.runs((python, "-c", "import words; print(words.WORD)"), {}, (), ())
            assert (done.status, done.stdout, done.publishable) == ("completed", b"found\n", True)
        assert check_evidence(done.evidence) == ()
        (done,) = bench.runs(("sh", "-c", "echo x > /environment/lib/words/y"), {}, (), ())
        assert done.status == "failed"


def test_programs_of_the_source_can_be_started_and_each_run_begins_anew():
    files = {"go/run.sh": b"#!/bin/sh\ntest ! -e left && echo done > left && cat go/note\n", "go/note": b"as it is"}
    with Workshop().prepare((), hashed=False) as bench:
        for _ in range(2):
            (done,) = bench.runs(("./go/run.sh",), files, {"go/run.sh"}, ("left",))
            assert (done.status, done.stdout, done.outputs) == ("completed", b"as it is", {"left": b"done\n"})
        (done,) = bench.runs(("./go/run.sh",), files, (), ())
        assert done.status == "failed"


def test_a_mirror_is_as_good_as_the_origin(repository):
    commit = repository.of({"a": b"same"})
    shop = Workshop(mirror=repository.origin)
    assert shop.mirrored
    assert shop.fetch("https://example.org/gone", commit).files[0].data == b"same"
    assert not Workshop(mirror=None).mirrored
    assert Origin.of("https://example.org/x/").address == "https://example.org/x"
