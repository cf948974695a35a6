// node's door to the tasks: one JSON request on standard input, one JSON answer on standard output.
import { readFileSync, writeFileSync } from "node:fs";

import { perform } from "./tasks.mjs";

writeFileSync(1, JSON.stringify(await perform(JSON.parse(readFileSync(0, "utf-8")))));
