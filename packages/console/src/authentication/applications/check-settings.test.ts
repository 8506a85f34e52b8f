import type { ApplicationType } from '@tessera/contract/applications';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { checkSettings } from './check-settings.ts';
import type { SettingsValues } from './settings-values.ts';

// Use keys as messages; the phrases are tested elsewhere.
const t = ((key: string) => key) as unknown as TFunction;
const good: SettingsValues = {
  name: 'Shop',
  description: '',
  redirectUris: ['https://shop.example/callback'],
  postLogoutRedirectUris: [''],
  corsAllowedOrigins: [''],
  grantTypes: ['authorization_code'],
  alwaysIssueRefreshToken: false,
  rotateRefreshToken: true,
  refreshTokenTtlInDays: '14',
  accessTokenTtl: '',
  idTokenTtl: '3600',
  idTokenSignedResponseAlg: '',
  requirePushedAuthorizationRequests: false,
  dpopBoundAccessTokens: false,
  backchannelLogoutUri: '',
  backchannelLogoutSessionRequired: false,
  customData: '{}',
};
const check = (change: Partial<SettingsValues>, type: ApplicationType = 'SPA') =>
  checkSettings({ ...good, ...change }, type, t);

describe('checkSettings', () => {
  it('accepts valid settings', () => {
    expect(check({})).toEqual({});
    expect(check({ redirectUris: ['com.shop.app://callback', 'http://127.0.0.1:8080/'] }, 'Native')).toEqual({});
    expect(check({ redirectUris: [''], refreshTokenTtlInDays: 'none' }, 'MachineToMachine')).toEqual({});
    expect(check({ redirectUris: [''], grantTypes: ['refresh_token'] }, 'Native')).toEqual({});
    expect(check({ accessTokenTtl: ' 60 ' }, 'MachineToMachine')).toEqual({});
    expect(check({ corsAllowedOrigins: ['https://shop.example/', ''], idTokenTtl: ' 60 ' })).toEqual({});
  });

  it.each<[Partial<SettingsValues>, string, string]>([
    [{ name: '  ' }, 'name', 'fields.name_required'],
    [{ name: 'x'.repeat(257) }, 'name', 'fields.too_long'],
    [{ description: 'x'.repeat(2049) }, 'description', 'fields.too_long'],
    [{ redirectUris: ['', ' '] }, 'redirectUris.0', 'applications.errors.redirect_uri_missing'],
    [{ redirectUris: ['https://a.example/', 'a'] }, 'redirectUris.1', 'applications.errors.uri'],
    [{ redirectUris: ['https://a.example/#x'] }, 'redirectUris.0', 'applications.errors.uri'],
    [{ redirectUris: ['javascript:alert(1)'] }, 'redirectUris.0', 'applications.errors.uri'],
    [{ redirectUris: ['https://*.example.com/'] }, 'redirectUris.0', 'applications.errors.wildcard'],
    [{ redirectUris: ['https://a.example/', 'https://a.example/'] }, 'redirectUris.1', 'fields.duplicate'],
    [{ postLogoutRedirectUris: ['', 'x y'] }, 'postLogoutRedirectUris.1', 'applications.errors.uri'],
    [{ corsAllowedOrigins: ['https://a.example/path'] }, 'corsAllowedOrigins.0', 'applications.errors.origin'],
    [{ grantTypes: [] }, 'grantTypes', 'applications.errors.grant_missing'],
    [{ refreshTokenTtlInDays: '0' }, 'refreshTokenTtlInDays', 'fields.whole_number'],
    [{ refreshTokenTtlInDays: '91' }, 'refreshTokenTtlInDays', 'fields.whole_number'],
    [{ refreshTokenTtlInDays: '1.5' }, 'refreshTokenTtlInDays', 'fields.whole_number'],
    [{ refreshTokenTtlInDays: '' }, 'refreshTokenTtlInDays', 'fields.whole_number'],
    [{ idTokenTtl: '1e3' }, 'idTokenTtl', 'fields.whole_number'],
    [{ idTokenTtl: '7776001' }, 'idTokenTtl', 'fields.whole_number'],
    [{ backchannelLogoutUri: 'shop.example' }, 'backchannelLogoutUri', 'applications.errors.web_address'],
    [{ customData: '[]' }, 'customData', 'fields.json_object'],
  ])('%j: %s says %s', (change, field, error) => {
    expect(check(change)).toEqual({ [field]: error });
  });

  it('accepts links and schemes for every type, and http for a native app only on loopback', () => {
    expect(check({}, 'Native')).toEqual({});
    expect(check({ redirectUris: ['tauri://localhost/callback'] })).toEqual({});
    expect(check({ redirectUris: ['http://shop.example/'] }, 'Native')).toEqual({
      'redirectUris.0': 'applications.errors.native_uri',
    });
  });
});
