// Ten single-use backup codes.
import type { Context } from '../../context.ts';
import { random, sameSecret } from '../../random.ts';
import type { BackupCodeFactor } from './factors.ts';

const size = 10;
const format = /^[\da-f]{10}$/;

export const newBackupCodes = (): string[] => Array.from({ length: size }, () => random.backupCode());

/** Validates codes generated elsewhere. */
export const areBackupCodes = (codes: string[]): boolean =>
  codes.length > 0 &&
  codes.length <= size &&
  new Set(codes).size === codes.length &&
  codes.every((code) => format.test(code));

export const newBackupCodeSet = ({ services }: Pick<Context, 'services'>, codes: string[]): BackupCodeFactor => ({
  type: 'BackupCode',
  id: random.id(),
  createdAt: new Date(services.clock.now()).toISOString(),
  codes: codes.map((code) => ({ code })),
});

/** The set with this code used; undefined if there is no such unused code. */
export const withUsedCode = (set: BackupCodeFactor, typed: string, now: string): BackupCodeFactor | undefined => {
  const code = typed.replaceAll(/\s/g, '').toLowerCase();
  const index = set.codes.findIndex((one) => !one.usedAt && sameSecret(one.code, code));
  if (index < 0) return undefined;
  const codes = set.codes.map((one, at) => (at === index ? { ...one, usedAt: now } : one));
  return { ...set, codes, lastUsedAt: now };
};
