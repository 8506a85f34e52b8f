import { IconApps } from '@tabler/icons-react';
import { expect, it } from 'vitest';
import { type Entry, exactFirst, matching } from './entry.ts';

const entry = (label: string, more: Partial<Entry> = {}): Entry => ({
  id: label,
  label,
  icon: IconApps,
  run: () => {},
  ...more,
});
const entries = [entry('Applications'), entry('Español', { words: 'Language', rare: true }), entry('Sign out')];
const labels = (query: string) => matching(entries, query).map(({ label }) => label);

it('shows common entries for an empty query', () => {
  expect(labels('')).toEqual(['Applications', 'Sign out']);
  expect(labels('  ')).toEqual(['Applications', 'Sign out']);
});

it('matches parts of words, in any order and case, without accents', () => {
  expect(labels('APPL')).toEqual(['Applications']);
  expect(labels('out sign')).toEqual(['Sign out']);
  expect(labels('espanol')).toEqual(['Español']);
  expect(labels('lang espa')).toEqual(['Español']);
});

it('shows rare entries only for prefixes', () => {
  expect(labels('l')).toEqual(['Applications']);
  expect(labels('pan')).toEqual([]);
});

it('requires every word to match', () => {
  expect(labels('sign in')).toEqual([]);
});

it('puts exact labels first, then those that begin with the query', () => {
  const entries = ['My shop', 'Shop front', 'shop', 'Shöp'].map((label) => ({ label }));
  expect(exactFirst(entries, 'Shop').map(({ label }) => label)).toEqual(['shop', 'Shöp', 'Shop front', 'My shop']);
});
