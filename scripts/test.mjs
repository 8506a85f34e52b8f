// Runs a suite: `node scripts/test.mjs [check|test|all|interop]`. Its reports stay in `test-results`. STRICT=1 forgives no
// unsteady file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './inputs.mjs';
import { isInterrupted } from './run.mjs';
import { removeLeftovers } from './suite/leftovers.mjs';
import { suites } from './suite/phases.mjs';
import { programVersions } from './suite/programs.mjs';
import { runSuite } from './suite/suite.mjs';
import { summarize } from './suite/summary.mjs';

const name = process.argv[2] ?? 'test';
const results = join(root, 'test-results');
const print = (text) => process.stdout.write(text);

removeLeftovers();
const outcome = await runSuite({ phases: suites[name](), root, results, print });
const { text, failed } = summarize(outcome, { isStrict: process.env.STRICT === '1', programs: programVersions() });
writeFileSync(join(results, 'summary.txt'), text);
print(text);
process.exitCode = isInterrupted() ? 130 : Number(failed > 0);
