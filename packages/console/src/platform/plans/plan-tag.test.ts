import { expect, it } from 'vitest';
import { planTagOf } from './plan-tag.ts';

it.each([
  [undefined, 'mfaEnabled', undefined],
  ['free', 'mfaEnabled', 'pro'],
  ['dev', 'bringYourUiEnabled', 'pro'],
  ['pro-202509', 'mfaEnabled', 'add_on'],
  ['pro', 'securityFeaturesEnabled', 'bundle'],
  ['pro-202509', 'collectUserProfileEnabled', undefined],
  ['agreed-with-acme', 'mfaEnabled', undefined],
] as const)('on the plan %s, %s is tagged %s', (planId, feature, tag) => {
  expect(planTagOf(planId, feature)).toBe(tag);
});
