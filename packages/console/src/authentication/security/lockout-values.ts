// Form values of the lockout policy, their validation and the request body.
import type { TFunction } from 'i18next';
import { withoutGaps } from '../../kit/required-text.ts';
import type { Experience } from '../sign-in-experience/query.ts';
import { checkNumber } from './check-number.ts';

export type LockoutValues = {
  isCustom: boolean;
  maxAttempts: number | string;
  /** In minutes. */
  lockoutDuration: number | string;
};

/** Defaults for tenants without their own policy. */
export const lockoutDefaults = { maxAttempts: 100, lockoutDuration: 60 };
export const lockoutLimits = { maxAttempts: 10_000, lockoutDuration: 525_600 };

export const lockoutValuesOf = ({ sentinelPolicy }: Experience): LockoutValues => ({
  isCustom: sentinelPolicy.maxAttempts !== undefined || sentinelPolicy.lockoutDuration !== undefined,
  maxAttempts: sentinelPolicy.maxAttempts ?? lockoutDefaults.maxAttempts,
  lockoutDuration: sentinelPolicy.lockoutDuration ?? lockoutDefaults.lockoutDuration,
});

export const checkLockout = ({ isCustom, maxAttempts, lockoutDuration }: LockoutValues, t: TFunction) =>
  isCustom
    ? withoutGaps({
        maxAttempts: checkNumber(maxAttempts, lockoutLimits.maxAttempts, t),
        lockoutDuration: checkNumber(lockoutDuration, lockoutLimits.lockoutDuration, t),
      })
    : {};

export const lockoutOf = ({ isCustom, maxAttempts, lockoutDuration }: LockoutValues) =>
  isCustom ? { maxAttempts: Number(maxAttempts), lockoutDuration: Number(lockoutDuration) } : {};
