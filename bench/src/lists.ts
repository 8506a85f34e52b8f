// A list with ten rows compared with a hundred thousand: the first page with its members, and a search.
import { managementApi } from '@tessera/tests/harness/api';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { median } from './load.ts';
import { type Goal, show, table } from './report.ts';

const asked = 60;
const few = 10;
const many = 100_000;

type Times = { page: number; search: number };
export type ListNumbers = { few: Times; many: Times };

const paths = {
  page: '/organizations?page=1&page_size=20&showFeatured=1',
  search: '/organizations?page=1&page_size=20&showFeatured=1&q=Firm%207',
};

const fill = async (server: TestServer, from: number, to: number) => {
  await server.query(
    `insert into organizations (tenant_id, id, name)
     select 'default', 'firm-' || n, 'Firm ' || n from generate_series($1::int, $2::int) as n`,
    [from, to],
  );
  // Do what autovacuum would do later, before measuring.
  await server.query('vacuum analyze organizations');
  await server.query('checkpoint');
};

/** Milliseconds per request, one after the other. */
const timesOf = async (call: Awaited<ReturnType<typeof managementApi>>['call']): Promise<Times> => {
  const timed = async (path: string) => {
    const times: number[] = [];
    for (let count = 0; count < asked; count += 1) {
      const began = performance.now();
      const { status, body } = await call('GET', path);
      if (status !== 200) throw new Error(`no list: ${body}`);
      times.push(performance.now() - began);
    }
    return median(times);
  };
  return { page: await timed(paths.page), search: await timed(paths.search) };
};

export const measureLists = async (server: TestServer): Promise<ListNumbers> => {
  const { call } = await managementApi(server);
  await fill(server, 1, few);
  await timesOf(call);
  const little = await timesOf(call);
  await fill(server, few + 1, many);
  return { few: little, many: await timesOf(call) };
};

export const listTable = (numbers: ListNumbers): string =>
  table([
    ['A list of organizations', 'first page', 'search'],
    [`of ${show(few)}`, show(numbers.few.page, 'ms', 1), show(numbers.few.search, 'ms', 1)],
    [`of ${show(many)}`, show(numbers.many.page, 'ms', 1), show(numbers.many.search, 'ms', 1)],
  ]);

export const listGoals = (numbers: ListNumbers): Goal[] => [
  {
    name: 'first of 100,000 organizations, of ten',
    measured: numbers.many.page / numbers.few.page,
    limit: 2,
    unit: '×',
    digits: 2,
  },
  { name: 'search in 100,000 organizations', measured: numbers.many.search, limit: 50, unit: 'ms', digits: 1 },
];
