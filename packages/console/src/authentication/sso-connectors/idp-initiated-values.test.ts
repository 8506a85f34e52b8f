// IdP-initiated sign-in: each flow has its own fields, and only those are saved.
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { bodyOf, checkIdpInitiated, emptyPair, valuesOf } from './idp-initiated-values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const off = valuesOf(null);
const on = { ...off, isEnabled: true, applicationId: 'app', callbackUri: ' https://a.example/sso ' };

it('is off without a configuration', () => {
  expect(off).toMatchObject({ isEnabled: false, mode: 'client', parameters: [emptyPair] });
  expect(checkIdpInitiated(off, t)).toEqual({});
});

it('saves the fields of its flow', () => {
  expect(bodyOf(on)).toEqual({
    autoSendAuthorizationRequest: false,
    defaultApplicationId: 'app',
    clientIdpInitiatedAuthCallbackUri: 'https://a.example/sso',
  });
  const parameters = [{ key: ' scope ', value: 'email' }, emptyPair];
  expect(bodyOf({ ...on, mode: 'direct', parameters })).toEqual({
    autoSendAuthorizationRequest: true,
    defaultApplicationId: 'app',
    redirectUri: null,
    authParameters: { scope: 'email' },
  });
});

it('checks the fields of its flow', () => {
  expect(Object.keys(checkIdpInitiated({ ...off, isEnabled: true }, t))).toEqual(['applicationId', 'callbackUri']);
  expect(checkIdpInitiated({ ...on, callbackUri: 'a.example' }, t)).toEqual({
    callbackUri: 'sso-connectors.errors.url',
  });
  const parameters = [
    { key: 'a', value: '1' },
    { key: 'a', value: '2' },
    { key: '', value: '3' },
  ];
  expect(checkIdpInitiated({ ...on, mode: 'direct', callbackUri: '', parameters }, t)).toEqual({
    'parameters.1.key': 'fields.duplicate',
    'parameters.2.key': 'fields.required',
  });
});
