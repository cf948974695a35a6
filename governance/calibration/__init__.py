"""Calibration: what valid studies say of each task, exactly, and what reviewers decide on it."""

from governance.calibration.deciding import Opinion, decide
from governance.calibration.drafts import Accepted, Drafts, accepted_studies, draft, shortfalls
from governance.calibration.evidence import Evidence, gather
from governance.calibration.independence import not_counted
from governance.calibration.review import Candidate, Review, Verifier, review
from governance.calibration.statistics import Showing, discrimination, sensitivity, stability
from governance.calibration.study_report import Cell, Part, Sensitivity, StudyReport, report

__all__ = [
    "Accepted",
    "Candidate",
    "Cell",
    "Drafts",
    "Evidence",
    "Opinion",
    "Part",
    "Review",
    "Sensitivity",
    "Showing",
    "StudyReport",
    "Verifier",
    "accepted_studies",
    "decide",
    "discrimination",
    "draft",
    "gather",
    "not_counted",
    "report",
    "review",
    "sensitivity",
    "shortfalls",
    "stability",
]
