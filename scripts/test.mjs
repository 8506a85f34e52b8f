// Runs everything: checks, HTTP tests on both kinds of database, browser journeys; with `all` also the soak tests, the
// guides, other browsers and the journeys tagged `@all`, which take minutes. Stops at the first failing phase; the last
// line is the sum.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemChromium } from './chromium.mjs';
import { total } from './results.mjs';
import { run, seconds, vitest } from './run.mjs';

const results = mkdtempSync(join(tmpdir(), 'tessera-results-'));
const report = (name) => join(results, `${name}.json`);
const chromium = systemChromium();
const isAll = process.argv[2] === 'all';

const soak = {
  name: 'soak tests, embedded database',
  command: vitest('soak', report('soak')),
  env: { TEST_DATABASE: 'embedded' },
  report: report('soak'),
};

const guides = {
  name: 'guides and other browsers',
  command: vitest('guides', report('guides')),
  env: { TEST_DATABASE: 'embedded', ...(chromium && { CHROMIUM_PATH: chromium }) },
  report: report('guides'),
};

const phases = [
  {
    name: 'checks',
    command: ['node', 'scripts/check.mjs'],
    env: { TEST_RESULTS: results },
    report: report('unit'),
  },
  {
    // The contract-generated tests call each operation here, too.
    name: 'attacks, faults and clients, embedded database',
    command: vitest('api', report('embedded'), 'tests/attack', 'tests/fault', 'tests/clients'),
    env: { TEST_DATABASE: 'embedded', ...(chromium && { CHROMIUM_PATH: chromium }) },
    report: report('embedded'),
  },
  {
    name: 'API and connectors, external database',
    command: vitest('api', report('external'), 'tests/api', 'tests/connectors'),
    env: { TEST_DATABASE: 'external' },
    report: report('external'),
  },
  {
    name: 'journeys in a browser',
    command: [
      'playwright',
      'test',
      '-c',
      'tests/playwright.config.ts',
      '--reporter=list,json',
      ...(isAll ? [] : ['--grep-invert=@all']),
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('journeys'), ...(chromium && { CHROMIUM_PATH: chromium }) },
    report: report('journeys'),
  },
  ...(isAll ? [soak, guides] : []),
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
