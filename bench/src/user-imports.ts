// Import of a hundred thousand users with password hashes: duration, and the server's memory. The second half of a file
// must not need more memory than the first.
import { managementApi } from '@tessera/tests/harness/api';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { userImports } from '@tessera/tests/harness/user-imports';
import { memoryOf } from './process-numbers.ts';
import { type Goal, show, table } from './report.ts';

const few = 10_000;
const many = 100_000;
const digest = '$2b$10$N9qo8uLOickgx2ZMRZoMyegEfyDB0UGGyhbPleskw1wG7GT2krZFu';

type Numbers = {
  seconds: number;
  size: number;
  /** Peak memory in each half, in MiB. */
  halves: [number, number];
};
export type ImportNumbers = { few: Numbers; many: Numbers; exported: number; afterExport: number };

/** Generated while it is sent, so that this process needs no memory for it. */
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
  const samples: number[] = [];
  const watch = setInterval(() => samples.push(memoryOf(server.pid)), 100);
  const began = performance.now();
  try {
    const { id } = (await imports.upload(fileOf(label, count))).json<{ id: string }>();
    const done = await imports.ended(id, 600_000);
    if (done.createdCount !== count) throw new Error(`not imported: ${JSON.stringify(done)}`);
    const middle = Math.floor(samples.length / 2);
    const halves = [samples.slice(0, middle), samples.slice(middle)].map((half) => Math.max(...half));
    return { seconds: (performance.now() - began) / 1000, size: done.size, halves: halves as [number, number] };
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
    ['Users with hashes', 'file', 'time', 'users each second', 'memory, first half', 'second half'],
    ...([few, many] as const).map((count) => {
      const { seconds, halves, size } = count === few ? numbers.few : numbers.many;
      return [
        `import of ${show(count)}`,
        show(size / 1024 / 1024, 'MiB'),
        show(seconds, 's', 1),
        show(count / seconds),
        ...halves.map((most) => show(most, 'MiB')),
      ];
    }),
    ['export of all', '', show(numbers.exported, 's', 1), '', '', show(numbers.afterExport, 'MiB')],
  ]);

export const importGoals = (numbers: ImportNumbers): Goal[] => [
  {
    name: 'memory in the second half of an import of 100,000 users, of the first',
    measured: numbers.many.halves[1] / numbers.many.halves[0],
    limit: 1.1,
    unit: '×',
    digits: 2,
  },
  { name: 'memory during that import', measured: Math.max(...numbers.many.halves), limit: 300, unit: 'MiB', digits: 0 },
  {
    name: 'users imported each second',
    measured: many / numbers.many.seconds,
    limit: 1000,
    atLeast: true,
    unit: '',
    digits: 0,
  },
];
