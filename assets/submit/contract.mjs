// What the page must know before a file is chosen, loaded once when the tab opens: the suite with its gold, the
// published schema and tables, the board's current entries. Invariant: after this, scoring asks for nothing.

/** Thrown when a part cannot be loaded; the page then says so instead of judging a file by half a contract. */
export class ContractMissing extends Error {
  constructor(part) {
    super(`${part} could not be loaded`);
    this.part = part;
  }
}

async function json(part, url) {
  let response;
  try {
    response = await fetch(url, { credentials: "same-origin" });
  } catch {
    throw new ContractMissing(part);
  }
  if (!response.ok) throw new ContractMissing(part);
  return response.json();
}
