"""Where a private corpus may lie: every road into the public repository is refused, and no message names the place."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from governance.private import require_outside
from governance.private.place import REPOSITORY
from records import Rejected


def refusal(place: Path, *repositories: Path, versioned: bool = False) -> str:
    with pytest.raises(Rejected) as raised:
        require_outside(place, *repositories, option="--destination", versioned=versioned)
    (finding,) = raised.value.findings
    assert (finding.code, finding.where) == ("G_PLACE", "--destination")
    assert place.name not in finding.message
    return finding.message


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "public-tree" / "corpora").mkdir(parents=True)
    return tmp_path / "public-tree"


def test_a_place_outside_is_free(repository: Path, tmp_path: Path) -> None:
    require_outside(tmp_path / "elsewhere" / "deep", repository, option="--destination")
    require_outside(tmp_path / "public-tree-beside", repository, option="--destination")


def test_this_repository_is_refused_whatever_repository_is_named(repository: Path) -> None:
    assert "inside the public repository" in refusal(REPOSITORY / "corpora" / "sealed-place", repository)
    assert "inside the public repository" in refusal(REPOSITORY, repository)


@pytest.mark.parametrize("tail", ["sealed-place", "corpora/sealed-place", "corpora/../sealed-place", "./sealed-place"])
def test_the_named_repository_is_refused_also_by_roundabout_names(repository: Path, tail: str) -> None:
    assert "inside the public repository" in refusal(repository / tail, repository)
    assert "inside the public repository" in refusal(repository.parent / "x" / ".." / "public-tree" / tail, repository)


def test_links_and_other_letter_case_lead_inside(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "innocent").symlink_to(repository / "corpora")
    (tmp_path / "twice").symlink_to(tmp_path / "innocent")
    assert "inside the public repository" in refusal(tmp_path / "innocent" / "sealed-place", repository)
    assert "inside the public repository" in refusal(tmp_path / "twice" / "deep" / "sealed-place", repository)
    assert "inside the public repository" in refusal(tmp_path / "PUBLIC-Tree" / "sealed-place", repository)
    (tmp_path / "alias").symlink_to(repository)
    assert "inside the public repository" in refusal(repository / "sealed-place", tmp_path / "alias")


def test_a_relative_place_is_judged_from_where_one_stands(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository / "corpora")
    assert "inside the public repository" in refusal(Path("sealed-place"), repository)
    assert "inside the public repository" in refusal(Path("../sealed-place"), repository)


@pytest.mark.parametrize("shown", ["..", "", "corpora"])
def test_a_bind_of_a_parent_of_the_tree_or_of_a_folder_in_it_leads_inside(repository: Path, shown: str) -> None:
    """In a namespace of its own, where what is bound at /mnt is the same folder on the same disk."""
    tail = {"..": "public-tree/corpora/x", "": "corpora/x", "corpora": "x"}[shown]
    program = (
        "import sys; from pathlib import Path; from governance.private import require_outside\n"
        "from records import Rejected\n"
        "try: require_outside(Path(sys.argv[1]), Path(sys.argv[2]), option='--destination')\n"
        "except Rejected as error: print(error.findings[0].message)\n"
    )
    bound = ["--dev-bind", "/", "/", "--bind", str(repository / shown), "/mnt"]
    command = ["bwrap", *bound, "--chdir", str(REPOSITORY), sys.executable, "-S", "-c", program]
    assert shutil.which("bwrap"), "bubblewrap is part of this project's host"
    done = subprocess.run(
        [*command, f"/mnt/{tail}", str(repository)], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert "inside the public repository" in done.stdout, done.stderr


def test_a_linked_work_tree_belongs_to_the_repository(repository: Path, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(repository)], check=True)
    identity = ["-c", "user.name=n", "-c", "user.email=n@example.org"]
    subprocess.run(["git", *identity, "commit", "-q", "--allow-empty", "-m", "First"], cwd=repository, check=True)
    subprocess.run(["git", "worktree", "add", "-q", str(tmp_path / "tree")], cwd=repository, check=True)
    for versioned in (False, True):
        text = refusal(tmp_path / "tree" / "sealed-place", repository, versioned=versioned)
        assert "linked work tree" in text


def test_a_new_corpus_starts_outside_every_history_and_an_old_one_may_have_its_own(
    repository: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own"
    subprocess.run(["git", "init", "-q", str(own)], check=True)
    assert "Git work tree" in refusal(own / "sealed-place", repository)
    require_outside(own / "sealed-place", repository, option="--corpus-root", versioned=True)
