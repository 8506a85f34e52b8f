// The guides that take too long for every test run, followed to the letter. One whose packages cannot be had on this
// machine says so and is no missed target.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { table } from './report.ts';

type Suite = { name: string; status: string; message?: string; assertionResults: { failureMessages?: string[] }[] };

const root = join(import.meta.dirname, '../..');

const runSuites = (): Promise<Suite[]> =>
  new Promise((resolve, reject) => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', '--project', 'further-guides', '--reporter=json'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', reject);
    child.once('close', () => {
      try {
        resolve((JSON.parse(output.slice(output.indexOf('{'))) as { testResults: Suite[] }).testResults);
      } catch (cause) {
        reject(new Error('the guides could not be run', { cause }));
      }
    });
  });

const reason = ({ message, assertionResults }: Suite): string => {
  const text = message || assertionResults.flatMap(({ failureMessages }) => failureMessages ?? []).join('\n');
  const line = text.split('\n').find((one) => /cannot find|error/i.test(one)) ?? text.split('\n')[0] ?? '';
  return line.trim().slice(0, 100);
};

export const guideTable = async (): Promise<string> => {
  const suites = await runSuites();
  return table([
    ['Guides, followed to the letter', 'outcome', ''],
    ...suites.map((suite) => [
      suite.name.replace(/^.*\/|\.test\.ts$/g, ''),
      suite.status,
      suite.status === 'passed' ? '' : reason(suite),
    ]),
  ]);
};
