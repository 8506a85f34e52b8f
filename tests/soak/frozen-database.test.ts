// A frozen embedded database does not keep the server from stopping.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@tessera/server/infrastructure/postgres/embedded';
import { readPidFile } from '@tessera/server/infrastructure/postgres/pid-file';
import { expect, it } from 'vitest';

const childrenOf = (pid: number) =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number);

it('F21 stops an embedded database that no longer responds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-frozen-'));
  chmodSync(folder, 0o755);
  const embedded = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
  const pid = (await readPidFile(join(folder, 'data/postgres')))?.pid ?? 0;
  const frozen = [pid, ...childrenOf(pid)];
  expect(frozen.length).toBeGreaterThan(1);
  for (const one of frozen) process.kill(one, 'SIGSTOP');
  await embedded.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  for (const one of frozen.slice(1)) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // Already gone.
    }
  }
  rmSync(folder, { recursive: true, force: true });
});
