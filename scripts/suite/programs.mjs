// The programs of the machine that the tests use, with their versions.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { postgresPrograms } from '../../tests/harness/postgres-programs.ts';
import { systemChromium } from '../chromium.mjs';

const versionOf = (program) =>
  program && existsSync(program)
    ? spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 20_000 }).stdout?.trim().split('\n')[0]
    : undefined;

export const programVersions = () => {
  const found = {
    'embedded database': versionOf(postgresPrograms('embedded').path('postgres')),
    'external database': versionOf(postgresPrograms('system').path('postgres')),
    browser: versionOf(systemChromium()) ?? "Playwright's own",
  };
  return Object.entries(found)
    .map(([name, version]) => `${name} ${version ?? 'missing'}`)
    .join(' · ');
};
