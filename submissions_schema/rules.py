"""Rules across fields: what the schema cannot say about source, licences, track, disclosures and exposure.

Invariant: a rule reads whatever part of the document has the right shape and says nothing about the rest, so every
fault is reported once, by the check that owns it. Rules return findings; they never repair, print or stop.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

from records import Finding, pointer, printable
from submissions_schema.codes import finding

T = TypeVar("T")
Rule = Callable[[dict[str, Any]], Iterator[Finding]]
HOSTS: Final[tuple[str, ...]] = tuple(
    json.loads(Path(__file__).with_name("hosts.json").read_text(encoding="utf-8"))["hosts"]
)
LICENCES: Final[frozenset[str]] = frozenset(
    json.loads(Path(__file__).with_name("spdx-licences.json").read_text(encoding="utf-8"))["ids"]
)
_URL = re.compile(r"https://([A-Za-z0-9.-]+)/([A-Za-z0-9._~/@%+-]*)")
_PUBLIC_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}")
_OWN_LICENCE = re.compile(r"LicenseRef-[A-Za-z0-9.-]+")
_EXPLAINED = ("disclosed", "declared")
_ANSWERS = (
    ("provenance", "neural_assistance"),
    ("test_exposure", "items"),
    ("test_exposure", "labels"),
    ("test_exposure", "generator_details"),
    ("test_exposure", "tuning_across_test_runs"),
)


def source_rule(document: dict[str, Any]) -> Iterator[Finding]:
    """The source is a repository on an allowed public host."""
    match = _URL.fullmatch(_at(document, str, "source", "url") or "")
    if match is None:
        return
    if match[1] not in HOSTS:
        yield finding("E_URL_HOST", "/source/url", found=printable(match[1]), expected=", ".join(HOSTS))
    segments = match[2].removesuffix("/").split("/")
    if len(segments) < 2 or any(segment in ("", ".", "..") for segment in segments):
        yield finding("E_URL_HOST.path", "/source/url")


def homepage_rule(document: dict[str, Any]) -> Iterator[Finding]:
    """A homepage stands on a public host name: no address literal, no port, no trailing dot."""
    match = _URL.fullmatch(_at(document, str, "system", "homepage") or "")
    if match is not None and not _PUBLIC_HOST.fullmatch(match[1]):
        yield finding("E_URL_HOST.homepage", "/system/homepage", found=printable(match[1]))


def licence_rule(document: dict[str, Any]) -> Iterator[Finding]:
    """Licences are SPDX ids in their exact spelling, or LicenseRef-name."""
    places: list[tuple[str | int, ...]] = [("source", "licence")]
    places += [("resources", index, "licence") for index in range(len(_at(document, list, "resources") or []))]
    for place in places:
        licence = _at(document, str, *place)
        if licence is not None and licence not in LICENCES and not _OWN_LICENCE.fullmatch(licence):
            yield finding("E_LICENCE", pointer(*place), found=printable(licence))


def track_rule(document: dict[str, Any]) -> Iterator[Finding]:
    """closed-book uses neither corpus nor index; offline-retrieval names at least one."""
    track, resources = _at(document, str, "track"), _at(document, list, "resources")
    if resources is None:
        return
    kinds = [_at(document, str, "resources", index, "kind") for index in range(len(resources))]
    if track == "closed-book":
        for index, kind in enumerate(kinds):
            if kind in ("corpus", "index"):
                yield finding("E_TRACK_RESOURCES.closed_book", pointer("resources", index), found=kind)
    elif track == "offline-retrieval" and not {"corpus", "index"} & set(kinds):
        yield finding("E_TRACK_RESOURCES.offline_retrieval", "/resources")


def disclosure_rule(document: dict[str, Any]) -> Iterator[Finding]:
    """An answer that discloses something says what."""
    for place in _ANSWERS:
        status, text = _at(document, str, *place, "status"), _at(document, str, *place, "text")
        if status in _EXPLAINED and text is not None and not text.strip(" \n"):
            yield finding("E_DISCLOSURE.text", pointer(*place, "text"), found=status)


def authored_code_rule(document: dict[str, Any]) -> Iterator[Finding]:
    """Declared authored code names its files; the answer none names no file."""
    place = ("provenance", "authored_code")
    status, files = _at(document, str, *place, "status"), _at(document, list, *place, "files")
    if status == "declared" and files == []:
        yield finding("E_DISCLOSURE.files_missing", pointer(*place, "files"))
    if status == "none" and files:
        yield finding("E_DISCLOSURE.files_extra", pointer(*place, "files"))


def exposure_rule(document: dict[str, Any]) -> Iterator[Finding]:
    """The two flags of test exposure agree with the four answers."""
    names = ("items", "labels", "generator_details", "tuning_across_test_runs")
    answers = {name: _at(document, str, "test_exposure", name, "status") for name in names}
    adapted = _at(document, bool, "test_exposure", "test_adapted")
    used = [answers[name] for name in ("items", "labels", "tuning_across_test_runs")]
    if adapted is True and used == ["none"] * 3:
        yield finding("E_EXPOSURE.adapted_unexplained", "/test_exposure/test_adapted")
    if adapted is False and "declared" in (answers["labels"], answers["tuning_across_test_runs"]):
        yield finding("E_EXPOSURE.not_adapted", "/test_exposure/test_adapted")
    informed = _at(document, bool, "test_exposure", "template_informed")
    if informed is True and answers["generator_details"] == "none":
        yield finding("E_EXPOSURE.template_unexplained", "/test_exposure/template_informed")


RULES: Final[tuple[Rule, ...]] = (
    source_rule,
    homepage_rule,
    licence_rule,
    track_rule,
    disclosure_rule,
    authored_code_rule,
    exposure_rule,
)


def _at(document: Any, kind: type[T], *path: str | int) -> T | None:
    """The value at `path` if it exists and has exactly that type."""
    for step in path:
        inside = isinstance(document, dict) and step in document
        if not inside and not (isinstance(document, list) and isinstance(step, int)):
            return None
        document = document[step]
    return document if type(document) is kind else None
