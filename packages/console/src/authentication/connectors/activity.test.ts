import { expect, it } from 'vitest';
import { activityOf, worstOf } from './activity.ts';

const activity = (id: string, more: object = {}) => ({
  ...{ id, succeeded: 0, failed: 0, lastUsedOn: null, consecutiveFailures: 0, isFailing: false, lastFailure: null },
  ...more,
});

it('sums the connectors of a provider', () => {
  const all = [
    activity('web', { succeeded: 5, failed: 1, lastUsedOn: '2026-01-31' }),
    activity('native', { succeeded: 2, lastUsedOn: '2026-02-01', isFailing: true, consecutiveFailures: 3 }),
    activity('other', { succeeded: 100 }),
  ];
  const found = activityOf(all, [{ id: 'web' }, { id: 'native' }]);
  expect(found).toMatchObject({ succeeded: 7, failed: 1, lastUsedOn: '2026-02-01', failing: { id: 'native' } });
  expect(activityOf(all, [{ id: 'other' }])).toMatchObject({ lastUsedOn: null, failing: undefined });
});

it('does not know connectors that were created since', () => {
  expect(activityOf([activity('a')], [{ id: 'b' }])).toBeUndefined();
});

it('finds the connector with the most failures', () => {
  const failing = (id: string, consecutiveFailures: number) => activity(id, { isFailing: true, consecutiveFailures });
  expect(worstOf([failing('a', 3), failing('b', 40), activity('c', { consecutiveFailures: 2 })])?.id).toBe('b');
  expect(worstOf([activity('c')])).toBeUndefined();
});
