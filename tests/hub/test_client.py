"""Our client against the local hub: what it answers, and what it does when the hub has a bad day."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading

import pytest

from hub import Hub, HubBusy, HubConflict, HubExists, HubMissing, HubRefused, HubUnreachable
from hub.opening import marker

REPO = "vynly/nnai-submissions"
DATA = b'{"submission": 1}\n'
PATH = f"submissions/nnai-bench-0.1/{hashlib.sha256(DATA).hexdigest()}.json"


def submit(hub: Hub, data: bytes = DATA, path: str = PATH):
    return hub.open_pull(REPO, path, data, "A system", "Notes")


def everything(running) -> list[tuple[int, str]]:
    return [(one.number, one.status) for one in running.review().pulls(REPO, "all")]


def test_opening_answers_with_number_address_and_head(running) -> None:
    made = submit(running.link("demo-submitter"))
    assert (made.number, made.existed, made.found_after_error) == (1, False, False)
    assert made.url == f"{running.url}/datasets/{REPO}/discussions/1"
    assert running.review().read(REPO, PATH, made.head) == DATA


def test_a_pull_request_is_read_back_whole(running) -> None:
    made = submit(running.link("demo-submitter"))
    pull = running.review().pull(REPO, 1)
    assert pull.summary == running.review().pulls(REPO)[0]
    assert (pull.summary.author, pull.summary.status, pull.summary.head) == ("demo-submitter", "open", made.head)
    assert pull.summary.created.endswith("Z")
    assert [(file.path, file.kind) for file in pull.files] == [(PATH, "added")]
    assert [(comment.author, comment.text) for comment in pull.comments] == [("demo-submitter", "Notes")]


def test_opening_twice_links_the_first(running) -> None:
    hub = running.link("demo-submitter")
    first, second = submit(hub), submit(hub)
    assert (second.number, second.existed) == (first.number, True)
    assert everything(running) == [(1, "open")]


def test_a_pull_request_without_marker_in_its_title_is_found_too(running) -> None:
    api = running.api(running.token("demo-submitter"))
    submit(running.link("demo-submitter"))
    api.rename_discussion(REPO, 1, "Renamed by hand", repo_type="dataset")
    assert submit(running.link("demo-submitter")).existed


def test_somebody_elses_copy_does_not_keep_the_author_from_submitting(running) -> None:
    submit(running.link("demo-second-submitter"))
    assert submit(running.link("demo-submitter")).number == 2


def test_a_closed_pull_request_may_be_opened_again(running) -> None:
    submit(running.link("demo-submitter"))
    running.review().close(REPO, 1, "Not yet")
    assert submit(running.link("demo-submitter")).number == 2


def test_a_file_that_main_has_opens_nothing_and_says_where_it_is(running) -> None:
    submit(running.link("demo-submitter"))
    running.review().merge(REPO, 1, "Accepted")
    with pytest.raises(HubExists) as caught:
        submit(running.link("demo-second-submitter"))
    assert caught.value.url.endswith(f"/blob/main/{PATH}")
    assert everything(running) == [(1, "merged")]


def test_find_pull_answers_for_anybody_or_one_author(running) -> None:
    made = submit(running.link("demo-submitter"))
    hub = running.review()
    found = hub.find_pull(REPO, PATH)
    assert found is not None
    assert (found.number, found.head) == (1, made.head)
    assert hub.find_pull(REPO, PATH, author="demo-second-submitter") is None
    assert hub.find_pull(REPO, "submissions/nnai-bench-0.1/other.json") is None


def test_the_marker_is_taken_from_the_digest_in_the_path() -> None:
    assert marker(PATH) == f"nnai:{hashlib.sha256(DATA).hexdigest()[:12]}"


def test_changed_files_are_those_since_the_pull_request_left_main(running) -> None:
    submit(running.link("demo-submitter"))
    maintainer = running.review()
    base = maintainer.head(REPO)
    maintainer.commit(REPO, "dataset", {"later.md": b"on main only\n"}, [], "Later", base)
    running.link("demo-submitter")._api.create_commit(
        REPO,
        [*_added("README.md", b"mine\n"), *_added("x\u00e9 + #.json", b"1")],
        commit_message="More",
        revision="refs/pr/1",
        repo_type="dataset",
    )
    kinds = {(file.path, file.kind) for file in maintainer.pull(REPO, 1).files}
    assert kinds == {(PATH, "added"), ("README.md", "modified"), ("x\u00e9 + #.json", "added")}
    maintainer.merge(REPO, 1, "")
    after = maintainer.pull(REPO, 1)
    assert {(file.path, file.kind) for file in after.files} == kinds
    assert after.merge_oid == maintainer.head(REPO)


def _added(path: str, data: bytes):
    from huggingface_hub import CommitOperationAdd

    return [CommitOperationAdd(path_in_repo=path, path_or_fileobj=data)]


def test_commit_is_compare_and_swap_and_reads_back(running) -> None:
    hub = running.review()
    where = ("vynly/nnai-bench", "space")
    parent = hub.head("vynly/nnai-bench", repo_type="space")
    first = hub.commit(*where, {"a.csv": b"1", "b.csv": b"2"}, [], "Publish", parent)
    assert hub.head("vynly/nnai-bench", repo_type="space") == first
    second = hub.commit(*where, {"a.csv": b"3"}, ["b.csv"], "Publish", first)
    assert hub.read("vynly/nnai-bench", "a.csv", second, "space") == b"3"
    assert hub.read("vynly/nnai-bench", "b.csv", second, "space") is None
    with pytest.raises(HubConflict):
        hub.commit(*where, {"a.csv": b"4"}, [], "Late", first)


def test_anonymous_reads_and_is_told_to_sign_in_for_more(standing) -> None:
    hub = Hub(standing.url)
    assert b"NNAI-Bench" in (hub.read(REPO, "README.md", "main") or b"")
    with pytest.raises(HubRefused) as caught:
        hub.open_pull(REPO, PATH, DATA, "t", "d", author="demo-submitter")
    assert caught.value.missing == "sign-in"


def test_a_missing_scope_or_right_is_named(running) -> None:
    narrow = Hub(running.url, running.sign_in("demo-submitter", scope="openid profile"))
    with pytest.raises(HubRefused) as caught:
        submit(narrow)
    assert (caught.value.missing, caught.value.landed) == ("write-discussions", False)
    submit(running.link("demo-submitter"))
    with pytest.raises(HubRefused) as caught:
        running.link("demo-submitter").merge(REPO, 1, "")
    assert caught.value.missing == "permission"


def test_what_is_not_there_is_missing(standing) -> None:
    hub = standing.review()
    for call in (lambda: hub.pull(REPO, 5), lambda: hub.head(REPO, "refs/pr/5"), lambda: hub.head("vynly/none")):
        with pytest.raises(HubMissing):
            call()


def test_a_file_larger_than_wanted_is_not_read(standing) -> None:
    with pytest.raises(Exception, match="larger than 10 bytes"):
        standing.review().read(REPO, "README.md", "main", max_bytes=10)


@pytest.mark.parametrize("kind", ["error-after", "cut-after"])
def test_a_commit_that_landed_although_the_answer_was_lost_is_found(running, kind: str) -> None:
    hub = running.link("demo-submitter")
    running.hub.faults.arm("commit", kind)
    made = submit(hub)
    assert (made.number, made.found_after_error) == (1, True)
    assert everything(running) == [(1, "open")]


@pytest.mark.parametrize("endpoint", ["preupload", "commit"])
@pytest.mark.parametrize("kind", ["error-before", "cut-before"])
def test_a_commit_that_did_not_land_is_said_so_and_may_be_sent_again(running, endpoint: str, kind: str) -> None:
    hub = running.link("demo-submitter")
    running.hub.faults.arm(endpoint, kind)
    with pytest.raises(HubUnreachable) as caught:
        submit(hub)
    assert caught.value.landed is False
    assert submit(hub).number == 1


def test_a_slow_hub_is_not_waited_for_and_its_late_pull_request_is_found(running) -> None:
    hub = Hub(running.url, running.token("demo-submitter"), seconds=2, looks=(0.5,) * 20)
    running.hub.faults.arm("commit", "delay", seconds=2.5)
    assert submit(hub).found_after_error
    assert everything(running) == [(1, "open")]


def test_a_hub_that_cannot_be_looked_at_leaves_the_outcome_open(running) -> None:
    hub = running.link("demo-submitter")
    submit(hub)
    running.hub.faults.arm("comment", "cut-after")
    running.hub.faults.arm("details", "error-before")
    with pytest.raises(HubUnreachable) as caught:
        hub.comment(REPO, 1, "Said")
    assert caught.value.landed is None


def test_a_hub_that_fails_before_anything_was_sent_has_written_nothing(running) -> None:
    hub = running.link("demo-submitter")
    running.hub.faults.arm("discussions", "error-before")
    with pytest.raises(HubUnreachable) as caught:
        submit(hub)
    assert caught.value.landed is False


@pytest.mark.parametrize(
    ("kind", "error"), [("forbidden", HubRefused), ("stale", HubConflict), ("error-before", HubUnreachable)]
)
def test_each_refusal_has_its_kind_and_opens_nothing(running, kind: str, error: type[Exception]) -> None:
    hub = running.link("demo-submitter")
    running.hub.faults.arm("commit", kind)
    with pytest.raises(error):
        submit(hub)
    assert everything(running) == []


@pytest.mark.parametrize("endpoint", ["preupload", "commit", "whoami"])
def test_a_busy_hub_is_obeyed_not_repeated(running, endpoint: str) -> None:
    hub = running.link("demo-submitter")
    running.hub.faults.arm(endpoint, "busy", times=3, seconds=77)
    with pytest.raises(HubBusy) as caught:
        submit(hub)
    assert caught.value.retry_after == 77
    assert [fault.times for fault in running.hub.faults.armed()] == [2]


@pytest.mark.parametrize("kind", ["error-after", "cut-after"])
def test_merge_close_comment_and_publish_look_before_they_fail(running, kind: str) -> None:
    hub = running.review()
    submit(running.link("demo-submitter"))
    submit(running.link("demo-second-submitter"))
    for endpoint in ("merge", "status", "comment", "commit"):
        running.hub.faults.arm(endpoint, kind)
    hub.comment(REPO, 1, "Once")
    hub.merge(REPO, 1, "Accepted")
    hub.close(REPO, 2, "Duplicate")
    parent = hub.head("vynly/nnai-bench", repo_type="space")
    done = hub.commit("vynly/nnai-bench", "space", {"a.csv": b"1"}, [], "Publish", parent)
    assert done == hub.head("vynly/nnai-bench", repo_type="space")
    assert everything(running) == [(2, "closed"), (1, "merged")]
    assert [comment.text for comment in hub.pull(REPO, 1).comments].count("Once") == 1


def test_a_merge_that_did_not_happen_fails(running) -> None:
    submit(running.link("demo-submitter"))
    running.hub.faults.arm("merge", "error-before")
    with pytest.raises(HubUnreachable):
        running.review().merge(REPO, 1, "")


def test_two_threads_open_one_pull_request(running) -> None:
    token = running.token("demo-submitter")
    numbers: list[int] = []

    def click() -> None:
        numbers.append(submit(Hub(running.url, token)).number)

    clicks = [threading.Thread(target=click) for _ in range(2)]
    for one in clicks:
        one.start()
    for one in clicks:
        one.join()
    assert numbers == [1, 1]
    assert everything(running) == [(1, "open")]


def test_two_that_were_opened_at_the_same_moment_by_two_processes_become_one(running) -> None:
    hub = running.link("demo-submitter")
    opening = hub._opening(REPO)
    first = opening._send(PATH, DATA, f"A [{marker(PATH)}]", "")
    second = opening._send(PATH, DATA, f"A [{marker(PATH)}]", "")
    assert opening._settle(second, PATH, DATA, "demo-submitter").number == first.number
    assert opening._settle(first, PATH, DATA, "demo-submitter").number == first.number
    assert everything(running) == [(2, "closed"), (1, "open")]


def test_nobody_listening_is_unreachable() -> None:
    with pytest.raises(HubUnreachable):
        Hub("http://127.0.0.1:9/localhub", seconds=2).head(REPO)


def test_errors_and_representations_never_show_the_token(standing) -> None:
    hub = Hub(standing.url, "hf_secret_token")
    with pytest.raises(HubRefused) as caught:
        hub.whoami()
    assert "hf_secret" not in f"{hub!r} {caught.value} {caught.value.__cause__!r}"


def test_a_stored_token_and_a_foreign_endpoint_are_not_used(standing, tmp_path) -> None:
    (tmp_path / "token").write_text("hf_stored")
    known = {"HF_HOME": str(tmp_path), "HF_ENDPOINT": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9"}
    program = f"from hub import Hub; print(Hub({standing.url!r}).head({REPO!r}))"
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | known, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == Hub(standing.url).head(REPO)
