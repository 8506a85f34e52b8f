import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { removeLeftovers } from './leftovers.mjs';

const place = mkdtempSync(join(tmpdir(), 'tessera-leftovers-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

test('old folders of tests are removed with the servers in them, and others stay', async () => {
  const ofEnded = spawnSync(process.execPath, ['--version']).pid;
  const [old, recent, other, left, used] = [
    ...['tessera-embedded-a1B2c3', 'tessera-embedded-d4E5f6', 'elsewhere'],
    ...[`tessera-embedded-${ofEnded}-a1B2c3`, `tessera-embedded-${process.pid}-a1B2c3`],
  ].map((name) => join(place, name));
  for (const folder of [old, recent, other, left, used]) mkdirSync(join(folder, 'postgres'), { recursive: true });
  const server = spawn('sleep', ['600']);
  const ended = new Promise((resolve) => server.once('exit', (_, signal) => resolve(signal)));
  writeFileSync(join(old, 'postgres/postmaster.pid'), `${server.pid}\n`);
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const folder of [old, other]) utimesSync(folder, yesterday, yesterday);
  removeLeftovers([place]);
  expect(await ended).toBe('SIGQUIT');
  expect([old, recent, other, left, used].map((folder) => existsSync(folder))).toEqual([
    false,
    true,
    true,
    false,
    true,
  ]);
});
