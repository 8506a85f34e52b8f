// The connection tab: which values are saved, which are required, and where errors of the server are shown.
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { checkConnection, configOf, fieldOfIssue, providerField, valuesOf } from './connection-values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const okta = { providerName: 'Okta', providerType: 'oidc' } as const;
const google = { providerName: 'GoogleWorkspace', providerType: 'oidc' } as const;
const entra = { providerName: 'AzureAdOidc', providerType: 'oidc' } as const;
const saml = { providerName: 'SAML', providerType: 'saml' } as const;
const empty = valuesOf({ config: {} });
const client = { ...empty, clientId: ' our client ', clientSecret: 'our secret' };

describe('OpenID Connect', () => {
  it('saves the fields of the provider without empty ones', () => {
    const values = { ...client, issuer: 'https://a.example', scope: ' groups\n  offline_access ' };
    const config = { clientId: 'our client', clientSecret: 'our secret', issuer: 'https://a.example' };
    expect(configOf(okta, values)).toEqual({ ...config, scope: 'groups offline_access' });
    expect(configOf(entra, { ...values, scope: '' })).toEqual({ ...config, trustUnverifiedEmail: false });
    expect(configOf(google, { ...client, offlineAccess: true })).toEqual({
      ...{ clientId: 'our client', clientSecret: 'our secret', offlineAccess: true },
    });
  });

  it('requires a client, and an issuer unless it is known', () => {
    expect(Object.keys(checkConnection(okta, empty, t))).toEqual(['clientId', 'clientSecret', 'issuer']);
    expect(Object.keys(checkConnection(google, empty, t))).toEqual(['clientId', 'clientSecret']);
    expect(checkConnection(okta, { ...client, issuer: 'a.example' }, t)).toEqual({
      issuer: 'sso-connectors.errors.url',
    });
    expect(checkConnection(okta, { ...client, issuer: 'http://127.0.0.1:9000' }, t)).toEqual({});
  });
});

describe('SAML', () => {
  const manual = { signInEndpoint: 'https://a.example/sso', entityId: 'urn:a', x509Certificate: 'MIIC' };

  it('starts with the stored source', () => {
    expect(empty.source).toBe('url');
    expect(valuesOf({ config: { metadataUrl: 'https://a.example' } }).source).toBe('url');
    expect(valuesOf({ config: { metadata: '<EntityDescriptor/>' } }).source).toBe('xml');
    expect(valuesOf({ config: manual }).source).toBe('manual');
  });

  it('saves only the chosen source, and the mapping if there is one', () => {
    const values = { ...empty, ...manual, metadataUrl: 'https://a.example', metadata: '<a/>', emailAttribute: 'mail' };
    const attributeMapping = { email: 'mail' };
    expect(configOf(saml, values)).toEqual({ metadataUrl: 'https://a.example', attributeMapping });
    expect(configOf(saml, { ...values, source: 'xml' })).toEqual({ metadata: '<a/>', attributeMapping });
    expect(configOf(saml, { ...values, source: 'manual', emailAttribute: ' ' })).toEqual(manual);
    expect(configOf(saml, { ...values, idAttribute: 'uid' })).toMatchObject({
      attributeMapping: { id: 'uid', email: 'mail' },
    });
    expect(valuesOf({ config: { attributeMapping } })).toMatchObject({ emailAttribute: 'mail', nameAttribute: '' });
  });

  it('requires the fields of the chosen source', () => {
    expect(Object.keys(checkConnection(saml, empty, t))).toEqual(['metadataUrl']);
    expect(Object.keys(checkConnection(saml, { ...empty, source: 'xml' }, t))).toEqual(['metadata']);
    expect(Object.keys(checkConnection(saml, { ...empty, source: 'manual' }, t))).toEqual(Object.keys(manual));
  });
});

it('shows errors of the server on their field', () => {
  expect(fieldOfIssue({ path: ['config', 'issuer'] }, empty)).toBe('issuer');
  expect(fieldOfIssue({ path: ['config', 'attributeMapping', 'email'] }, empty)).toBe('emailAttribute');
  expect(fieldOfIssue({ path: ['domains', 0] }, empty)).toBeUndefined();
  expect(providerField(okta, empty)).toBe('issuer');
  expect(providerField(google, empty)).toBe('clientId');
  expect(providerField(saml, { ...empty, source: 'xml' })).toBe('metadata');
});
