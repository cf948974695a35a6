"""The details of one entry as an HTML fragment: what it is, who ran it, how to run it again, what it saw, its score.

Invariant: everything a submitter wrote passes `text`; nothing disclosed is left out, and `unknown` stands as visibly as
any other answer.
"""

from __future__ import annotations

from collections.abc import Iterable

from evaluator import AnySuite
from leaderboard import Decision, Entry, Standing, exposure, provenance, source_link
from space.board_view import chips_of
from space.held_out_html import draw_held_out
from space.markup import chip, link, pairs, panel, paragraphs, short, text
from space.reproduction_html import draw_reproduction
from space.score_html import draw_score
from submissions_schema import Disclosure, Submission


def draw_entry(entry: Entry, *, suite: AnySuite, hub: str, versus: str = "") -> str:
    """The fragment. `hub` is the address of the Hub that keeps pull requests, `versus` the panel of paired tests."""
    parts = (
        _score(entry, suite),
        versus,
        draw_held_out(entry),
        _what(entry.submission),
        _who(entry),
        _decisions(entry.decisions, hub),
        draw_reproduction(entry, suite.corpus),
        _again(entry.submission),
        _seen(entry.submission),
        _came_from(entry.submission),
        _evidence(entry, suite.corpus),
    )
    chips = "".join(chip(one.kind, one.label, one.title) for one in chips_of(entry))
    name = text(entry.submission.system.name)
    return (
        f'<article class="nn-entry-details" aria-label="Details of {name}"><header><h2>{name}</h2>{chips}'
        '<span class="nn-entry-actions"><button type="button" class="nn-button nn-copy-link">Copy link</button>'
        '<button type="button" class="nn-button nn-close">Close</button></span></header>'
        f'{_notes(entry)}<div class="nn-panels">{"".join(parts)}</div></article>'
    )


def _notes(entry: Entry) -> str:
    if not entry.notes:
        return ""
    lines = "".join(f"<li>{text(note.date)} <b>{text(note.kind)}</b>: {text(note.text)}</li>" for note in entry.notes)
    return f'<ul class="nn-notes">{lines}</ul>'


def _score(entry: Entry, suite: AnySuite) -> str:
    if entry.state is Standing.RETRACTED:
        return panel("Score", "<p>Retracted: the score is no longer shown.</p>")
    return draw_score(entry, suite)


def _what(submission: Submission) -> str:
    rows = "".join(
        f'<tr><th scope="row">{text(part.name)}</th><td>{text(part.kind)}{" · learned" if part.learned else ""}</td>'
        f"<td>{text(part.description)}</td></tr>"
        for part in submission.architecture.components
    )
    table = (
        '<table class="nn-plain"><caption>Inference path</caption><thead><tr><th scope="col">Component</th>'
        f'<th scope="col">Kind</th><th scope="col">What it does</th></tr></thead><tbody>{rows}</tbody></table>'
    )
    stated = "no component is neural" if submission.architecture.non_neural else "not stated"
    body = paragraphs(submission.system.description) + paragraphs(submission.architecture.summary) + table
    return panel("What it is", body + pairs((("Stated", stated), *_resources(submission))), wide=True)


def _resources(submission: Submission) -> Iterable[tuple[str, str]]:
    for item in submission.resources:
        digest = f'<code title="{text(item.sha256)}">{text(short(item.sha256))}</code>'
        value = f"{text(item.name)} {text(item.version)} · {item.bytes:,} bytes · {text(item.licence)} · {digest}"
        yield str(item.kind).replace("-", " ").capitalize(), value


def _who(entry: Entry) -> str:
    submission = entry.submission
    system, hardware, runtime = submission.system, submission.hardware, submission.runtime_ms
    rows = [("Submitted by", text(submission.submitted_by)), ("Version", text(system.version))]
    if system.organisation:
        rows.append(("Organisation", text(system.organisation)))
    if system.homepage:
        rows.append(("Homepage", link(system.homepage, system.homepage)))
    rows += [
        *([("Input mode", text(submission.input_mode))] if submission.input_mode is not None else []),
        ("Status", text(entry.status)),
        ("Accepted", text(entry.date) + ("" if entry.complete else " · its pull request waits to be merged")),
        ("Machine", text(f"{hardware.cpu}, {hardware.memory}, {hardware.os}")),
        ("Inference", f"{runtime.inference:,} ms, all questions"),
        ("Preprocessing", f"{runtime.preprocessing:,} ms"),
        ("Index build", f"{runtime.index_build:,} ms"),
    ]
    return panel("Who ran it", pairs(rows))


def _again(submission: Submission) -> str:
    again, source = submission.reproduction, submission.source
    checkout = f"git clone {source.url} system && git -C system checkout {source.revision}"
    commands = (
        ("Source", "" if source.closed_source else checkout),
        ("Fit", again.commands.fit),
        ("Predict", again.commands.predict),
        ("Evaluate", again.commands.evaluate),
    )
    lines = "".join(
        f'<dt>{name}</dt><dd class="nn-command"><code>{text(line)}</code>'
        f'<button type="button" class="nn-copy" aria-label="Copy the {name.lower()} command">Copy</button></dd>'
        for name, line in commands
        if line
    )
    environment = f'{text(again.environment.file)} <code title="{text(again.environment.sha256)}">'
    facts = pairs(
        (
            ("Source", "closed" if source.closed_source else link(source_link(source), source.url)),
            ("Licence", text(source.licence)),
            ("Environment", f"{environment}{text(short(again.environment.sha256))}</code>"),
            ("Seed", str(again.seed)),
            ("Deterministic", "yes" if again.deterministic else "no"),
        )
    )
    return panel("How to run it again", f"<dl>{lines}</dl>{facts}", wide=True)


def _seen(submission: Submission) -> str:
    seen = submission.test_exposure
    answers = (
        ("Test questions", seen.items),
        ("Test labels", seen.labels),
        ("Generator details", seen.generator_details),
        ("Tuned across test runs", seen.tuning_across_test_runs),
    )
    rows = [(name, _answer(answer)) for name, answer in answers]
    rows += [
        ("Runs on the test", str(seen.test_runs)),
        ("Test-adapted", chip("warning", "yes") if seen.test_adapted else "no"),
        ("Template-informed", "yes" if seen.template_informed else "no"),
        ("In one word", text(exposure(submission))),
    ]
    return panel("What it saw", pairs(rows))


def _answer(answer: Disclosure) -> str:
    word = chip("bad", "unknown") if str(answer.status) == "unknown" else f"<b>{text(answer.status)}</b>"
    return word + paragraphs(answer.text)


def _came_from(submission: Submission) -> str:
    origin = submission.provenance
    code = origin.authored_code
    files = "".join(f"<li><code>{text(file.path)}</code> {file.lines:,} lines</li>" for file in code.files)
    word = chip("bad", "unknown") if str(code.status) == "unknown" else f"<b>{text(code.status)}</b>"
    rows = (
        ("Training data", paragraphs(origin.training_data)),
        ("Static artifacts", paragraphs(origin.static_artifacts)),
        ("Neural assistance", _answer(origin.neural_assistance)),
        ("Task-specific code", word + (f"<ul>{files}</ul>" if files else "")),
        ("In one word", text(provenance(submission))),
    )
    return panel("Where it comes from", pairs(rows))


def _decisions(decisions: tuple[Decision, ...], hub: str) -> str:
    """Every decision in time order, with its reason."""
    lines = "".join(
        f'<li><time datetime="{text(one.time)}">{text(one.date)}</time> <b>{text(one.action)}</b> by {text(one.actor)}'
        f"{_pull(one, hub)}<p>{text(one.note)}</p></li>"
        for one in decisions
    )
    return panel("Decisions", f'<ol class="nn-decisions">{lines}</ol>')


def _pull(decision: Decision, hub: str) -> str:
    if decision.pull is None:
        return ""
    address = f"{hub}/datasets/{decision.pull.repo}/discussions/{decision.pull.number}"
    return f" · {link(address, f'pull request {decision.pull.number}')}"


def _evidence(entry: Entry, corpus: str) -> str:
    raw = f"/nnai/record/{text(corpus)}/{text(entry.sha256)}.json"
    score = entry.score
    rows = (
        ("Record", f'<code title="{text(entry.sha256)}">{text(entry.sha256)}</code>'),
        ("Decision", f"<code>{text(entry.decision_id)}</code>"),
        ("Predictions", f"<code>{text(score.predictions_sha256)}</code>"),
        ("Test data", f"<code>{text(score.test_sha256)}</code>"),
        ("Raw JSON", f'<a href="{raw}" download>{text(entry.sha256[:12])}.json</a> with all predictions'),
    )
    return panel("Evidence", pairs(rows), wide=True)
