// The commands of the test tools for a list of files.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const reporter = (name) => join(import.meta.dirname, `${name}-reporter.mjs`);
const pattern = (file) => `/${file.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;

export const tools = {
  vitest: ({ project }, files) => [
    'vitest',
    'run',
    ...(project ? ['--project', project] : []),
    '--reporter=default',
    `--reporter=${reporter('vitest')}`,
    ...files,
  ],
  playwright: ({ config, without }, files) => [
    'playwright',
    'test',
    '-c',
    config,
    `--reporter=list,${pathToFileURL(reporter('playwright')).pathname}`,
    ...(without ? [`--grep-invert=${without}`] : []),
    ...files.map(pattern),
  ],
};
