import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { checkSettings, domainsOf, type SettingsValues } from './settings-values.ts';

const values: SettingsValues = {
  name: 'Acme',
  description: '',
  customData: '{}',
  isMfaRequired: false,
  emailDomains: ['acme.example'],
  typedDomain: '',
  roles: [],
  ssoConnectors: [],
};
const t = ((key: string) => key) as unknown as TFunction;

it('includes a domain that was typed but not added', () => {
  expect(domainsOf(values)).toEqual(['acme.example']);
  expect(domainsOf({ ...values, typedDomain: ' Shop.Example ' })).toEqual(['acme.example', 'shop.example']);
  expect(checkSettings({ ...values, typedDomain: 'shop.example' }, t)).toEqual({});
});

it('rejects an invalid or duplicate typed domain', () => {
  expect(checkSettings({ ...values, typedDomain: 'shop' }, t)).toEqual({
    typedDomain: 'organizations.jit.domain_rule',
  });
  expect(checkSettings({ ...values, typedDomain: 'ACME.example' }, t)).toEqual({ typedDomain: 'fields.duplicate' });
});

it('requires a name, and custom data that is an object within its limit', () => {
  expect(checkSettings({ ...values, name: ' ', customData: '[]' }, t)).toEqual({
    name: 'fields.name_required',
    customData: 'fields.json_object',
  });
  expect(checkSettings({ ...values, customData: JSON.stringify({ large: 'x'.repeat(65_536) }) }, t)).toEqual({
    customData: 'organizations.settings.custom_data_size',
  });
});
