"""What survives a restart, a crash between two writes, and `kill -9`."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import suppress

import pytest

from hub import Hub, HubError, HubMissing
from hub.local.git import Repository

REPO = "vynly/nnai-submissions"


def submit(hub: Hub, number: int = 1):
    return hub.open_pull(REPO, f"submissions/nnai-bench-0.1/{number}.json", b"%d\n" % number, f"S {number}", "Notes")


def git_of(running) -> Repository:
    return Repository(running.hub.folder / "repositories" / "datasets" / f"{REPO}.git")


def change(running, statement: str) -> None:
    with sqlite3.connect(running.hub.folder / "hub.sqlite3") as db:
        db.execute(statement)
    db.close()


def test_a_restart_keeps_repositories_pull_requests_and_comments(start, tmp_path) -> None:
    first = start(tmp_path)
    made = submit(first.link("demo-submitter"))
    second = start(tmp_path)
    pull = second.review().pull(REPO, 1)
    assert (pull.summary.head, pull.comments[0].text) == (made.head, "Notes")
    assert submit(second.link("demo-submitter")).existed


def test_a_ref_whose_row_was_never_written_is_not_served_and_its_number_is_used_again(running) -> None:
    git = git_of(running)
    main = git.commit_of("refs/heads/main")
    assert main is not None
    git.move("refs/pr/1", main, None)
    hub = running.review()
    with pytest.raises(HubMissing):
        hub.head(REPO, "refs/pr/1")
    assert hub.pulls(REPO, "all") == []
    made = submit(running.link("demo-submitter"))
    assert (made.number, hub.head(REPO, "refs/pr/1")) == (1, made.head)


def test_a_merge_whose_row_was_not_written_is_completed_at_the_next_start(start, tmp_path) -> None:
    first = start(tmp_path)
    submit(first.link("demo-submitter"))
    first.review().merge(REPO, 1, "Accepted")
    merged = first.review().head(REPO)
    change(first, "UPDATE discussions SET status = 'open', merge_oid = NULL")
    second = start(tmp_path)
    pull = second.review().pull(REPO, 1)
    assert (pull.summary.status, pull.merge_oid, second.review().head(REPO)) == ("merged", merged, merged)


def test_a_title_cannot_pretend_a_merge(start, tmp_path) -> None:
    first = start(tmp_path)
    made = submit(first.link("demo-submitter"))
    title = f"Merged refs/pr/1 at {made.head}"
    first.review().commit(REPO, "dataset", {"x.md": b"1"}, [], f"About {title}", first.review().head(REPO))
    assert start(tmp_path).review().pull(REPO, 1).summary.status == "open"


def test_a_pull_request_is_whole_or_absent_after_kill_9(tmp_path) -> None:
    command = [sys.executable, "-m", "hub.local", "--port", "0", "--data", str(tmp_path)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        url = server.stdout.readline().split()[-1]
        token = (tmp_path / "localhub" / "maintainer.token").read_text().strip()
        opened: list[int] = []

        def work(first: int) -> None:
            hub = Hub(url, token, looks=(), seconds=20)
            with suppress(HubError):
                for number in range(first, first + 40):
                    opened.append(submit(hub, number).number)
                    if len(opened) == 3:
                        os.kill(server.pid, signal.SIGKILL)

        workers = [threading.Thread(target=work, args=(first,)) for first in (100, 200)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    finally:
        server.kill()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        hub = Hub(server.stdout.readline().split()[-1], token)
        summaries = hub.pulls(REPO, "all")
        assert {summary.number for summary in summaries} >= set(opened)
        for summary in summaries:
            pull = hub.pull(REPO, summary.number)
            assert [file.kind for file in pull.files] == ["added"]
            assert hub.read(REPO, pull.files[0].path, pull.summary.head) is not None
        assert submit(hub, 999).number == len(summaries) + 1
    finally:
        server.kill()
        server.wait()
        server.stdout.close() if server.stdout is not None else None
