// Finds import cycles. Type imports count: a file that cannot be understood without its users is not a separate module.
import { dirname, join } from 'node:path/posix';

const imported = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

const importsOf = (file, sources) =>
  [...sources.get(file).matchAll(imported)]
    .map(([, path]) => join(dirname(file), path))
    .filter((path) => sources.has(path));

/** The shortest path from a file back to itself, or undefined. */
const wayBack = (file, graph) => {
  const cameFrom = new Map();
  const queue = [file];
  for (const current of queue) {
    for (const next of graph.get(current)) {
      if (next === file) {
        const way = [file];
        for (let step = current; step !== file; step = cameFrom.get(step)) way.unshift(step);
        return [file, ...way];
      }
      if (!cameFrom.has(next)) {
        cameFrom.set(next, current);
        queue.push(next);
      }
    }
  }
  return undefined;
};

/** Takes the code of each file by path, and returns one line per cycle, such as `a.ts → b.ts → a.ts`. */
export const importCycles = (sources) => {
  const graph = new Map([...sources.keys()].map((file) => [file, importsOf(file, sources)]));
  const reported = new Set();
  const cycles = [];
  for (const file of [...sources.keys()].sort()) {
    const way = reported.has(file) ? undefined : wayBack(file, graph);
    if (!way) continue;
    for (const step of way) reported.add(step);
    cycles.push(way.join(' → '));
  }
  return cycles;
};
