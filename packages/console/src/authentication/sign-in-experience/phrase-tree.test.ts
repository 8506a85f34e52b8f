import { describe, expect, it } from 'vitest';
import { foundPhrases, isSameList, phraseGroups, phraseList, phraseTree } from './phrase-tree.ts';

const tree = { action: { sign_in: 'Go', more: { a: 'A' } }, demo_app: { title: 'T' }, error: { lost: '' } };

describe('phrase trees and lists', () => {
  it('has a path for each text', () => {
    expect(phraseList(tree)).toEqual({
      'action.sign_in': 'Go',
      'action.more.a': 'A',
      'demo_app.title': 'T',
      'error.lost': '',
    });
  });
  it('omits empty texts', () => {
    expect(phraseTree({ 'action.sign_in': 'Go', 'action.more.a': ' ', 'error.lost': '', 'error.deep.b': 'B' })).toEqual(
      {
        action: { sign_in: 'Go' },
        error: { deep: { b: 'B' } },
      },
    );
    expect(phraseTree({})).toEqual({});
  });
  it('groups by the first segment, without built-in pages', () => {
    expect(phraseGroups(phraseList(tree))).toEqual([
      { group: 'action', paths: ['action.sign_in', 'action.more.a'] },
      { group: 'error', paths: ['error.lost'] },
    ]);
  });
  it('searches by key, text and override, case-insensitively', () => {
    const source = { 'action.sign_in': 'Sign in', 'error.lost': 'Lost' };
    const found = (words: string) => Object.keys(foundPhrases(source, { 'error.lost': 'Gone' }, words));
    expect([found(' sign IN '), found('error.'), found('gone'), found('x')]).toEqual([
      ['action.sign_in'],
      ['error.lost'],
      ['error.lost'],
      [],
    ]);
    expect(found('')).toEqual(Object.keys(source));
  });
  it('treats a cleared text as missing', () => {
    expect(isSameList({ 'action.sign_in': '' }, {})).toBe(true);
    expect(isSameList({ 'action.sign_in': 'x' }, {})).toBe(false);
    expect(isSameList({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
    expect(isSameList({ a: '1' }, { a: '2' })).toBe(false);
  });
});
