import { deviceGrant, usualGrants } from '@tessera/contract/application-grants';
import type { Application } from '@tessera/contract/applications';
import { describe, expect, it } from 'vitest';
import { parseJsonObject } from '../../kit/json-object.ts';
import { patchOf, valuesOf } from './settings-values.ts';

const application: Application = {
  tenantId: 'default',
  id: 'app',
  name: 'Shop',
  secret: '',
  description: null,
  type: 'SPA',
  oidcClientMetadata: { redirectUris: ['https://shop.example/callback'], postLogoutRedirectUris: [] },
  customClientMetadata: {},
  protectedAppMetadata: null,
  customData: { a: [1] },
  isThirdParty: false,
  isSelfRegistered: false,
  metadataUrl: null,
  createdAt: 0,
};
const metadata = (given: Partial<Application>) => ({ ...application, ...given });

describe('valuesOf', () => {
  it('shows defaults where nothing is set, and an empty row', () => {
    expect(valuesOf(application)).toMatchObject({
      description: '',
      postLogoutRedirectUris: [''],
      corsAllowedOrigins: [''],
      grantTypes: [...usualGrants],
      rotateRefreshToken: true,
      alwaysIssueRefreshToken: false,
      refreshTokenTtlInDays: '14',
      idTokenTtl: '3600',
      backchannelLogoutUri: '',
      customData: '{\n  "a": [\n    1\n  ]\n}',
    });
  });

  it.each([
    [{ refreshTokenTtl: 172_800 }, '2'],
    [{ refreshTokenTtl: 100 }, '14'],
    [{ refreshTokenTtl: 172_800, refreshTokenTtlInDays: 5 }, '5'],
  ])('reads the refresh token lifetime %j as %s days', (customClientMetadata, days) => {
    expect(valuesOf(metadata({ customClientMetadata })).refreshTokenTtlInDays).toBe(days);
  });
});

describe('patchOf', () => {
  it('sends nothing for untouched defaults', () => {
    expect(patchOf(application, valuesOf(application))).toEqual({
      name: 'Shop',
      description: '',
      customData: { a: [1] },
      oidcClientMetadata: { redirectUris: ['https://shop.example/callback'], postLogoutRedirectUris: [] },
      customClientMetadata: { corsAllowedOrigins: [] },
    });
  });

  it('drops blank rows, surrounding spaces, and trailing slashes of origins', () => {
    const values = {
      ...valuesOf(application),
      name: ' Shop 2 ',
      redirectUris: ['', ' https://a.example/ ', '  '],
      corsAllowedOrigins: ['https://b.example//'],
      refreshTokenTtlInDays: '30',
    };
    expect(patchOf(application, values)).toMatchObject({
      name: 'Shop 2',
      oidcClientMetadata: { redirectUris: ['https://a.example/'] },
      customClientMetadata: { corsAllowedOrigins: ['https://b.example'], refreshTokenTtlInDays: 30 },
    });
  });

  it('sends changed grants, in the order of the contract', () => {
    const values = { ...valuesOf(application), grantTypes: [deviceGrant, 'authorization_code'] };
    expect(patchOf(application, values).customClientMetadata).toEqual({
      ...{ corsAllowedOrigins: [], grantTypes: ['authorization_code', deviceGrant] },
    });
  });

  it('keeps hidden fields and removes a cleared URI', () => {
    const before = metadata({
      oidcClientMetadata: {
        ...application.oidcClientMetadata,
        logoUri: 'https://shop.example/logo.svg',
        backchannelLogoutUri: 'https://shop.example/logout',
      },
      customClientMetadata: { tenantId: 'other', rotateRefreshToken: true },
    });
    const patch = patchOf(before, { ...valuesOf(before), backchannelLogoutUri: '', rotateRefreshToken: false });
    expect(patch).toMatchObject({
      oidcClientMetadata: { logoUri: 'https://shop.example/logo.svg' },
      customClientMetadata: { tenantId: 'other', rotateRefreshToken: false },
    });
    expect(patch).not.toHaveProperty('oidcClientMetadata.backchannelLogoutUri');
  });

  it('sets and clears the lifetime of access tokens', () => {
    const set = patchOf(application, { ...valuesOf(application), accessTokenTtl: ' 900 ' });
    expect(set.customClientMetadata).toEqual({ corsAllowedOrigins: [], accessTokenTtl: 900 });
    const before = metadata({ customClientMetadata: { accessTokenTtl: 900 } });
    expect(valuesOf(before).accessTokenTtl).toBe('900');
    const cleared = patchOf(before, { ...valuesOf(before), accessTokenTtl: '' });
    expect(cleared.customClientMetadata).toEqual({ corsAllowedOrigins: [] });
  });

  it('sets and clears the algorithm of ID tokens', () => {
    const set = patchOf(application, { ...valuesOf(application), idTokenSignedResponseAlg: 'RS256' });
    expect(set.customClientMetadata).toEqual({ corsAllowedOrigins: [], idTokenSignedResponseAlg: 'RS256' });
    const before = metadata({ customClientMetadata: { idTokenSignedResponseAlg: 'ES256' } });
    expect(valuesOf(before).idTokenSignedResponseAlg).toBe('ES256');
    const cleared = patchOf(before, { ...valuesOf(before), idTokenSignedResponseAlg: '' });
    expect(cleared.customClientMetadata).toEqual({ corsAllowedOrigins: [] });
  });

  it('sends no URIs for a machine-to-machine app', () => {
    const machine = metadata({ type: 'MachineToMachine' });
    const fields = ['name', 'description', 'customData', 'customClientMetadata'];
    expect(Object.keys(patchOf(machine, valuesOf(machine)))).toEqual(fields);
  });
});

it.each([
  ['{}', {}],
  [' {"a": null} ', { a: null }],
  ['[]', undefined],
  ['null', undefined],
  ['"text"', undefined],
  ['{a: 1}', undefined],
  ['', undefined],
])('parseJsonObject(%j) is %j', (text, expected) => {
  expect(parseJsonObject(text)).toEqual(expected);
});
