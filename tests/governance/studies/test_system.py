"""System files: what is read of them, what rejects, and which files a system may never bring."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from governance.corpus import Governed, load_governed
from governance.studies import System, read_system
from governance.studies.agent import gather_agent
from governance.studies.system import AgentFiles
from records import Rejected

TextOfASystem = Callable[..., str]
WriteSystem = Callable[..., System]
ROOT = Path(__file__).resolve().parents[3]


def test_a_sound_file_is_read(write_system: WriteSystem) -> None:
    system = write_system("", batch=5, trials=3, variables={"LEVEL": "{seed}"})
    assert (system.slug, system.name, system.batch, system.trials, system.timeout_ms) == (
        *("tiny", "A tiny system"),
        *(5, 3, 60_000),
    )
    filled = system.command.filled(4, "linux-bwrap-v1")
    assert filled.words == ("/usr/bin/python3", "/agent/main.py", "predictions.json", "4")
    assert filled.variables == (("LEVEL", "4"),)
    assert system.lock is None


WRONG: dict[str, tuple[Mapping[str, object], str]] = {
    "unknown": ({"speed": "fast"}, "/speed: unknown field"),
    "unknown in agent": ({"agent": {"root": ".", "include": ["a"], "gold": "x"}}, "/agent/gold: unknown field"),
    "version": ({"schema_version": 2}, "/schema_version: 1 is expected"),
    "bool is no number": ({"seed": True}, "/seed: a whole number"),
    "negative seed": ({"seed": -1}, "/seed: a whole number"),
    "large seed": ({"seed": 10**13}, "/seed: at most"),
    "no time": ({"timeout_s": 0}, "/timeout_s: a whole number of 1"),
    "too long": ({"timeout_s": 10**6}, "/timeout_s: at most"),
    "too much memory": ({"memory_mb": 10**6}, "/memory_mb: at most"),
    "family": ({"family": "Two Words"}, "/family: a slug"),
    "track": ({"track": "open"}, "/track: one of"),
    "exposure": ({"exposure": "none"}, "/exposure: one of"),
    "revision": ({"revision": "v 1"}, "/revision: a revision"),
    "no command": ({"command": []}, "/words: 1 to"),
    "command text": ({"command": "run me"}, "/words: a list"),
    "option first": ({"command": ["-c"]}, "/words/0: the first word"),
    "placeholder": ({"command": ["run", "{gold}"]}, "/words/1: {gold} is no placeholder"),
    "control character": ({"command": ["run", "a\u0007"]}, "/words/1: printable"),
    "variable": ({"variables": {"path": "x"}}, "/variables/path: a variable is called"),
    "path up": ({"agent": {"root": ".", "include": ["../x"]}}, "/agent/include/0: a path below"),
    "absolute path": ({"agent": {"root": ".", "include": ["/etc"]}}, "/agent/include/0: a path below"),
    "nothing included": ({"agent": {"root": ".", "include": []}}, "/agent/include: at least one"),
    "lock missing": ({"environment": {"lock": "nowhere.txt"}}, "/environment/lock: a readable text file"),
    "lock is a folder": ({"environment": {"lock": "program"}}, "/environment/lock: a readable text file"),
    "batch": ({"batch": 0}, "/batch: a whole number of 1"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_rejected_with_its_place(tmp_path: Path, text_of_a_system: TextOfASystem, name: str) -> None:
    fields, said = WRONG[name]
    (tmp_path / "program").mkdir()
    (tmp_path / "bad.toml").write_text(text_of_a_system(**fields))
    with pytest.raises(Rejected) as error:
        read_system(tmp_path / "bad.toml")
    assert said in "\n".join(map(str, error.value.findings)), error.value.findings


def test_all_faults_are_told_at_once(tmp_path: Path, text_of_a_system: TextOfASystem) -> None:
    (tmp_path / "Bad Name.toml").write_text(text_of_a_system(seed="x", track="y", agent={"root": "."}))
    with pytest.raises(Rejected) as error:
        read_system(tmp_path / "Bad Name.toml")
    assert {one.where.partition(":")[2] for one in error.value.findings} == {
        "/name",
        "/seed",
        "/track",
        "/agent/include",
    }


@pytest.mark.parametrize("line", ["attrs", "attrs>=1", "-r other.txt", "attrs @ file:///x", "--index-url x"])
def test_a_lock_holds_pins_and_nothing_else(tmp_path: Path, text_of_a_system: TextOfASystem, line: str) -> None:
    (tmp_path / "lock.txt").write_text(f"# packages\nnumpy==2.4.6\n{line}\n")
    (tmp_path / "tiny.toml").write_text(text_of_a_system(environment={"lock": "lock.txt"}))
    with pytest.raises(Rejected, match="name==version"):
        read_system(tmp_path / "tiny.toml")


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    """A folder with one harmless program."""
    (tmp_path / "agent" / "inside").mkdir(parents=True)
    (tmp_path / "agent" / "inside" / "main.py").write_text("print('hello')\n")
    return tmp_path / "agent"


def wanted(root: Path, *exclude: str) -> AgentFiles:
    return AgentFiles(root=root, include=("inside",), exclude=exclude)


def test_files_are_gathered_with_names_and_contents(agent: Path, governed: Governed) -> None:
    first = gather_agent(wanted(agent), governed)
    (agent / "inside" / "__pycache__").mkdir()
    (agent / "inside" / "__pycache__" / "main.pyc").write_bytes(b"x")
    (agent / "inside" / "tool").write_text("#!/bin/sh\n")
    (agent / "inside" / "tool").chmod(0o755)
    assert gather_agent(wanted(agent, "inside/tool"), governed) == first
    both = gather_agent(wanted(agent), governed)
    assert both.files == {"inside/main.py": b"print('hello')\n", "inside/tool": agent / "inside" / "tool"}
    assert both.digest != first.digest


FORBIDDEN: dict[str, tuple[Callable[[Governed], bytes], str]] = {
    "gold": (lambda corpus: (corpus.root / "test.gold.jsonl").read_bytes(), "a file of the corpus"),
    "provenance": (lambda corpus: (corpus.root / "provenance.jsonl").read_bytes(), "a file of the corpus"),
    "generator": (lambda corpus: (ROOT / "generators" / "cell.py").read_bytes(), "a generation program"),
    "answers": (lambda corpus: "\n".join(f"'{name}': 'A'," for name in corpus.book.ids).encode(), "a file of answers"),
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_an_answer_key_is_no_system(agent: Path, governed: Governed, name: str) -> None:
    """Whatever it is called: replaying the reference as a system is refused before it starts."""
    content, said = FORBIDDEN[name]
    (agent / "inside" / "weights.bin").write_bytes(content(governed))
    with pytest.raises(Rejected, match=said):
        gather_agent(wanted(agent), governed)


def test_links_and_missing_files_are_refused(agent: Path, governed: Governed) -> None:
    (agent / "inside" / "link").symlink_to("/etc/passwd")
    with pytest.raises(Rejected, match="a plain file or folder"):
        gather_agent(wanted(agent), governed)
    (agent / "way").symlink_to(agent / "inside")
    for name in ("nowhere", "way", "way/main.py"):
        with pytest.raises(Rejected, match="a plain file or folder"):
            gather_agent(AgentFiles(root=agent, include=(name,), exclude=()), governed)


@functools.cache
def real_corpus(name: str) -> Governed:
    """One of the corpora of this repository, loaded once."""
    return load_governed(ROOT / "corpora" / name)


OURS = sorted((ROOT / "baselines" / "study").glob("*/*.toml"))


@pytest.mark.parametrize("path", OURS, ids=[f"{path.parent.name}-{path.stem}" for path in OURS])
def test_our_own_system_files_are_sound(path: Path) -> None:
    """They name files that exist, and only programs: no answers, no generator, nothing that judges."""
    files = gather_agent(read_system(path).agent, real_corpus(path.parent.name)).files
    assert {name.partition("/")[0] for name in files} == {"baselines", "records", "solvers"}
    assert all(name.endswith(".py") for name in files)


def test_our_families_are_materially_different() -> None:
    for corpus in ("core-v0.1", "scheduling-v0.2"):
        systems = [read_system(path) for path in OURS if path.parent.name == corpus]
        assert len({system.family for system in systems}) >= 5
