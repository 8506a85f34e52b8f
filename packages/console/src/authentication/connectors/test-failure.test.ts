import type { FormItem } from '@tessera/contract/connectors';
import { expect, it } from 'vitest';
import { adviceOf, type Failure, refusedField } from './test-failure.ts';

const item = (key: string, more: object = {}): FormItem => ({ key, label: key, type: 'Text', ...more });
const items = [item('clientId'), item('clientSecret', { isConfidential: true }), item('scope')];
const said = (step: Failure['step'], reason: string | null, code = 'connector.general') => {
  const { advice, field } = adviceOf({ step, code, reason }, items);
  return [advice, field?.key];
};

it.each([
  ['token', 'github.com: 401 incorrect_client_credentials', ['client', 'clientSecret']],
  ['token', 'login.example.com: 401 invalid_client: AADSTS7000215', ['client', 'clientSecret']],
  ['token', 'oauth2.example.com: invalid_client: The client_id is unknown', ['client', 'clientId']],
  ['token', 'redirect_uri_mismatch', ['redirect', undefined]],
  ['authorization', 'invalid_scope', ['scope', 'scope']],
  ['authorization', 'unauthorized_client', ['client', 'clientId']],
] as const)('%s: %s', (step, reason, expected) => expect(said(step, reason)).toEqual(expected));

it.each([
  ['authorization', 'temporarily_unavailable'],
  ['token', 'oauth2.example.com: 400 invalid_grant: Code was already redeemed'],
  ['token', null],
  ['profile', 'example.com: 401'],
] as const)('blames no field without a reason to: %s, %s', (step, reason) => {
  expect(said(step, reason)).toEqual(['answer', undefined]);
});

it.each([
  ['SAML response rejected: audience_mismatch: expected urn:shop, received urn:other', 'entityID'],
  ['SAML response rejected: recipient_mismatch', 'assertionConsumerServiceUrl'],
  ['SAML response rejected: destination_mismatch', 'assertionConsumerServiceUrl'],
  ['SAML response rejected: issuer_mismatch', 'idpMetadataXml'],
  ['SAML response rejected: signature_invalid', 'x509Certificate'],
  ['SAML response rejected: decryption_failed', 'encPrivateKey'],
  ['SAML response rejected: encryption_key_missing', 'encryptAssertion'],
  ['the profile has no user.id', 'profileMap'],
  ['ID token rejected: unexpected "aud" claim value', 'clientId'],
])('a rejected response names its field: %s', (reason, key) => {
  const keys = ['entityID', 'assertionConsumerServiceUrl', 'idpMetadataXml', 'x509Certificate', 'encPrivateKey'];
  const found = [...keys, 'encryptAssertion', 'profileMap'].map((one) => item(one));
  const failure = { step: 'authorization', code: 'connector.general', reason } as const;
  const all = key === 'clientId' ? items : found;
  expect(adviceOf(failure, all)).toEqual({ advice: 'client', field: all.find((one) => one.key === key) });
});

it('a refused message names the key of the provider', () => {
  const mail = [item('endpoint'), item('authorization', { isConfidential: true })];
  expect(refusedField('connector.authorization_failed', mail)?.key).toBe('authorization');
  expect(refusedField('connector.general', mail)).toBeUndefined();
  expect(refusedField('connector.authorization_failed', [item('endpoint')])).toBeUndefined();
});

it('blames no one for a canceled sign-in', () => {
  expect(said('authorization', 'access_denied', 'connector.authorization_failed')).toEqual(['declined', undefined]);
});

it('names only fields that are on the page', () => {
  const failure = { step: 'token', code: 'connector.general', reason: '401 invalid_client' } as const;
  expect(adviceOf(failure, [])).toEqual({ advice: 'answer' });
  const endpoint = item('userInfoEndpoint');
  expect(adviceOf({ ...failure, step: 'profile', reason: 'example.com: 404' }, [endpoint])).toEqual({
    ...{ advice: 'client', field: endpoint },
  });
});
