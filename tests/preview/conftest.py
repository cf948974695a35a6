"""Run the browser modules in node and in Chromium, and what the tests give them: suites, documents, case files."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from evaluator import Category, Item, Suite, browser_suite, suite_for
from evaluator.schedule import Instance, ScheduleSuite, browser_schedule_suite, load_schedule_suite

ROOT = Path(__file__).resolve().parents[2]
RUNNER = Path(__file__).with_name("runner.mjs")
REQUESTS = "/requests.json"
# The page fetches its requests and answers with one text: megabytes are slow to pass as arguments and values.
PERFORM = f"""async () => {{
  const {{ perform }} = await import("/tests/preview/tasks.mjs");
  const requests = await (await fetch("{REQUESTS}")).json();
  return JSON.stringify(await Promise.all(requests.map(perform)));
}}"""
CASES = ROOT / "tests" / "cases" / "submission-core"
SCHEDULE_CASES = ROOT / "tests" / "cases" / "submission-scheduling"
SCHEDULES = ROOT / "corpora" / "scheduling-v0.2"
Task = Callable[..., Any]


@pytest.fixture(scope="session")
def node() -> Task:
    """`node(task, **arguments)` performs one task in a node process of its own."""

    def perform(task: str, **arguments: object) -> Any:
        request = json.dumps({"task": task, **arguments})
        command = ["node", str(RUNNER)]
        done = subprocess.run(command, input=request, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return perform


class _Server(ThreadingHTTPServer):
    """The repository as static files on loopback, and the requests that the page is about to fetch."""

    requests = b"[]"


class _Handler(SimpleHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        if self.path != REQUESTS:
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(self.server.requests)
        return None

    def log_message(self, format: str, *args: object) -> None:
        """Requests of a test are not news."""


@pytest.fixture
def chromium(context: BrowserContext) -> Iterator[Callable[[list[dict[str, Any]]], list[Any]]]:
    """`chromium(requests)` performs tasks in one page whose only content is the modules, in one call.

    The browser is the one of the whole session: playwright runs only once in a process.
    """
    with _Server(("127.0.0.1", 0), partial(_Handler, directory=str(ROOT))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/assets/preview/index.mjs")

        def perform(requests: list[dict[str, Any]]) -> list[Any]:
            server.requests = json.dumps(requests).encode()
            answers: list[Any] = json.loads(page.evaluate(PERFORM))
            return answers

        yield perform
        page.close()
        server.shutdown()


@pytest.fixture(scope="session")
def suite() -> Suite:
    """The real core suite."""
    return suite_for("nnai-bench-0.1")


@pytest.fixture(scope="session")
def cases(suite: Suite) -> dict[str, tuple[str, bytes]]:
    """Every case file of the core submission by name: how it is read (submission or upload), and its bytes."""
    recipe = _recipe(CASES)
    return _built(CASES, recipe, lambda: recipe.base_document(suite.contract.ids, suite.test_sha256))


@pytest.fixture(scope="session")
def schedule_suite() -> ScheduleSuite:
    """The real scheduling suite."""
    return load_schedule_suite(SCHEDULES)


@pytest.fixture(scope="session")
def schedule_cases(schedule_suite: ScheduleSuite) -> dict[str, tuple[str, bytes]]:
    """Every case file of the scheduling submission, as `cases`."""
    recipe = _recipe(SCHEDULE_CASES)
    rows = _rows("test.questions.jsonl")
    return _built(SCHEDULE_CASES, recipe, lambda: recipe.base_document(rows, schedule_suite.test_sha256))


@pytest.fixture(scope="session")
def witnesses() -> list[dict[str, Any]]:
    """The training rows of the scheduling corpus: instances that come with one feasible schedule."""
    return _rows("train.jsonl")


@pytest.fixture(scope="session")
def train_suite(witnesses: list[dict[str, Any]]) -> ScheduleSuite:
    """The training instances as a suite of their own, so that fuzzed schedules can be feasible, or nearly so."""
    return ScheduleSuite(
        id="nnai-sched-0.2",
        corpus="scheduling-v0.2",
        title="Training instances",
        version="0.2.0",
        test_sha256="7" * 64,
        suite_digest="sha256:" + "8" * 64,
        instances=tuple(Instance.from_row(row) for row in witnesses),
    )


def _rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (SCHEDULES / name).read_bytes().splitlines()]


def _recipe(folder: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"preview_recipe_{folder.name}", folder / "recipe.py")
    assert spec is not None
    assert spec.loader is not None
    recipe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(recipe)
    return recipe


def _built(folder: Path, recipe: ModuleType, base: Callable[[], Any]) -> dict[str, tuple[str, bytes]]:
    made = {}
    for path in sorted(folder.glob("[0-9]*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        made[path.stem] = (case["read"], recipe.build(case["steps"], base()))
    assert made, "the case folder is empty"
    return made


@pytest.fixture(scope="session")
def small_suite() -> Suite:
    """A suite with the categories of the schema and two items a category and tier, so that many files are cheap."""
    names = ("deduction", "quantity", "tracking", "spatial", "induction", "relations")
    categories = tuple(Category(id=name, name=name.title(), families=(f"{name}-b", f"{name}-a")) for name in names)
    items = tuple(
        Item(
            f"nb1-te-{category.id[:3]}-{tier}-{number:03d}", category.id, tier, category.families[number], "ABCD"[tier]
        )
        for category in categories
        for tier in (1, 2, 3)
        for number in (0, 1)
    )
    return Suite(
        id="nnai-bench-0.1",
        corpus="core-v0.1",
        title="Small",
        version="0.1.0",
        test_sha256="7" * 64,
        suite_digest="sha256:" + "8" * 64,
        items=items,
        categories=categories,
    )


@pytest.fixture(scope="session")
def contract_data() -> Callable[..., dict[str, Any]]:
    """`contract_data(suite, entries)`: what the page loads, as the modules' buildContract takes it."""
    folder = ROOT / "submissions_schema"

    def table(name: str) -> Any:
        return json.loads((folder / name).read_text(encoding="utf-8"))

    def gather(suite: Suite | ScheduleSuite, entries: list[dict[str, Any]] | None = None) -> dict[str, Any]:
        if isinstance(suite, Suite):
            facts, schema = browser_suite(suite), table("submission-core-0.1.schema.json")
        else:
            facts, schema = browser_schedule_suite(suite), table("submission-scheduling-0.2.schema.json")
        return {
            "suite": json.loads(facts),
            "schema": schema,
            "codes": table("codes.json"),
            "hosts": table("hosts.json"),
            "licences": table("spdx-licences.json"),
            "secrets": table("secret-patterns.json"),
            "board": {"entries": entries or []},
        }

    return gather


@pytest.fixture(scope="session")
def document(small_suite: Suite) -> dict[str, Any]:
    """A valid submission to the small suite, made from the schema so that it has every field."""
    schema = json.loads((ROOT / "submissions_schema" / "submission-core-0.1.schema.json").read_text(encoding="utf-8"))
    made: dict[str, Any] = _instance(schema)
    made["test_sha256"] = small_suite.test_sha256
    made["track"] = "offline-retrieval"
    made["provenance"]["authored_code"]["status"] = "declared"
    made["test_exposure"].update(test_adapted=False, template_informed=False)
    made["predictions"] = [{"id": item.id, "label": "A"} for item in small_suite.items]
    return made


def _instance(schema: dict[str, Any]) -> Any:
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    if schema["type"] == "object":
        return {name: _instance(part) for name, part in schema["properties"].items()}
    if schema["type"] == "array":
        return [_instance(schema["items"]) for _ in range(min(18, schema.get("minItems", 1)))]
    if schema["type"] == "string":
        return _text(schema.get("pattern", ""))
    return {"boolean": True, "integer": schema.get("minimum", 0)}[schema["type"]]


def _text(pattern: str) -> str:
    if pattern.startswith("^https"):
        return "https://github.com/owner/name"
    return "MIT" if "0-9a-f" not in pattern else "a" * (40 if "{40}" in pattern else 64)
