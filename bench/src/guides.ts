// Guides that take too long for every test run, followed literally. A guide whose packages are unavailable is reported
// and does not count as missed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from './report.ts';

type Suite = { name: string; status: string; message?: string; assertionResults: { failureMessages?: string[] }[] };

const root = join(import.meta.dirname, '../..');
const content = 'packages/console/src/authentication/guides/content';

const runSuites = async (): Promise<Suite[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-guides-'));
  const report = join(folder, 'report.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['run', '--project', 'further-guides', '--reporter=json', `--outputFile=${report}`];
  try {
    const child = spawn(process.execPath, [vitest, ...options], { cwd: root, stdio: 'ignore' });
    await once(child, 'close');
    return (JSON.parse(readFileSync(report, 'utf8')) as { testResults: Suite[] }).testResults;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const reason = ({ message, assertionResults }: Suite): string => {
  const text = message || assertionResults.flatMap(({ failureMessages }) => failureMessages ?? []).join('\n');
  const line = text.split('\n').find((one) => /not found|cannot find|error/i.test(one)) ?? text.split('\n')[0] ?? '';
  return line.trim().slice(0, 100) || 'it could not be followed on this machine';
};

const count = (folder: string, ending: string) =>
  readdirSync(join(root, folder)).filter((file) => file.endsWith(ending)).length;

export const guideTable = async (): Promise<string> => {
  const suites = await runSuites();
  const followed = count('tests/guides', '.test.ts') + suites.filter(({ status }) => status === 'passed').length;
  return table([
    ['Guides, followed to the letter', 'outcome', ''],
    ['by `npm run test:all`, and those below', `${followed} of ${count(content, '.md')}`, ''],
    ...suites.map((suite) => [
      suite.name.replace(/^.*\/|\.test\.ts$/g, ''),
      suite.status,
      suite.status === 'passed' ? '' : reason(suite),
    ]),
  ]);
};
