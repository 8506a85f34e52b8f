import { expect, it } from 'vitest';
import { createWorkerPool } from './worker-pool.ts';

/** Answers with its scheduling policy, the 41st field of its statistics. */
const file = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import ${JSON.stringify(new URL('./thread-priority.ts', import.meta.url).href)};
    import { existsSync, readFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    const own = '/proc/thread-self/stat';
    const policy = existsSync(own) && readFileSync(own, 'utf8').split(') ')[1].split(' ')[38];
    parentPort.on('message', () => parentPort.postMessage(policy));
    parentPort.postMessage('ready');
  `)}`,
);
const policyOf = async (onlyWhenIdle: boolean) => {
  const pool = createWorkerPool<object, string>({ file, name: 'test', onlyWhenIdle });
  try {
    return await pool.run({});
  } finally {
    await pool.stop();
  }
};
const isLinux = process.platform === 'linux';

it('gives threads for idle CPUs the policy for it, and others the normal one', async () => {
  expect([await policyOf(true), await policyOf(false)]).toEqual(isLinux ? ['5', '0'] : [false, false]);
});
