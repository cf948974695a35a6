// The constraints: what a schedule violates, which tasks are charged for it, at what time. Twin of
// evaluator/schedule/violations.py, in its order.
//
// Every constraint is hard. Invariant: intervals are half-open [start, end); every violation charges at least one
// scheduled task; a task left out is no violation of its own (coverage is counted apart).

/**
 * @typedef {import("./schedule_instance.mjs").Instance} Instance
 * @typedef {import("./schedule_instance.mjs").Task} Task
 * @typedef {import("./schedule_rows.mjs").Assignment} Assignment
 * @typedef {Map<string, Assignment>} Placed by task; only ids of the instance
 * @typedef {{kind: string, tasks: string[], low: number, high: number, subject: string}} Violation it shows in the time
 *   [low, high); `subject` is a worker (skill, availability, no_overlap, max_load, separate), a resource (capacity) or
 *   the task that should have come before (precedence); "" for release and deadline
 * @typedef {{task: Task, worker: string, start: number, end: number}} Run one scheduled task: it runs in [start, end)
 * @typedef {Map<string, Run>} Runs in the order of the instance; only scheduled tasks
 */

/**
 * Everything that the schedule violates: by kind; within a kind by worker, resource, arc or pair, then by task.
 * @param {Instance} instance @param {Placed} placed @returns {Violation[]}
 */
export function violations(instance, placed) {
  /** @type {Runs} */
  const runs = new Map();
  const all = [];
  /** @type {Map<string, Run[]>} */
  const own = new Map();
  for (const worker of instance.workers.keys()) own.set(worker, []);
  for (const [name, task] of instance.tasks) {
    const item = placed.get(name);
    if (item === undefined) continue;
    const run = { task, worker: item.worker, start: item.start, end: item.start + task.duration };
    runs.set(name, run);
    all.push(run);
    /** @type {Run[]} */ (own.get(item.worker)).push(run);
  }
  // One list that every rule adds to: generators and their copies took half the time of a preview.
  /** @type {Violation[]} */
  const found = [];
  release(all, found);
  deadline(all, found);
  skill(instance, all, found);
  availability(instance, all, found);
  noOverlap(own, found);
  maxLoad(instance, own, found);
  precedence(instance, runs, found);
  capacity(instance, all, found);
  separate(instance, runs, found);
  return found;
}

/** s >= r. @param {Run[]} runs @param {Violation[]} found */
function release(runs, found) {
  for (const { task, start, end } of runs) {
    if (start < task.release) found.push(violation("release", [task.id], start, Math.min(end, task.release)));
  }
}

/** s + p <= d. @param {Run[]} runs @param {Violation[]} found */
function deadline(runs, found) {
  for (const { task, start, end } of runs) {
    if (end > task.deadline) found.push(violation("deadline", [task.id], Math.max(start, task.deadline), end));
  }
}

/** The worker has the skill. @param {Instance} instance @param {Run[]} runs @param {Violation[]} found */
function skill({ workers }, runs, found) {
  for (const { task, worker, start, end } of runs) {
    if (!workers.get(worker)?.skills.has(task.skill)) found.push(violation("skill", [task.id], start, end, worker));
  }
}

/**
 * [s, s + p) lies inside one window of the worker.
 * @param {Instance} instance @param {Run[]} runs @param {Violation[]} found
 */
function availability({ workers }, runs, found) {
  for (const { task, worker, start, end } of runs) {
    const inside = workers.get(worker)?.windows.some(([low, high]) => low <= start && end <= high);
    if (!inside) found.push(violation("availability", [task.id], start, end, worker));
  }
}

/**
 * Two tasks of one worker: their intervals are disjoint. One violation a pair.
 * @param {Map<string, Run[]>} own @param {Violation[]} found
 */
function noOverlap(own, found) {
  for (const [worker, runs] of own) {
    for (let place = 0; place < runs.length; place += 1) {
      for (let later = place + 1; later < runs.length; later += 1) {
        const [first, second] = [runs[place], runs[later]];
        if (first.end <= second.start || second.end <= first.start) continue;
        const [low, high] = [Math.max(first.start, second.start), Math.min(first.end, second.end)];
        found.push(violation("no_overlap", [first.task.id, second.task.id], low, high, worker));
      }
    }
  }
}

/**
 * The durations of a worker's tasks sum to at most max_load; all the worker's tasks are charged.
 * @param {Instance} instance @param {Map<string, Run[]>} own @param {Violation[]} found
 */
function maxLoad({ workers }, own, found) {
  for (const [worker, { max_load }] of workers) {
    const runs = /** @type {Run[]} */ (own.get(worker));
    if (runs.reduce((sum, { task }) => sum + task.duration, 0) <= max_load) continue;
    found.push(violation("max_load", runs.map(({ task }) => task.id), ...span(runs), worker));
  }
}

/**
 * An arc (a, b, lag) with b scheduled: a is, too, and end(a) + lag <= start(b). Without a, b alone is charged.
 * @param {Instance} instance @param {Runs} runs @param {Violation[]} found
 */
function precedence(instance, runs, found) {
  for (const [before, after, lag] of instance.precedence) {
    const [first, second] = [runs.get(before), runs.get(after)];
    if (second === undefined) continue;
    if (first === undefined) {
      found.push(violation("precedence", [after], second.start, second.end, before));
    } else if (first.end + lag > second.start) {
      found.push(violation("precedence", [before, after], second.start, first.end + lag, before));
    }
  }
}

/**
 * At every time the demand of the running tasks is at most the capacity; the users that run then are charged. One
 * violation for each longest stretch of time in which the same tasks use the resource.
 * @param {Instance} instance @param {Run[]} runs @param {Violation[]} found
 */
function capacity(instance, runs, found) {
  for (const [resource, most] of instance.capacity) {
    const users = [];
    let demand = 0;
    for (const { task, start, end } of runs) {
      const units = task.demand.get(resource);
      if (units === undefined) continue;
      users.push({ id: task.id, start, end, units });
      demand += units;
    }
    if (demand <= most) continue;
    const edges = [...new Set(users.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
    for (let at = 0; at + 1 < edges.length; at += 1) {
      let use = 0;
      for (const { start, end, units } of users) if (start <= edges[at] && edges[at] < end) use += units;
      if (use <= most) continue;
      const tasks = users.filter(({ start, end }) => start <= edges[at] && edges[at] < end).map(({ id }) => id);
      found.push(violation("capacity", tasks, edges[at], edges[at + 1], resource));
    }
  }
}

/**
 * Two tasks that are both scheduled have different workers.
 * @param {Instance} instance @param {Runs} runs @param {Violation[]} found
 */
function separate(instance, runs, found) {
  for (const pair of instance.separate) {
    const [first, second] = [runs.get(pair[0]), runs.get(pair[1])];
    if (first === undefined || second === undefined || first.worker !== second.worker) continue;
    found.push(violation("separate", [...pair], ...span([first, second]), first.worker));
  }
}

/**
 * @param {string} kind @param {string[]} tasks @param {number} low @param {number} high @param {string} [subject]
 * @returns {Violation}
 */
function violation(kind, tasks, low, high, subject = "") {
  return { kind, tasks, low, high, subject };
}

/** @param {Run[]} runs @returns {[number, number]} the first start and the last end */
function span(runs) {
  return [Math.min(...runs.map(({ start }) => start)), Math.max(...runs.map(({ end }) => end))];
}
