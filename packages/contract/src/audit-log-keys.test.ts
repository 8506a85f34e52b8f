import { describe, expect, it } from 'vitest';
import { api } from './api.ts';
import { changeKeyOf, keysBelow, logKeys, operationOf } from './audit-log-keys.ts';

const operations = Object.values(api).flatMap((resource) => Object.values(resource.operations));
const changes = new Set(operations.flatMap(({ change }) => (change === undefined ? [] : [change])));

describe('log keys', () => {
  it('are listed once each', () => {
    expect(new Set(logKeys).size).toBe(logKeys.length);
    expect(logKeys).toContain('Interaction.Register.Verification.PhoneVerificationCode.Submit');
    expect(Math.max(...logKeys.map((key) => key.length))).toBeLessThanOrEqual(128);
  });

  it('form groups, and a key is not the group of one with the same prefix', () => {
    expect(keysBelow(logKeys, 'ExchangeTokenBy')).toHaveLength(6);
    expect(keysBelow(logKeys, 'RevokeToken')).toEqual(['RevokeToken']);
    expect(keysBelow(logKeys, 'Interaction.Create')).toEqual(['Interaction.Create', 'Interaction.Create.Captcha']);
    expect(keysBelow(logKeys, 'Interaction.Sign')).toEqual(['Interaction.Sign']);
  });

  it('cover every change of the contract, and map back to it', () => {
    expect(changes.size).toBeGreaterThan(100);
    for (const change of changes) expect(operationOf(changeKeyOf(change))).toBe(change);
    expect(changeKeyOf('user.custom-data-updated')).toBe('Change.User.CustomDataUpdated');
    expect(operationOf('Change.ApplicationSecret')).toBe('application-secret');
  });
});
