"""Secrets and e-mail addresses are found with their field; honest disclosures are left alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from records import Finding
from submissions_schema.secrets import email_in, secret_in

HONEST = (
    "BM25 over train.jsonl (k1=1.2, b=0.75); the index is 3.4 MB, sha256 " + "9f86d081884c7d65" * 4,
    "python3 -m baselines bm25 --out p.json && python3 -m evaluator score --suite nnai-bench-0.1 p.json --json",
    "git clone git@github.com:demo/reader.git && git -C reader checkout 0000000000000000000000000000000000000001",
    "docker run --network none python:3.11@sha256:" + "0123456789abcdef" * 4 + " python predict.py",
    "Tokens are split at spaces; the key of each rule is the pair (subject, verb). Password-free, no API key is used.",
    "pip install --no-index numpy==2.1.3 scipy==1.14.1 && export PYTHONHASHSEED=0 SECRET_SEED=17",
    "The lexicon APERIODICALLY, CONTRAINDICATIONS and other long words from wordlist.txt, 10.1.2.3 as an example.",
    "Siehe Übersicht auf https://huggingface.co/spaces/vynly/nnai-bench/blob/main/docs/PROTOCOL.md, Abschnitt §3.",
    "@dataclass classes hold the state; see also user@host in the log format, and actions/checkout@v4.",
    "Train data: 600 rows; ids like nb1-tr-ded-1-000 to nb1-tr-rel-3-032; settings a:b:c, ratio 3:1, time 12:30.",
    "uv pip sync requirements.lock --require-hashes # hashes as in sha256:" + "ab12" * 16,
)
SECRETS = {
    "Hugging Face token": "export HF_TOKEN=hf_" + "aB3" * 12,
    "GitHub Token": "https://x-access-token:ghp_" + "a1B2" * 9 + " is used",
    "GitHub fine-grained token": "github_pat_11AAAAAAA0" + "x" * 40,
    "GitLab Token": "glpat-" + "x1y2z3w4v5" * 2,
    "AWS Access Key": "AKIA" + "ABCD1234" * 2,
    "API key": "sk-proj-" + "Ab1_" * 10,
    "NPM tokens": "//registry.example/:_authToken=npm_" + "a1B2" * 9,
    "OpenAI Token": "sk-" + "a1" * 10 + "T3BlbkFJ" + "b2" * 10,
    "Slack Token": "xoxb-123-456-abcdef",
    "Private Key": "-----BEGIN OPENSSH PRIVATE KEY-----",
    "Basic Auth Credentials": "postgres://demo:demo@localhost/db",
    "PyPI Token": "pypi-AgEIcHlwaS5vcmc" + "x" * 80,
    "JSON Web Token": "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkZW1vIn0.c2ln",
}


@pytest.mark.parametrize("text", HONEST)
def test_honest_text_is_left_alone(text: str) -> None:
    assert secret_in(text) is None
    assert not email_in(text)


@pytest.mark.parametrize("name", SECRETS)
def test_known_forms_of_secrets_are_named(name: str) -> None:
    assert secret_in(SECRETS[name]) == name


@pytest.mark.parametrize("frame", ["{}", "Zeile eins\n{}", "„{}“", "ключ={} конец", "\t{}\r\nnext"])
def test_a_secret_is_found_wherever_it_stands(frame: str) -> None:
    assert secret_in(frame.format("hf_" + "q" * 34)) == "Hugging Face token"


@pytest.mark.parametrize("text", ["demo@example.org", "<demo.two+x@mail.example.co>", "Ü, demo@example.org."])
def test_mail_addresses_are_found(text: str) -> None:
    assert email_in(text)


@pytest.mark.parametrize("text", ["user@host", "pkg@1.2.3", "@decorator", "git@codeberg.org:demo/reader.git", "a@b"])
def test_other_at_signs_are_left_alone(text: str) -> None:
    assert not email_in(text)


def test_digests_revision_and_predictions_are_not_searched(
    document: dict[str, Any], findings_of: Callable[[object], tuple[Finding, ...]]
) -> None:
    document["predictions"][0]["label"] = "demo@example.org"
    document["source"]["revision"] = "demo@example.org"
    document["resources"][0]["sha256"] = "demo@example.org"
    assert {item.code for item in findings_of(document)} == {"E_FORMAT", "E_LABEL"}


def test_the_message_names_the_form_and_never_the_secret(
    document: dict[str, Any], findings_of: Callable[[object], tuple[Finding, ...]]
) -> None:
    token = "hf_" + "z" * 34
    document["hardware"]["cpu"] = token
    (found,) = findings_of(document)
    assert (found.code, found.where) == ("E_SECRET", "/hardware/cpu")
    assert token not in found.message
