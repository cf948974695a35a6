"""huggingface_hub's own client, unchanged, against the local hub; and git against its repositories."""

from __future__ import annotations

import hashlib
import os
import subprocess

import httpx
import pytest
from huggingface_hub import CommitOperationAdd, CommitOperationDelete, get_hf_file_metadata, hf_hub_url
from huggingface_hub.errors import EntryNotFoundError, HfHubHTTPError, RepositoryNotFoundError, RevisionNotFoundError

REPO = "vynly/nnai-submissions"
KIND = {"repo_type": "dataset"}


def add(path: str, data: bytes) -> list[CommitOperationAdd]:
    return [CommitOperationAdd(path_in_repo=path, path_or_fileobj=data)]


def open_pull(api, path: str = "a/b.json", data: bytes = b"{}\n"):
    return api.create_commit(
        REPO, add(path, data), commit_message="Title", commit_description="Said", create_pr=True, **KIND
    )


def git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    known = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_TERMINAL_PROMPT": "0", "NO_PROXY": "127.0.0.1"}
    return subprocess.run(["git", *arguments], capture_output=True, check=False, env=known)


def status_of(call) -> int:
    with pytest.raises(HfHubHTTPError) as caught:
        call()
    return caught.value.response.status_code


def test_create_commit_opens_a_live_pull_request_with_a_real_diff(running) -> None:
    api = running.api(running.token("demo-submitter"))
    made = open_pull(api, data=b"one\ntwo\n")
    assert (made.pr_num, made.pr_revision) == (1, "refs/pr/1")
    details = api.get_discussion_details(REPO, 1, **KIND)
    assert (details.status, details.author, details.title) == ("open", "demo-submitter", "Title")
    assert "+one\n+two\n" in (details.diff or "")
    assert [event.type for event in details.events] == ["comment", "commit"]
    assert details.conflicting_files == []


def test_two_pull_requests_are_numbered_and_listed_newest_first_by_author(running) -> None:
    first = running.api(running.token("demo-submitter"))
    second = running.api(running.token("demo-second-submitter"))
    open_pull(first), open_pull(second, data=b"[]\n")
    listed = list(second.get_repo_discussions(REPO, discussion_status="open", **KIND))
    assert [(one.num, one.author) for one in listed] == [(2, "demo-second-submitter"), (1, "demo-submitter")]
    assert [one.num for one in second.get_repo_discussions(REPO, author="demo-submitter", **KIND)] == [1]


def test_a_pull_request_made_without_commits_is_a_draft(running) -> None:
    api = running.api(running.token("demo-submitter"))
    draft = api.create_pull_request(REPO, title="Draft", **KIND)
    assert (draft.status, draft.diff) == ("draft", "")
    api.create_commit(REPO, add("x.json", b"{}"), commit_message="Fill", revision="refs/pr/1", **KIND)
    api.change_discussion_status(REPO, 1, "open", **KIND)
    assert api.get_discussion_details(REPO, 1, **KIND).status == "open"


def test_many_pull_requests_come_page_by_page(running) -> None:
    token = running.token("demo-submitter")
    with httpx.Client(headers={"Authorization": f"Bearer {token}"}) as client:
        for number in range(53):
            client.post(f"{running.url}/api/datasets/{REPO}/discussions", json={"title": f"Number {number}"})
    api = running.api(token)
    assert len({one.num for one in api.get_repo_discussions(REPO, **KIND)}) == 53


def test_files_are_read_with_their_commit_etag_and_length(running) -> None:
    api = running.api(running.token("demo-submitter"))
    made = open_pull(api, data=b"12345")
    url = hf_hub_url(REPO, "a/b.json", revision="refs/pr/1", endpoint=running.url, **KIND)
    known = get_hf_file_metadata(url, token=False)
    blob = hashlib.sha1(b"blob 5\x0012345", usedforsecurity=False).hexdigest()
    assert (known.commit_hash, known.etag, known.size) == (made.oid, blob, 5)
    assert httpx.get(url).content == b"12345"


def test_tree_paths_refs_commits_and_info_agree_on_the_head(running) -> None:
    api = running.api(running.token("demo-submitter"))
    head = open_pull(api).oid
    where = {"revision": "refs/pr/1", **KIND}
    assert [one.path for one in api.list_repo_tree(REPO, recursive=True, **where)] == ["README.md", "a", "a/b.json"]
    assert [one.path for one in api.list_repo_tree(REPO, path_in_repo="a", **where)] == ["a/b.json"]
    assert [one.path for one in api.get_paths_info(REPO, ["a/b.json", "missing"], **where)] == ["a/b.json"]
    assert api.list_repo_refs(REPO, include_pull_requests=True, **KIND).pull_requests[0].target_commit == head
    assert [one.title for one in api.list_repo_commits(REPO, **where)] == ["Title", "initial commit"]
    assert api.repo_info(REPO, **where).sha == head
    assert api.repo_info("vynly/nnai-bench", repo_type="space").sha != head


def test_what_does_not_exist_is_named_by_the_right_error(running) -> None:
    api = running.api(running.token("demo-submitter"))
    with pytest.raises(RepositoryNotFoundError):
        api.repo_info("vynly/other", **KIND)
    with pytest.raises(RevisionNotFoundError):
        api.repo_info(REPO, revision="refs/pr/7", **KIND)
    with pytest.raises(RevisionNotFoundError):
        api.list_repo_commits(REPO, revision="--output=x", **KIND)
    with pytest.raises(EntryNotFoundError):
        get_hf_file_metadata(hf_hub_url(REPO, "no.json", endpoint=running.url, **KIND), token=False)
    assert status_of(lambda: api.get_discussion_details(REPO, 99, **KIND)) == 404


def test_a_stale_parent_is_412(running) -> None:
    api = running.api(running.maintainer())
    old = api.repo_info(REPO, **KIND).sha
    api.create_commit(REPO, add("x.json", b"1"), commit_message="Newer", parent_commit=old, **KIND)
    late = {"commit_message": "Late", "parent_commit": old, **KIND}
    assert status_of(lambda: api.create_commit(REPO, add("y.json", b"2"), **late)) == 412


def test_the_author_may_push_to_the_pull_request_and_strangers_may_not(running) -> None:
    author = running.api(running.token("demo-submitter"))
    stranger = running.api(running.token("demo-second-submitter"))
    open_pull(author)
    where = {"commit_message": "More", "revision": "refs/pr/1", **KIND}
    moved = author.create_commit(REPO, add("more.json", b"1"), **where).oid
    assert author.repo_info(REPO, revision="refs/pr/1", **KIND).sha == moved
    assert status_of(lambda: stranger.create_commit(REPO, add("evil.json", b"1"), **where)) == 403


def test_without_the_scope_the_refusal_says_which_is_missing(running) -> None:
    api = running.api(running.sign_in("demo-submitter", scope="openid profile"))
    with pytest.raises(HfHubHTTPError, match="lacks the scope write-discussions"):
        open_pull(api)
    assert list(api.get_repo_discussions(REPO, **KIND)) == []


def test_only_the_maintainer_merges_closes_others_and_commits_to_main(running) -> None:
    author, stranger = running.api(running.token("demo-submitter")), running.token("demo-second-submitter")
    open_pull(author)
    other = running.api(stranger)
    assert status_of(lambda: author.merge_pull_request(REPO, 1, **KIND)) == 403
    assert status_of(lambda: author.create_commit(REPO, add("x", b"1"), commit_message="m", **KIND)) == 403
    assert status_of(lambda: other.change_discussion_status(REPO, 1, "closed", **KIND)) == 403
    assert status_of(lambda: other.rename_discussion(REPO, 1, "Mine", **KIND)) == 403


def test_a_maintainer_signed_in_through_the_app_cannot_merge_without_the_scope(running) -> None:
    open_pull(running.api(running.token("demo-submitter")))
    web = running.api(running.token("demo-maintainer"))
    with pytest.raises(HfHubHTTPError, match="lacks the scope write-repos"):
        web.merge_pull_request(REPO, 1, **KIND)


def test_merge_comment_rename_close_and_reopen_leave_their_events(running) -> None:
    author, maintainer = running.api(running.token("demo-submitter")), running.api(running.maintainer())
    open_pull(author)
    maintainer.comment_discussion(REPO, 1, "Thank you", **KIND)
    author.rename_discussion(REPO, 1, "Better", **KIND)
    author.change_discussion_status(REPO, 1, "closed", comment="Wait", **KIND)
    author.change_discussion_status(REPO, 1, "open", **KIND)
    maintainer.merge_pull_request(REPO, 1, comment="Merged", **KIND)
    details = author.get_discussion_details(REPO, 1, **KIND)
    kinds = [event.type for event in details.events]
    assert kinds[2:] == [
        "comment",
        "title-change",
        "comment",
        "status-change",
        "status-change",
        "comment",
        "status-change",
    ]
    assert details.status == "merged"
    assert details.merge_commit_oid == maintainer.repo_info(REPO, **KIND).sha
    assert "+{}\n" in (details.diff or "")
    assert status_of(lambda: maintainer.merge_pull_request(REPO, 1, **KIND)) == 409
    assert status_of(lambda: author.change_discussion_status(REPO, 1, "closed", **KIND)) == 409


def test_a_file_that_both_sides_changed_conflicts_and_is_not_merged(running) -> None:
    maintainer = running.api(running.maintainer())
    maintainer.create_commit(REPO, add("same.json", b"1\n"), commit_message="Base", **KIND)
    open_pull(running.api(running.token("demo-submitter")), "same.json", b"2\n")
    maintainer.create_commit(REPO, add("same.json", b"3\n"), commit_message="Other", **KIND)
    assert maintainer.get_discussion_details(REPO, 1, **KIND).conflicting_files == ["same.json"]
    assert status_of(lambda: maintainer.merge_pull_request(REPO, 1, **KIND)) == 409


def test_the_maintainer_commits_and_deletes_on_the_space(running) -> None:
    api = running.api(running.maintainer())
    space = {"repo_type": "space"}
    api.create_commit("vynly/nnai-bench", add("board/a.csv", b"1") + add("b.csv", b"2"), commit_message="m", **space)
    gone = [CommitOperationDelete("board/", is_folder=True), CommitOperationDelete("b.csv")]
    api.create_commit("vynly/nnai-bench", gone, commit_message="Remove", **space)
    assert api.list_repo_files("vynly/nnai-bench", **space) == ["README.md"]


def test_git_clones_and_fetches_and_cannot_push(running, tmp_path) -> None:
    open_pull(running.api(running.token("demo-submitter")))
    url, copy = f"{running.url}/datasets/{REPO}", tmp_path / "copy"
    assert git("clone", "-q", url, str(copy)).returncode == 0
    assert (copy / "README.md").is_file()
    assert git("-C", str(copy), "fetch", "-q", "origin", "refs/pr/1").returncode == 0
    assert git("-C", str(copy), "show", "FETCH_HEAD:a/b.json").stdout == b"{}\n"
    assert git("-C", str(copy), "fsck", "--strict").returncode == 0
    assert git("-C", str(copy), "push", "-q", "origin", "HEAD:main").returncode != 0
