// The whole verdict: checks, tests over HTTP on both kinds of database, journeys in a browser. Stops at the first failing
// phase; the last line is the sum.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemChromium } from './chromium.mjs';
import { total } from './results.mjs';
import { run, seconds, vitest } from './run.mjs';

const results = mkdtempSync(join(tmpdir(), 'tessera-results-'));
const report = (name) => join(results, `${name}.json`);
const chromium = systemChromium();

const phases = [
  {
    name: 'checks',
    command: ['node', 'scripts/check.mjs'],
    env: { TEST_RESULTS: results },
    report: report('unit'),
  },
  {
    // Each operation of the contract is called here too, by the tests that are made from it.
    name: 'attacks, faults, clients and guides, embedded database',
    command: vitest('api', report('embedded'), 'tests/attack', 'tests/fault', 'tests/clients', 'tests/guides'),
    env: { TEST_DATABASE: 'embedded', ...(chromium && { CHROMIUM_PATH: chromium }) },
    report: report('embedded'),
  },
  {
    name: 'API, external database',
    command: vitest('api', report('external'), 'tests/api'),
    env: { TEST_DATABASE: 'external' },
    report: report('external'),
  },
  {
    name: 'journeys in a browser',
    command: ['playwright', 'test', '-c', 'tests/playwright.config.ts', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('journeys'), ...(chromium && { CHROMIUM_PATH: chromium }) },
    report: report('journeys'),
  },
];

const read = (path) => (existsSync(path) ? [JSON.parse(readFileSync(path, 'utf8'))] : []);

const outcomes = [];
for (const phase of phases) {
  const began = Date.now();
  process.stdout.write(`\n── ${phase.name}\n`);
  const { code } = await run(phase.command, { env: phase.env, show: true });
  outcomes.push({ ok: code === 0, reports: read(phase.report) });
  process.stdout.write(`── ${phase.name}: ${code === 0 ? 'passed' : 'failed'} in ${seconds(began)}\n`);
  if (code !== 0) break;
}
rmSync(results, { recursive: true, force: true });

const { passed, failed } = total(outcomes);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
