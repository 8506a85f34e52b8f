import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { checkSamlSettings, refusedField } from './check-settings.ts';
import type { SamlSettingsValues } from './settings-values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const pem = '-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----\n';
const values: SamlSettingsValues = {
  name: 'Wiki',
  description: '',
  entityId: '',
  acsUrl: '',
  otherAcsUrls: [''],
  acsIndexes: [],
  signingCertificate: '',
  wantsSignedRequests: true,
  singleLogoutUrl: '',
  singleLogoutBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  defaultRelayState: '',
  nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  isEncrypted: false,
  encryptThenSign: false,
  encryptionCertificate: '',
};
const check = (changes: Partial<SamlSettingsValues>) => checkSamlSettings({ ...values, ...changes }, t);

describe('checkSamlSettings', () => {
  it('requires only a name', () => {
    expect(check({})).toEqual({});
    expect(check({ name: ' ' })).toEqual({ name: 'fields.name_required' });
  });

  it('checks URLs', () => {
    const bad = { acsUrl: 'wiki.example', singleLogoutUrl: 'javascript:alert(1)' };
    expect(check(bad)).toEqual({
      acsUrl: 'applications.saml.errors.url',
      singleLogoutUrl: 'applications.saml.errors.url',
    });
    expect(check({ acsUrl: ' https://wiki.example/acs#here ' })).toEqual({});
    expect(check({ otherAcsUrls: ['https://wiki.example/', 'wiki'] })).toEqual({
      'otherAcsUrls.1': 'applications.saml.errors.url',
    });
  });

  it('checks certificates, and requires one for encryption', () => {
    expect(check({ signingCertificate: pem + pem })).toEqual({});
    expect(check({ signingCertificate: 'MIID' })).toEqual({
      signingCertificate: 'applications.saml.errors.certificate',
    });
    expect(check({ encryptionCertificate: 'MIID' })).toEqual({});
    expect(check({ isEncrypted: true })).toEqual({ encryptionCertificate: 'fields.required' });
    expect(check({ isEncrypted: true, encryptionCertificate: pem })).toEqual({});
  });
});

describe('refusedField', () => {
  const fieldOf = (...path: string[]) => refusedField({ path, message: '' }, values);

  it('finds the input of a path', () => {
    expect(fieldOf('acsUrl', 'url')).toBe('acsUrl');
    expect(fieldOf('encryption', 'certificate')).toBe('encryptionCertificate');
    expect(fieldOf('otherAcsUrls', '1')).toBe('otherAcsUrls.0');
    expect(fieldOf('customData')).toBeUndefined();
  });
});
