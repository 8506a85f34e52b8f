// An import of a hundred thousand users with password hashes: how long it takes, and how much memory the server has
// meanwhile. A file ten times as long must not need more of it.
import { managementApi } from '@tessera/tests/harness/api';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { userImports } from '@tessera/tests/harness/user-imports';
import { memoryOf } from './process-numbers.ts';
import { type Goal, show, table } from './report.ts';

const few = 10_000;
const many = 100_000;
const digest = '$2b$10$N9qo8uLOickgx2ZMRZoMyegEfyDB0UGGyhbPleskw1wG7GT2krZFu';

type Numbers = { seconds: number; most: number; size: number };
export type ImportNumbers = { few: Numbers; many: Numbers; exported: number; afterExport: number };

/** Made while it is sent, so that this process needs no memory for it either. */
const fileOf = (label: string, count: number): ReadableStream => {
  let next = 0;
  return new ReadableStream({
    pull: (controller) => {
      const lines = next === 0 ? ['username,primaryEmail,name,passwordAlgorithm,passwordDigest'] : [];
      for (let line = 0; line < 1000 && next < count; line += 1, next += 1) {
        lines.push(`${label}_${next},${label}_${next}@example.com,"Person, ${next}",Bcrypt,${digest}`);
      }
      controller.enqueue(Buffer.from(`${lines.join('\r\n')}\r\n`));
      if (next === count) controller.close();
    },
  });
};

const measure = async (server: TestServer, token: string, label: string, count: number): Promise<Numbers> => {
  const imports = userImports({ origin: server.origin, token });
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(server.pid));
  }, 50);
  const began = performance.now();
  try {
    const { id } = (await imports.upload(fileOf(label, count))).json<{ id: string }>();
    const done = await imports.ended(id, 600_000);
    if (done.createdCount !== count) throw new Error(`not imported: ${JSON.stringify(done)}`);
    return { seconds: (performance.now() - began) / 1000, most, size: done.size };
  } finally {
    clearInterval(watch);
  }
};

export const measureImports = async (server: TestServer): Promise<ImportNumbers> => {
  const { token } = await managementApi(server);
  const little = await measure(server, token, 'few', few);
  const much = await measure(server, token, 'many', many);
  const began = performance.now();
  const answer = await fetch(`${server.origin}/api/user-exports`, { headers: { authorization: `Bearer ${token}` } });
  for await (const _ of answer.body ?? []) void _;
  const exported = (performance.now() - began) / 1000;
  return { few: little, many: much, exported, afterExport: memoryOf(server.pid) };
};

export const importTable = (numbers: ImportNumbers): string =>
  table([
    ['Users with hashes', 'file', 'time', 'users each second', 'most memory'],
    ...([few, many] as const).map((count) => {
      const { seconds, most, size } = count === few ? numbers.few : numbers.many;
      return [
        `import of ${show(count)}`,
        show(size / 1024 / 1024, 'MiB'),
        show(seconds, 's', 1),
        show(count / seconds),
        show(most, 'MiB'),
      ];
    }),
    ['export of all', '', show(numbers.exported, 's', 1), '', show(numbers.afterExport, 'MiB')],
  ]);

export const importGoals = (numbers: ImportNumbers): Goal[] => [
  {
    name: 'memory of an import of 100,000 users, of 10,000',
    measured: numbers.many.most / numbers.few.most,
    limit: 1.25,
    unit: '×',
    digits: 2,
  },
  {
    name: 'users imported each second',
    measured: many / numbers.many.seconds,
    limit: 1000,
    atLeast: true,
    unit: '',
    digits: 0,
  },
];
