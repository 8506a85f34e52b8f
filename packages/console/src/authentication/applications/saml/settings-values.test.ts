import type { SamlApplication, ServiceProvider } from '@tessera/contract/saml-applications';
import { postBinding, redirectBinding } from '@tessera/contract/saml-words';
import { describe, expect, it } from 'vitest';
import { importedValues, patchOf, valuesOf } from './settings-values.ts';

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const pem = '-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----';
const empty: SamlApplication = {
  tenantId: 'default',
  id: 'wiki',
  name: 'Wiki',
  description: null,
  type: 'SAML',
  customData: {},
  isThirdParty: false,
  createdAt: 0,
  attributeMapping: {},
  entityId: null,
  acsUrl: null,
  otherAcsUrls: [],
  encryption: null,
  nameIdFormat: persistent,
  signingCertificate: null,
  wantsSignedRequests: true,
  singleLogoutUrl: null,
  defaultRelayState: null,
};
const values = valuesOf(empty);

describe('patchOf', () => {
  it('sends the changed fields only', () => {
    expect(patchOf({ ...values, name: ' Wiki 2 ', entityId: 'wiki' }, ['name'])).toEqual({ name: 'Wiki 2' });
    expect(patchOf(values, [])).toEqual({});
  });

  it('sends URLs with their binding, and null for empty fields', () => {
    const filled = {
      ...values,
      acsUrl: ' https://wiki.example/acs ',
      singleLogoutUrl: 'https://wiki.example/logout',
      singleLogoutBinding: redirectBinding,
    } as const;
    expect(patchOf(filled, ['acsUrl', 'singleLogoutBinding'])).toEqual({
      acsUrl: { binding: postBinding, url: 'https://wiki.example/acs' },
      singleLogoutUrl: { binding: redirectBinding, url: 'https://wiki.example/logout' },
    });
    expect(patchOf({ ...values, acsUrl: ' ' }, ['acsUrl', 'entityId', 'signingCertificate'])).toEqual({
      acsUrl: null,
      entityId: null,
      signingCertificate: null,
    });
  });

  it('sends further URLs without blank rows', () => {
    const otherAcsUrls = ['', ' https://wiki.example.org/acs '];
    expect(values.otherAcsUrls).toEqual(['']);
    expect(patchOf({ ...values, otherAcsUrls }, ['otherAcsUrls'])).toEqual({
      otherAcsUrls: ['https://wiki.example.org/acs'],
    });
  });

  it('keeps the indexes of registered URLs, as long as there are several', () => {
    const [one, two] = ['https://wiki.example/acs', 'https://wiki.example.org/acs'];
    const acsIndexes = [one, two, 'https://old.example/acs'].map((url, index) => ({ index, url }));
    const several = { ...values, acsUrl: one, otherAcsUrls: [` ${two}`], acsIndexes };
    expect(patchOf(several, ['acsIndexes'])).toEqual({
      acsUrl: { binding: postBinding, url: one, indexes: acsIndexes.slice(0, 2) },
    });
    expect(patchOf({ ...several, otherAcsUrls: [''] }, ['acsUrl'])).toEqual({
      acsUrl: { binding: postBinding, url: one },
    });
    expect(valuesOf({ ...empty, acsUrl: { binding: postBinding, url: one, indexes: acsIndexes } })).toMatchObject({
      ...{ acsUrl: one, acsIndexes },
    });
  });

  it('sends the whole encryption, or null without it', () => {
    const encrypted = { ...values, isEncrypted: true, encryptionCertificate: `${pem}\n` };
    expect(patchOf(encrypted, ['isEncrypted', 'encryptionCertificate'])).toEqual({
      encryption: { encryptAssertion: true, encryptThenSign: false, certificate: pem },
    });
    expect(patchOf({ ...encrypted, isEncrypted: false }, ['isEncrypted'])).toEqual({ encryption: null });
  });
});

describe('importedValues', () => {
  const found: ServiceProvider = {
    entityId: 'https://wiki.example',
    acsUrl: { binding: postBinding, url: 'https://wiki.example/acs' },
    otherAcsUrls: [],
    singleLogoutUrl: null,
    signingCertificate: null,
    signsRequests: false,
    encryptionCertificate: pem,
    nameIdFormat: null,
  };

  it('keeps what the metadata does not mention', () => {
    expect(importedValues(found, false)).toEqual({
      entityId: 'https://wiki.example',
      acsUrl: 'https://wiki.example/acs',
      otherAcsUrls: [''],
      acsIndexes: [],
    });
    expect(importedValues({ ...found, acsUrl: null }, false)).toEqual({ entityId: 'https://wiki.example' });
  });

  it('requires signed requests only if the service provider signs them', () => {
    const published = { ...found, signingCertificate: pem };
    expect(importedValues(published, false)).toMatchObject({ signingCertificate: pem, wantsSignedRequests: false });
    expect(importedValues({ ...published, signsRequests: true }, false)).toMatchObject({ wantsSignedRequests: true });
  });

  it('turns on encryption only if wanted and possible', () => {
    expect(importedValues(found, true)).toMatchObject({ isEncrypted: true, encryptionCertificate: pem });
    expect(importedValues({ ...found, encryptionCertificate: null }, true)).not.toHaveProperty('isEncrypted');
  });
});
