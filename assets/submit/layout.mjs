// The form's layout: which fields stand in which group, in which order, how wide, with which input aids.
// Titles, help texts, limits and choices are the published schema's own; a field named here and absent there
// is an error when the form is built, and so is a field of the schema that no group shows.

const half = { width: "half" };
const third = { width: "third" };
const mono = { mono: true };

/** Per pointer (list rows written with *): width, monospaced, placeholder, datalist. */
export const FIELDS = {
  "/system/name": { ...half, placeholder: "rule-forest" },
  "/system/version": { ...half, placeholder: "1.0" },
  "/system/organisation": half,
  "/system/homepage": { ...half, type: "url", placeholder: "https://" },
  "/source/url": { ...half, type: "url", placeholder: "https://huggingface.co/name/repository" },
  "/source/revision": { ...half, ...mono, placeholder: "40 hexadecimal digits" },
  "/source/licence": { ...half, list: "licences", placeholder: "MIT" },
  "/source/closed_source": half,
  "/architecture/components/*/name": half,
  "/architecture/components/*/kind": half,
  "/input_mode": half,
  "/resources/*/kind": half,
  "/resources/*/name": half,
  "/resources/*/version": third,
  "/resources/*/bytes": third,
  "/resources/*/licence": { ...third, list: "licences" },
  "/resources/*/sha256": mono,
  "/provenance/authored_code/files/*/path": { width: "wide", ...mono, placeholder: "src/rules.py" },
  "/provenance/authored_code/files/*/lines": { width: "narrow" },
  "/test_exposure/test_runs": third,
  "/test_exposure/test_adapted": third,
  "/test_exposure/template_informed": third,
  "/reproduction/environment/file": { ...half, ...mono, placeholder: "requirements.lock" },
  "/reproduction/environment/sha256": { ...half, ...mono },
  "/reproduction/commands/fit": mono,
  "/reproduction/commands/predict": mono,
  "/reproduction/commands/evaluate": mono,
  "/reproduction/seed": half,
  "/reproduction/deterministic": half,
  "/hardware/cpu": third,
  "/hardware/memory": third,
  "/hardware/os": third,
  "/runtime_ms/inference": third,
  "/runtime_ms/preprocessing": third,
  "/runtime_ms/index_build": third,
};

/** The groups in reading order. A part is a pointer: an object shows all its fields. Titles differ from the schema's
 * only where a group joins two of its sections. */
export const GROUPS = [
  { id: "system", parts: ["/system"] },
  { id: "source", title: "Source and licence", parts: ["/source"] },
  { id: "architecture", parts: ["/architecture"] },
  { id: "track", title: "Track and resources", parts: ["/track", "/input_mode", "/resources"] },
  { id: "provenance", title: "Provenance and assistance", parts: ["/provenance"] },
  { id: "exposure", parts: ["/test_exposure"] },
  { id: "reproduction", parts: ["/reproduction"] },
  { id: "hardware", title: "Hardware and runtime", parts: ["/hardware", "/runtime_ms"] },
  { id: "agreement", title: "Publication agreement", parts: ["/submitted_by", "/agreement"] },
];

/** Parts that only some suites ask for. */
export const SOMETIMES = new Set(["/input_mode"]);

/** Fields of the document that the page writes itself. */
export const WRITTEN = ["schema", "suite", "test_sha256", "preview", "predictions"];

/** Lists that start with one empty row. */
export const STARTED = new Set(["/architecture/components"]);
