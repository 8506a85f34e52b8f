import { expect, it } from 'vitest';
import { changedElsewhere, clashes, withMine, withTheirs } from './merge-values.ts';

const loaded = {
  name: 'Shop',
  description: '',
  redirectUris: ['https://shop.example/'],
  postLogoutRedirectUris: [''],
  rotateRefreshToken: true,
};
const stored = { ...loaded, name: 'Theirs', redirectUris: ['https://theirs.example/'] };
const typed = { ...loaded, name: 'Mine', description: 'Mine', postLogoutRedirectUris: ['', ''] };

it('detects changes of another user', () => {
  expect(changedElsewhere({ loaded, stored })).toEqual(['name', 'redirectUris']);
  expect(changedElsewhere({ loaded, stored: { ...loaded } })).toEqual([]);
});

it('reports a conflict only if both changed a field to different values', () => {
  expect(clashes({ loaded, stored }, typed)).toEqual(['name']);
  expect(clashes({ loaded, stored }, { ...typed, name: 'Theirs' })).toEqual([]);
  expect(clashes({ loaded, stored }, { ...loaded, description: 'Mine' })).toEqual([]);
});

it('applies my changes over theirs', () => {
  expect(withMine({ loaded, stored }, typed)).toEqual({ ...stored, name: 'Mine', description: 'Mine' });
});

it('applies their changes and keeps my other input', () => {
  expect(withTheirs({ loaded, stored }, typed)).toEqual({
    ...typed,
    name: 'Theirs',
    redirectUris: ['https://theirs.example/'],
  });
});
