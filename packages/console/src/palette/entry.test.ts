import { IconApps } from '@tabler/icons-react';
import { expect, it } from 'vitest';
import { type Entry, matching } from './entry.ts';

const entry = (label: string, more: Partial<Entry> = {}): Entry => ({
  id: label,
  label,
  icon: IconApps,
  run: () => {},
  ...more,
});
const entries = [entry('Applications'), entry('Español', { words: 'Language', rare: true }), entry('Sign out')];
const labels = (query: string) => matching(entries, query).map(({ label }) => label);

it('shows what is not rare to somebody who has typed nothing', () => {
  expect(labels('')).toEqual(['Applications', 'Sign out']);
  expect(labels('  ')).toEqual(['Applications', 'Sign out']);
});

it('finds a part of any word, in any order and any case, without its accents', () => {
  expect(labels('APPL')).toEqual(['Applications']);
  expect(labels('out sign')).toEqual(['Sign out']);
  expect(labels('espanol')).toEqual(['Español']);
  expect(labels('lang espa')).toEqual(['Español']);
});

it('does not offer what is rare for a letter or two in the middle of a word', () => {
  expect(labels('l')).toEqual(['Applications']);
  expect(labels('pan')).toEqual([]);
});

it('finds nothing when one word does not fit', () => {
  expect(labels('sign in')).toEqual([]);
});
