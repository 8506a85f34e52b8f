// Runs all tests several times (`npm run test:steady -- 5`) beside a program that takes one core, with the files in
// another order each time and without second chances. Tells what failed how often.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './inputs.mjs';
import { isInterrupted } from './run.mjs';
import { removeLeftovers } from './suite/leftovers.mjs';
import { shuffleVariable } from './suite/order.ts';
import { suites } from './suite/phases.mjs';
import { tableText, tabulate } from './suite/steadiness.mjs';
import { runSuite } from './suite/suite.mjs';
import { summarize } from './suite/summary.mjs';

const [times = '5', firstSeed = String(Date.now() % 100_000)] = process.argv.slice(2);
const results = join(root, 'test-results');
const print = (text) => process.stdout.write(text);

// It ends with this process, even a killed one: it checks whether its parent is still there.
const burner = spawn(
  process.execPath,
  ['-e', 'const parent = process.ppid; while (process.ppid === parent) for (let i = 0; i < 1e8; i += 1);'],
  { stdio: 'ignore' },
);

const runs = [];
for (let index = 0; index < Number(times) && !isInterrupted(); index += 1) {
  const seed = String(Number(firstSeed) + index);
  process.env[shuffleVariable] = seed;
  removeLeftovers();
  print(`\n── run ${index + 1} of ${times}, files shuffled by seed ${seed}\n`);
  const outcome = await runSuite({ phases: suites.test(), root, results, print, secondChances: 0 });
  print(summarize(outcome, { isStrict: true }).text);
  runs.push(outcome);
  const table = tableText(tabulate(runs), runs.length);
  writeFileSync(join(results, 'steady.txt'), table);
  print(`\n${table}`);
}
burner.kill();
process.exitCode = tabulate(runs).length === 0 ? 0 : 1;
