import { expect, it } from 'vitest';
import { factorRows } from './factor-rows.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const nobody = { primaryEmail: null, primaryPhone: null };
const reachable = { primaryEmail: 'ada@example.com', primaryPhone: '4930123456' };

it('lists backup codes last', () => {
  const rows = factorRows(
    [
      { id: 'b', type: 'BackupCode', createdAt, remainCodes: 9 },
      { id: 't', type: 'Totp', createdAt },
    ],
    reachable,
    ['Totp', 'BackupCode', 'EmailVerificationCode', 'PhoneVerificationCode'],
  );
  expect(rows.map(({ key }) => key)).toEqual(['t', 'EmailVerificationCode', 'PhoneVerificationCode', 'b']);
  expect(rows.map(({ set }) => set !== undefined)).toEqual([true, false, false, true]);
});

it('lists email and SMS codes only if they are enabled and can be sent', () => {
  expect(factorRows([], reachable, ['Totp', 'PhoneVerificationCode'])).toHaveLength(1);
  expect(factorRows([], nobody, ['EmailVerificationCode', 'PhoneVerificationCode'])).toEqual([]);
});
