import { expect, it } from 'vitest';
import { changedElsewhere, withMine, withTheirs } from './merge-values.ts';

const loaded = {
  name: 'Shop',
  description: '',
  redirectUris: ['https://shop.example/'],
  postLogoutRedirectUris: [''],
  rotateRefreshToken: true,
};
const stored = { ...loaded, name: 'Theirs', redirectUris: ['https://theirs.example/'] };
const typed = { ...loaded, name: 'Mine', description: 'Mine', postLogoutRedirectUris: ['', ''] };

it('knows what somebody else has changed', () => {
  expect(changedElsewhere({ loaded, stored })).toEqual(['name', 'redirectUris']);
  expect(changedElsewhere({ loaded, stored: { ...loaded } })).toEqual([]);
});

it('writes mine over theirs where I changed something, and nowhere else', () => {
  expect(withMine({ loaded, stored }, typed)).toEqual({ ...stored, name: 'Mine', description: 'Mine' });
});

it('takes theirs where they changed something, and keeps the rest of what I typed', () => {
  expect(withTheirs({ loaded, stored }, typed)).toEqual({
    ...typed,
    name: 'Theirs',
    redirectUris: ['https://theirs.example/'],
  });
});
