import type { LogEntry } from '@tessera/contract/audit-logs';
import { expect, it } from 'vitest';
import { outcomeOf, rowsOf } from './sign-ins.ts';

let time = 1000;
const entry = (key: string, result: 'Success' | 'Error' = 'Success', interactionId?: string): LogEntry => {
  time -= 1;
  const payload = { key, result, ...(interactionId !== undefined && { interactionId }) };
  return { tenantId: 'default', id: `${key}/${time}`, key, payload, createdAt: time };
};

it('shows an attempt once, where its newest step is', () => {
  const entries = [
    entry('Interaction.SignIn.Submit', 'Success', 'a'),
    entry('ExchangeTokenBy.RefreshToken'),
    entry('Interaction.SignIn.Create', 'Success', 'a'),
    entry('Interaction.Create', 'Success', 'b'),
  ];
  const rows = rowsOf(entries, true);
  expect(rows.map(({ attempt, entries }) => [attempt, entries.length])).toEqual([
    ['a', 2],
    [undefined, 1],
    ['b', 1],
  ]);
  expect(rowsOf(entries, false)).toHaveLength(4);
});

it('tells how an attempt ended, and why it failed', () => {
  const submit = (result: 'Success' | 'Error') => entry('Interaction.SignIn.Submit', result);
  const password = (result: 'Success' | 'Error') => entry('Interaction.SignIn.Verification.Password.Submit', result);
  expect(outcomeOf([submit('Success'), password('Success'), password('Error')])).toEqual({
    event: 'SignIn',
    result: 'completed',
    methods: ['Password'],
    failedSteps: 1,
  });
  const wrong = password('Error');
  expect(outcomeOf([wrong, entry('Interaction.SignIn.Create')])).toMatchObject({ result: 'failed', cause: wrong });
  expect(outcomeOf([entry('Interaction.Register.Create')])).toMatchObject({ event: 'Register', result: 'open' });
});
