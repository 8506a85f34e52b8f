// Time until the product answers, with an empty data folder and with one that has been used, and its memory then.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, rounds } from './load.ts';
import { memoryOf } from './process-numbers.ts';
import { type StartUp, startProduct } from './product.ts';
import { type Goal, show, table } from './report.ts';

type StartUpNumbers = { cold: StartUp; warm: StartUp; idle: number };

const startOnce = async (dataDir: string) => {
  const { running, startUp } = await startProduct(dataDir);
  const idle = memoryOf(running.pid);
  await running.stop();
  return { startUp, idle };
};

export const measureStartUp = async (): Promise<StartUpNumbers> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-bench-start-'));
  try {
    const { startUp: cold } = await startOnce(dataDir);
    const warm: Awaited<ReturnType<typeof startOnce>>[] = [];
    for (let round = 0; round < rounds; round += 1) warm.push(await startOnce(dataDir));
    const middle = (of: (one: (typeof warm)[number]) => number) => median(warm.map(of));
    return {
      cold,
      warm: { wall: middle(({ startUp }) => startUp.wall), cpu: middle(({ startUp }) => startUp.cpu) },
      idle: middle(({ idle }) => idle),
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

export const startUpTable = ({ cold, warm, idle }: StartUpNumbers): string =>
  table([
    ['Start-up, to the first answer', 'wall', 'CPU', 'memory'],
    ['cold: empty data folder', show(cold.wall, 'ms'), show(cold.cpu, 'ms'), ''],
    ['warm', show(warm.wall, 'ms'), show(warm.cpu, 'ms'), show(idle, 'MiB')],
  ]);

export const startUpGoals = ({ warm }: StartUpNumbers): Goal[] => [
  { name: 'CPU of a warm start', measured: warm.cpu, limit: 2000, unit: 'ms', digits: 0 },
];
