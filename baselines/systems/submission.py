"""The submission document of a maintainer's own run: a disclosure, the predictions, and what is only known at the
run.

Invariant: the disclosure files hold everything that can be said beforehand; this fills in digests, line counts, times
and the revision, and adds nothing. Whether the document is valid is for the reader of submissions to say.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
from pathlib import Path

from baselines.predictions import save
from records import Finding, JsonValue, Rejected, canonical_bytes, parse, read_regular, sha256_hex

ROOT = Path(__file__).resolve().parent.parent.parent
DISCLOSURES = Path(__file__).resolve().parent / "disclosures"
SCHEMA = "nnai-submission/1"
FOLDERS = {"nnai-bench-0.1": "core-v0.1", "nnai-sched-0.2": "scheduling-v0.2"}
MAINTAINER, SOURCE = "vynly", "https://huggingface.co/spaces/vynly/nnai-bench"
_MAX = 2_000_000
Document = dict[str, JsonValue]


def names() -> list[str]:
    """The systems and controls that have a disclosure."""
    return sorted(path.stem for path in DISCLOSURES.glob("*.json"))


def build(name: str, predictions: bytes, report: Document, *, revision: str, test_runs: int, questions: bytes) -> bytes:
    """The canonical document. `report` is what the run wrote (empty for controls), `questions` the test questions file.

    Raises Rejected where a file is not what it should be.
    """
    document = _disclosure(name)
    rows = _object(predictions, "predictions").get("predictions")
    if not isinstance(rows, list):
        raise Rejected([Finding(code="E_TYPE", where="/predictions", message="a list of predictions is expected")])
    rows = sorted(rows, key=lambda row: str(row["id"]) if isinstance(row, dict) and "id" in row else "")
    document |= {
        "schema": SCHEMA,
        "suite": suite_of(document),
        "test_sha256": sha256_hex(questions),
        "submitted_by": MAINTAINER,
        "agreement": True,
        "predictions": rows,
        "source": {"url": SOURCE, "revision": revision, "licence": "MIT", "closed_source": False},
        "hardware": hardware(),
        "runtime_ms": _times(report),
    }
    _fill(document, test_runs, report)
    return canonical_bytes(document)


def _disclosure(name: str) -> Document:
    return _object(read_regular(DISCLOSURES / f"{name}.json", max_bytes=_MAX), f"{name}.json")


def suite_of(disclosure: Document) -> str:
    """The suite that a disclosure is about: the one it names, else the core suite."""
    return str(disclosure.get("suite", "nnai-bench-0.1"))


def hardware() -> Document:
    """This machine, in the words of the disclosure."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "cpu": f"{os.cpu_count() or 1} cores, {platform.machine()}",
        "memory": f"{round(memory / 2**30)} GiB",
        "os": f"{platform.system()}, Python {platform.python_version()}",
    }


def _times(report: Document) -> Document:
    fit, inference = report.get("fit_ms", 0), report.get("inference_ms", 0)
    return {"inference": inference, "preprocessing": fit, "index_build": 0}


def _fill(document: Document, test_runs: int, report: Document) -> None:
    """Digest of the lock file, lines of the authored files, number of test runs, and the run's own account."""
    lock = _part(document, "reproduction", "environment")
    lock["sha256"] = sha256_hex(read_regular(ROOT / str(lock["file"]), max_bytes=_MAX))
    _part(document, "test_exposure")["test_runs"] = test_runs
    document["resources"] = [_resource(entry) for entry in _list(document["resources"])]
    provenance = _part(document, "provenance")
    code = _part(provenance, "authored_code")
    code["files"] = [counted for pattern in _list(code["files"]) for counted in _counted(str(pattern))]
    if report:
        provenance["training_data"] = f"{provenance['training_data']} {account(report)}"


def _part(document: Document, *path: str) -> Document:
    """An object inside the disclosure, which is a file of this repository and has it."""
    for name in path:
        inner = document[name]
        if not isinstance(inner, dict):
            raise TypeError(f"{name} of the disclosure is no object")
        document = inner
    return document


def _resource(entry: JsonValue) -> JsonValue:
    """A resource as disclosed; one that is a file of the repository gets its digest and size."""
    if not isinstance(entry, dict) or "file" not in entry:
        return entry
    data = read_regular(ROOT / str(entry["file"]), max_bytes=_MAX)
    told = {key: value for key, value in entry.items() if key != "file"}
    return {**told, "sha256": sha256_hex(data), "bytes": len(data)}


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def account(report: Document) -> str:
    """The run's own figures in one sentence."""
    cells = [row for row in _list(report["validation"]) if isinstance(row, dict)]
    right, total = (sum(n for row in cells if isinstance(n := row[key], int)) for key in ("correct", "total"))
    return (
        f"Validation: {right} of {total} right. Configurations or programs compared before this one: "
        f"{report['configurations_tried']}. Fitted parameters: {report['parameters']}; features: {report['features']}."
    )


def _counted(pattern: str) -> list[JsonValue]:
    """The files of the repository that match, each with its number of lines."""
    paths = sorted(path for path in ROOT.glob(pattern) if path.is_file())
    if not paths:
        raise Rejected([Finding(code="E_MISSING_FILE", where=pattern, message="no file of the repository matches")])
    return [
        {"path": path.relative_to(ROOT).as_posix(), "lines": len(path.read_text("utf-8").splitlines())}
        for path in paths
    ]


def _object(data: bytes, where: str) -> Document:
    value = parse(data, max_bytes=_MAX)
    if not isinstance(value, dict):
        raise Rejected([Finding(code="E_TOP_TYPE", where=where, message="a JSON object is expected")])
    return value


def command(arguments: list[str]) -> int:
    """`python3 -m baselines submission NAME …`; returns the exit code (0 clean, 1 findings, 2 usage, 3 environment)."""
    args = _parser().parse_args(arguments)
    if not re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", args.revision):
        sys.stderr.write("baselines: --revision is a full commit id, 40 or 64 hexadecimal digits\n")
        return 2
    try:
        report = _object(read_regular(args.report, max_bytes=_MAX), "report") if args.report else {}
        predictions = read_regular(args.predictions, max_bytes=_MAX)
        root = args.corpus_root or ROOT / "corpora" / FOLDERS[suite_of(_disclosure(args.name))]
        questions = read_regular(root / "test.questions.jsonl", max_bytes=4 * _MAX)
        data = build(
            args.name, predictions, report, revision=args.revision, test_runs=args.test_runs, questions=questions
        )
        save(args.out, data)
    except FileExistsError as error:
        sys.stderr.write(f"baselines: {error}\n")
        return 2
    except Rejected as error:
        for finding in error.findings:
            sys.stderr.write(f"baselines: {finding}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"baselines: {error}\n")
        return 3
    sys.stdout.write(f"{args.out}: {len(data)} bytes; review.py admit takes it from here\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m baselines submission",
        description="Make the submission document of a control or system from its disclosure and its predictions.",
        epilog="exit codes: 0 clean, 1 findings in the files, 2 usage, 3 environment",
    )
    parser.add_argument("name", choices=names(), metavar="NAME", help=", ".join(names()))
    parser.add_argument("--predictions", type=Path, required=True, metavar="FILE", help="what --out wrote")
    parser.add_argument("--report", type=Path, metavar="FILE", help="what --report wrote (systems)")
    parser.add_argument("--revision", required=True, metavar="HEX", help="the commit that was run")
    parser.add_argument("--test-runs", type=int, default=1, metavar="N", help="runs on the test questions so far")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the document to write")
    parser.add_argument("--corpus-root", type=Path, metavar="DIR", help="default: the suite of the disclosure")
    return parser
