import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { cookieSignatures } from './cookie-signatures.ts';

const hmac = (key: string, data: string) => createHmac('sha256', key).update(data).digest('base64url');

it('signs with the newest key and verifies with all', () => {
  const signatures = cookieSignatures(['newest', 'older']);
  expect(signatures.sign('_session=a')).toBe(hmac('newest', '_session=a'));
  expect(signatures.index('_session=a', hmac('newest', '_session=a'))).toBe(0);
  expect(signatures.index('_session=a', hmac('older', '_session=a'))).toBe(1);
});

it.each([
  ['another key', hmac('other', '_session=a')],
  ['another value', hmac('newest', '_session=b')],
  ['a part of it', hmac('newest', '_session=a').slice(0, -1)],
  ['nothing', ''],
])('refuses a signature of %s', (_, signature) => {
  expect(cookieSignatures(['newest', 'older']).verify('_session=a', signature)).toBe(false);
});
