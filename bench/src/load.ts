// Load on one server at a time: a warm-up, then rounds of which the median counts. The generator runs in this process,
// so on two cores it has one and the server the other.
import autocannon from 'autocannon';
import { cpuOf, cpuSince } from './process-numbers.ts';

export type Target = {
  pid: number;
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** The server's database backends, if their CPU time matters. */
  backends?: () => Promise<number[]>;
};
/** `cpu`: milliseconds of server CPU per response; `databaseCpu`: of the database. */
export type Round = { perSecond: number; cpu: number; databaseCpu: number; answers: number; seconds: number };

const connections = 16;
export const rounds = 3;

export const fire = async ({ pid, backends, ...request }: Target, duration: number): Promise<Round> => {
  const before = cpuOf(pid);
  const databaseCpu = await cpuSince(backends);
  const result = await autocannon({ ...request, connections, duration });
  const used = cpuOf(pid) - before;
  const usedByDatabase = await databaseCpu();
  const answers = result['2xx'];
  const failed = result.non2xx + result.errors;
  if (failed > 0 || answers === 0) throw new Error(`${request.url}: ${failed} of ${failed + answers} requests failed`);
  return {
    perSecond: answers / result.duration,
    cpu: used / answers,
    databaseCpu: usedByDatabase / answers,
    answers,
    seconds: result.duration,
  };
};

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const middle = (measured: Round[]): Round => ({
  perSecond: median(measured.map(({ perSecond }) => perSecond)),
  cpu: median(measured.map(({ cpu }) => cpu)),
  databaseCpu: median(measured.map(({ databaseCpu }) => databaseCpu)),
  answers: measured.reduce((sum, { answers }) => sum + answers, 0),
  seconds: measured.reduce((sum, { seconds }) => sum + seconds, 0),
});

/** Goes on as long as the server becomes faster, because its code is compiled while it runs. */
export const warmUp = async (target: Target) => {
  let [before, now] = [0, (await fire(target, 2)).perSecond];
  for (let round = 0; round < 6 && now > before * 1.03; round += 1) {
    [before, now] = [now, (await fire(target, 2)).perSecond];
  }
};

/** Each round visits all targets, so that a busy minute affects all of them. */
export const measure = async <N extends string>(
  targets: Record<N, Target>,
  duration: number,
): Promise<Record<N, Round>> => {
  const names = Object.keys(targets) as N[];
  const measured = new Map<N, Round[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) measured.get(name)?.push(await fire(targets[name], duration));
  }
  return Object.fromEntries([...measured].map(([name, list]) => [name, middle(list)])) as Record<N, Round>;
};
