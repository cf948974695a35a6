// What survives a reload, a sign-in and a failed send: the answers and the predictions, in this browser only.
// Invariant: what is read back is treated as a stranger's (shape is checked by the form and the parser); a full or
// closed storage is reported, never thrown.

const LARGEST = 2_500_000; // characters; above any file that can be accepted, below every browser's quota

/** Kept answers and predictions of one suite. */
export class Draft {
  constructor(suite, storage = openStorage()) {
    this.storage = storage;
    this.form = `nnai-bench/${suite}/form/1`;
    this.file = `nnai-bench/${suite}/predictions/1`;
  }

  /** {answers, name, text}: each null when nothing is kept. */
  read() {
    const answers = this.parsed(this.form);
    const file = this.parsed(this.file);
    const whole = typeof file?.name === "string" && typeof file?.text === "string";
    return { answers, name: whole ? file.name : null, text: whole ? file.text : null };
  }

  /** Keeps the answers; false when the browser would not. */
  keepAnswers(answers) {
    return this.write(this.form, JSON.stringify(answers));
  }

  /** Keeps a predictions file; null forgets it. False when the browser would not. */
  keepFile(name, text) {
    if (text === null) return this.drop(this.file);
    return this.write(this.file, JSON.stringify({ name: name.slice(0, 200), text }));
  }

  clear() {
    this.drop(this.form);
    this.drop(this.file);
  }

  parsed(key) {
    try {
      return JSON.parse(this.storage.getItem(key));
    } catch {
      return null;
    }
  }

  write(key, text) {
    if (text.length > LARGEST) return this.drop(key) && false;
    try {
      this.storage.setItem(key, text);
      return true;
    } catch {
      return this.drop(key) && false;
    }
  }

  drop(key) {
    try {
      this.storage.removeItem(key);
      return true;
    } catch {
      return false;
    }
  }
}

function openStorage() {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}
