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

it('counts a domain that was typed and not added', () => {
  expect(domainsOf(values)).toEqual(['acme.example']);
  expect(domainsOf({ ...values, typedDomain: ' Shop.Example ' })).toEqual(['acme.example', 'shop.example']);
  expect(checkSettings({ ...values, typedDomain: 'shop.example' }, t)).toEqual({});
});

it('refuses a typed domain that is none, or is there already', () => {
  expect(checkSettings({ ...values, typedDomain: 'shop' }, t)).toEqual({
    typedDomain: 'organizations.jit.domain_rule',
  });
  expect(checkSettings({ ...values, typedDomain: 'ACME.example' }, t)).toEqual({ typedDomain: 'fields.duplicate' });
});

it('wants a name, and data that is an object of bearable size', () => {
  expect(checkSettings({ ...values, name: ' ', customData: '[]' }, t)).toEqual({
    name: 'fields.required',
    customData: 'fields.json_object',
  });
  expect(checkSettings({ ...values, customData: JSON.stringify({ large: 'x'.repeat(65_536) }) }, t)).toEqual({
    customData: 'organizations.settings.custom_data_size',
  });
});
