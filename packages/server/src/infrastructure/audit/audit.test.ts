// The content of an audit log entry.
import { expect, it } from 'vitest';
import { masked } from './audit.ts';

it.each([
  ['one long text', { params: { note: 'x'.repeat(1_000_000) } }],
  ['many texts', { params: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`p${index}`, 'text'])) }],
  ['a long list', { params: { resource: Array(100_000).fill('https://api.example.com') } }],
  ['many numbers', { params: { list: Array(100_000).fill(7) } }],
  ['long names', { params: { ['n'.repeat(100_000)]: 1 } }],
])('R14 an entry stays small: %s', (_, more) => {
  const entry = masked({ key: 'Interaction.Create', result: 'Success', ...more });
  expect(JSON.stringify(entry).length).toBeLessThan(40_000);
  expect(entry).toMatchObject({ key: 'Interaction.Create', result: 'Success' });
});

it('an ordinary entry is stored completely', () => {
  const entry = { key: 'a', params: { scope: 'openid', list: [1, 'two', null, { three: false }] } };
  expect(masked(entry)).toEqual(entry);
});

it.each([
  ['cut in half', { note: `${'a'.repeat(4095)}😀` }],
  ['alone', { note: 'a\ud83d' }],
  ['in a name', { 'a\ud83d': 1 }],
  ['NUL', { 'a\0': 'b\0' }],
])('stores no character that the database refuses: %s', (_, params) => {
  const text = JSON.stringify(masked({ params }));
  expect(text).not.toMatch(/\\ud[89ab]|\\u0000/i);
});
