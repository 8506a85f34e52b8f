import { expect, it } from 'vitest';
import { refusedField } from './refused-fields.ts';
import type { SettingsValues } from './settings-values.ts';

const values = {
  name: 'x',
  redirectUris: ['', 'https://a.example/', '', 'x'],
  idTokenTtl: '1',
  grantTypes: [''],
} as SettingsValues;

it.each([
  [['name'], 'name'],
  [['oidcClientMetadata', 'redirectUris', 0], 'redirectUris.1'],
  [['oidcClientMetadata', 'redirectUris', 1], 'redirectUris.3'],
  [['oidcClientMetadata', 'redirectUris'], 'redirectUris.0'],
  [['customClientMetadata', 'idTokenTtl'], 'idTokenTtl'],
  [['customClientMetadata', 'grantTypes', 0], 'grantTypes'],
  [['oidcClientMetadata'], undefined],
  [['customClientMetadata', 'constructor'], undefined],
  [[], undefined],
])('%j is %s', (path, field) => {
  expect(refusedField({ path, message: '' }, values)).toBe(field);
});
