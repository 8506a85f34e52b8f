// Uses of connectors, counted and joined in the order in which they happened.
import { expect, it } from 'vitest';
import { addEarlierUses, type ConnectorUses, countUse, useRows } from './connector-uses.ts';

const at = new Date('2026-01-31T12:00:00Z');
const count = (uses: ConnectorUses, outcomes: string) => {
  for (const outcome of outcomes) {
    const failure = outcome === '+' ? undefined : { code: 'connector.general', reason: outcome };
    countUse(uses, { date: '2026-01-31', at, connectorId: 'a/b', failure });
  }
  return uses;
};
const rowOf = (uses: ConnectorUses) => useRows(uses)[0];

it('counts failures since the last success, and keeps the last one', () => {
  expect(rowOf(count(new Map(), '12+34'))).toEqual({
    ...{ date: '2026-01-31', connector_id: 'a/b', succeeded: 1, failed: 4, consecutive_failures: 2 },
    ...{ last_failed_at: at, failure_code: 'connector.general', failure_reason: '4' },
  });
  expect(rowOf(count(new Map(), '1+'))).toMatchObject({ consecutive_failures: 0, failure_reason: '1' });
});

it.each([
  ['12', '34', { failed: 4, consecutive_failures: 4, failure_reason: '4' }],
  ['12', '+', { failed: 2, consecutive_failures: 0, failure_reason: '2' }],
  ['1+', '2', { failed: 2, consecutive_failures: 1, failure_reason: '2' }],
])('joins %s with what came after: %s', (earlier, later, expected) => {
  const uses = count(new Map(), later);
  addEarlierUses(uses, count(new Map(), earlier));
  expect(rowOf(uses)).toMatchObject(expected);
});

it('stores no character that the database refuses', () => {
  const uses: ConnectorUses = new Map();
  countUse(uses, {
    date: '2026-01-31',
    at,
    connectorId: 'a',
    failure: { code: 'c', reason: `\0${'a'.repeat(255)}😀` },
  });
  expect(rowOf(uses)?.failure_reason).toBe(`${'a'.repeat(255)}\ufffd`);
});
