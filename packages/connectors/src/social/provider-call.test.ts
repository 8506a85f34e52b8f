// What providers say about failures, in the formats of their documentation.
import { describe, expect, it } from 'vitest';
import { reasonIn } from './provider-call.ts';

describe('the reason of a failure', () => {
  it.each([
    ['OAuth 2', { error: 'invalid_grant', error_description: 'expired' }, 'invalid_grant: expired'],
    ['Facebook', { error: { message: 'Invalid code', type: 'OAuthException' } }, 'Invalid code'],
    ['Kakao', { msg: 'this access token does not exist', code: -401 }, 'this access token does not exist'],
    ['X', { title: 'Client Forbidden', detail: 'Attach your app to a project.' }, 'Attach your app to a project.'],
    ['Xiaomi', { result: 'error', code: 96008, description: 'invalid token' }, 'invalid token'],
    ['Patreon', { errors: [{ code: 1, title: 'Unauthorized', detail: 'No access' }] }, 'No access'],
    ['LinkedIn', { status: 403, message: 'Not enough permissions' }, 'Not enough permissions'],
    ['other types', { error_description: 5, message: { a: 1 }, errors: 'x' }, undefined],
    ['a list', [{ message: 'a' }], undefined],
    ['nothing', null, undefined],
  ])('of %s', (_, answer, expected) => expect(reasonIn(answer)).toBe(expected));

  it('is one printable line of limited length', () => {
    expect(reasonIn({ message: `a\r\n\u202eb` })).toBe('a   b');
    expect(reasonIn({ message: 'a'.repeat(1000) })).toHaveLength(150);
  });

  it('is found in answers of any depth', () => {
    const depth = 200_000;
    const nested: unknown = JSON.parse(`${'{"error":'.repeat(depth)}1${'}'.repeat(depth)}`);
    expect(reasonIn(nested)).toBeUndefined();
  });
});
