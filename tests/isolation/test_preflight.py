"""The preflight's judgement: the facts of a real launch hold, and each fact that is wrong fails its own check."""

from __future__ import annotations

from dataclasses import replace

import pytest

from isolation.limits import Limits
from isolation.preflight import CHECKS, Expectation, judge, plan, read_facts, unescape
from isolation.profile import Mount

EXPECTED = Expectation(
    mounts=(
        Mount(point="/"),
        Mount(point="/workspace", writable=True, root="/tmp/nixbench-isolated-aaaaaaaa/work"),
    ),
    environment=(("HOME", "/home/agent"), ("PATH", "/usr/bin:/bin")),
    limits=Limits(),
    nonce="n0nce",
    release="go",
    probe=".preflight-n0nce",
)
ROOT_MOUNT = "65 42 0:40 /newroot / ro,nosuid,nodev,relatime - tmpfs tmpfs rw"
WORK_MOUNT = "83 65 254:0 /tmp/nixbench-isolated-aaaaaaaa/work /workspace rw,nosuid,nodev,relatime - ext4 /dev/vda rw"
STATUS = (
    "Name:\tsh\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\nNoNewPrivs:\t1\nSeccomp:\t2\n"
    + "".join(f"Cap{name}:\t0000000000000000\n" for name in ("Inh", "Prm", "Eff", "Bnd", "Amb"))
)
LIMITS = "".join(
    f"{name:<26}{soft:<21}{hard:<21}{unit}\n"
    for name, soft, hard, unit in (
        ("Limit", "Soft Limit", "Hard Limit", "Units"),
        ("Max cpu time", 76, 77, "seconds"),
        ("Max file size", 64 * 1024 * 1024, 64 * 1024 * 1024, "bytes"),
        ("Max core file size", 0, 0, "bytes"),
        ("Max processes", 64, 64, "processes"),
        ("Max open files", 256, 256, "files"),
        ("Max address space", 4096 * 1024 * 1024, 4096 * 1024 * 1024, "bytes"),
    )
)
GOOD = {
    "processes": "1",
    "descriptors": "0:02 1:01 2:01 10:02100000",
    "written": "",
    "present": "",
    "hostname": "sandbox",
    "mountinfo": f"{ROOT_MOUNT}\n{WORK_MOUNT}\n",
    "status": STATUS,
    "limits": LIMITS,
    "net/dev": "Inter-|   Receive\n face |bytes\n    lo:       0\n",
    "net/unix": "Num       RefCount Protocol Flags    Type St Inode Path\n",
    "cgroup": "9:name=systemd:/\n0::/\n",
    "environ": "HOME=/home/agent\0PATH=/usr/bin:/bin\0PWD=/workspace\0",
}
WRONG = {
    "mounts": [
        {"mountinfo": f"{ROOT_MOUNT}\n"},
        {"mountinfo": f"{ROOT_MOUNT}\n{WORK_MOUNT}\n70 65 254:0 /home /home ro,nosuid - ext4 /dev/vda rw\n"},
        {"mountinfo": f"{ROOT_MOUNT}\n{WORK_MOUNT}\n{WORK_MOUNT}\n"},
        {"mountinfo": f"{ROOT_MOUNT.replace('ro,', 'rw,')}\n{WORK_MOUNT}\n"},
        {"mountinfo": f"{ROOT_MOUNT}\n{WORK_MOUNT.replace('nosuid,', '')}\n"},
        {"mountinfo": f"{ROOT_MOUNT}\n{WORK_MOUNT.replace('/tmp/nixbench-isolated-aaaaaaaa', '/home/me/study-7')}\n"},
        {"mountinfo": "nonsense\n"},
    ],
    "read-only": [{"written": " /usr"}],
    "forbidden-absent": [{"present": " /nix/var/nix/daemon-socket"}],
    "processes": [{"processes": "1 17"}],
    "descriptors": [{"descriptors": "0:02 1:01 2:01 7:02"}, {"descriptors": ""}, {"descriptors": "x:y"}],
    "network": [{"net/dev": GOOD["net/dev"] + "  eth0: 1\n"}, {"net/dev": ""}],
    "sockets": [{"net/unix": GOOD["net/unix"] + "0000: 00000002 @/tmp/.X11-unix/X0\n"}, {"net/unix": ""}],
    "seccomp": [{"status": STATUS.replace("Seccomp:\t2", "Seccomp:\t0")}, {"status": ""}],
    "privileges": [
        {"status": STATUS.replace("NoNewPrivs:\t1", "NoNewPrivs:\t0")},
        {"status": STATUS.replace("CapBnd:\t0000000000000000", "CapBnd:\t0000000000200000")},
    ],
    "identity": [{"status": STATUS.replace("Uid:\t1000\t1000", "Uid:\t0\t1000")}],
    "cgroup": [{"cgroup": "0::/user.slice/study\n"}],
    "hostname": [{"hostname": "build-host"}],
    "environment": [
        {"environ": GOOD["environ"] + "HF_TOKEN=x\0"},
        {"environ": "HOME=/home/agent\0"},
        {"environ": GOOD["environ"].replace("/usr/bin", "/evil")},
    ],
    "limits": [{"limits": LIMITS.replace("256  ", "9999 ")}, {"limits": ""}],
}


def test_good_facts_hold() -> None:
    assert [check for check in judge(EXPECTED, GOOD, True) if not check.ok] == []


def test_every_check_has_a_wrong_case() -> None:
    assert set(WRONG) == set(CHECKS)


@pytest.mark.parametrize(("name", "change"), [(name, change) for name, many in WRONG.items() for change in many])
def test_a_wrong_fact_fails_its_check(name: str, change: dict[str, str]) -> None:
    failed = {check.name for check in judge(EXPECTED, {**GOOD, **change}, True) if not check.ok}
    assert name in failed


@pytest.mark.parametrize("missing", GOOD)
def test_a_missing_fact_never_passes(missing: str) -> None:
    facts = {name: value for name, value in GOOD.items() if name != missing}
    assert any(not check.ok for check in judge(EXPECTED, facts, True))


def test_a_workspace_that_is_not_the_staged_folder_fails() -> None:
    assert [check.name for check in judge(EXPECTED, GOOD, False) if not check.ok] == ["workspace-writable"]


def test_both_roots_of_the_workspace_are_known() -> None:
    """Trap 10: the launcher says which root to expect."""
    facts = {
        **GOOD,
        "mountinfo": f"{ROOT_MOUNT}\n{WORK_MOUNT.replace('/tmp/nixbench-isolated-aaaaaaaa/work', '/work')}\n",
    }
    expected = replace(EXPECTED, mounts=(Mount(point="/"), Mount(point="/workspace", writable=True, root="/work")))
    assert all(check.ok for check in judge(expected, facts, True))
    assert not all(check.ok for check in judge(EXPECTED, facts, True))


def report(facts: dict[str, str]) -> bytes:
    own = "".join(f"{name} {facts[name]}\n" for name in ("processes", "descriptors", "written", "present", "hostname"))
    names = ("mountinfo", "status", "limits", "net/dev", "net/unix", "cgroup", "environ")
    return (own + "\n".join(f"==> /proc/1/{name} <==\n{facts[name]}" for name in names) + "\nn0nce\n").encode()


def test_a_report_reads_back() -> None:
    assert read_facts(report(GOOD), "n0nce") == GOOD


@pytest.mark.parametrize("cut", [0, 10, 200, -1, -7])
def test_a_report_that_is_cut_short_is_no_report(cut: int) -> None:
    assert read_facts(report(GOOD)[:cut], "n0nce") is None


def test_variables_cannot_imitate_the_end_of_a_report() -> None:
    facts = {**GOOD, "environ": "A=\nguess\n\0"}
    assert read_facts(report(facts), "guess") is None


def test_the_plan_quotes_every_word() -> None:
    text = plan(replace(EXPECTED, environment=(("A", "'; rm -rf /; '"),)), ("/bin/echo", "$(id)", "a b")).decode()
    last = text.splitlines()[-1]
    assert last == """set -- /usr/bin/env -i 'A='"'"'; rm -rf /; '"'"'' /bin/echo '$(id)' 'a b'"""


def test_mountinfo_escapes_are_undone() -> None:
    assert unescape(r"/a\040b\134") == "/a b\\"
