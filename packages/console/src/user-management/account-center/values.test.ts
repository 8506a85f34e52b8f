import { describe, expect, it } from 'vitest';
import { bodyOf, isNothingShown, valuesOf, withEverything } from './values.ts';

const center = {
  ...{ tenantId: 'default', id: 'default', enabled: false, allowsExport: false, allowsDeletion: true },
  fields: { name: 'Edit', email: 'ReadOnly' } as const,
  webauthnRelatedOrigins: [],
};

describe('account center values', () => {
  it('treat missing fields as off, and keep a row for origins', () => {
    const values = valuesOf(center);
    expect(values).toMatchObject({ name: 'Edit', email: 'ReadOnly', mfa: 'Off', webauthnRelatedOrigins: [''] });
    expect(isNothingShown(values)).toBe(false);
    expect(isNothingShown(valuesOf({ ...center, fields: {} }))).toBe(true);
  });

  it('are sent as a whole, without empty origins', () => {
    const body = bodyOf({ ...valuesOf(center), webauthnRelatedOrigins: [' https://a.example ', ''] });
    expect(body).toMatchObject({
      ...{ enabled: false, allowsExport: false, allowsDeletion: true },
      fields: { name: 'Edit', email: 'ReadOnly', customData: 'Off' },
      webauthnRelatedOrigins: ['https://a.example'],
    });
  });

  it('enable everything but custom data', () => {
    expect(withEverything(valuesOf(center))).toMatchObject({ enabled: true, mfa: 'Edit', customData: 'Off' });
  });
});
