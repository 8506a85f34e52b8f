// What the compiler and the contract promise: no write without a name, no answer with a secret.
import { api } from '@tessera/contract/api';
import { del, get, patch, post, put, resource } from '@tessera/contract/kit';
import { serve } from '@tessera/server/http/serve';
import { describe, expect, it } from 'vitest';
import { type Described, operations, writes } from '../harness/contract.ts';
import type { Schema } from '../harness/schema-values.ts';

/** Never run: the type-check fails when one of these begins to compile. */
export const mustNotCompile = () => {
  const { response } = api.applications.operations.get;
  // @ts-expect-error a write names its change
  post('/things', { response });
  // @ts-expect-error a write names its change
  put('/things', {});
  // @ts-expect-error a write names its change
  patch('/things', { status: 200 });
  // @ts-expect-error a write names its change
  del('/things', {});
  // @ts-expect-error a resource says who may call it
  resource('things', { list: get('/things', {}) });
  // @ts-expect-error nobody is called "everybody"
  resource('things', 'everybody', { list: get('/things', {}) });

  const things = resource('things', 'management', {
    list: get('/things', { response }),
    remove: del('/things/:id', { change: 'thing.deleted' }),
  });
  // @ts-expect-error an operation without a handler
  serve(things, { remove: () => undefined });
  // @ts-expect-error an answer of another shape
  serve(things, { list: () => ({ id: 7 }), remove: () => undefined });
  // @ts-expect-error a parameter that is not in the path
  serve(things, { list: () => Promise.reject(new Error()), remove: (_, { params }) => void params.name });
};

describe('T01 every operation says who may call it and what it changes', () => {
  it('holds for all types of writes, checked by the compiler', () => {
    expect(mustNotCompile).toBeTypeOf('function');
  });

  it.each(operations.filter(writes))('$label', ({ operation }) => {
    expect(operation.change).toMatch(/^(none|[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*)$/);
  });

  it.each(operations.filter((one) => !writes(one)))('$label changes nothing', ({ operation }) => {
    expect(operation.change).toBeUndefined();
  });

  it('records every write outside of a sign-in', () => {
    const silent = operations.filter((one) => writes(one) && one.operation.change === 'none');
    const outside = silent.filter(({ resource: { access } }) => access !== 'interaction').map(({ label }) => label);
    // Proving who one is, looking whether a password or a code is right, what a script, connector or hook would do, or
    // sending a message, changes nothing that anybody has set up; nor does emptying the mailbox.
    expect(outside).toEqual([
      'accountVerifications.password',
      'accountVerifications.sendCode',
      'accountVerifications.verifyCode',
      'accountVerifications.askSocial',
      'accountVerifications.verifySocial',
      'accountVerifications.startPasskey',
      'accountVerifications.finishPasskey',
      'connectors.authorizationUri',
      'connectors.test',
      'customJwt.test',
      'hooks.test',
      'mailbox.clear',
      'me.verifyPassword',
      'myAccount.generateTotpSecret',
      'myAccount.generateBackupCodes',
      'organizationInvitations.sendMessage',
      'passwordCheck.check',
      'verificationCodes.create',
      'verificationCodes.verify',
      'users.verifyPassword',
    ]);
  });
});

describe('T02 no answer has a secret in it', () => {
  const suspicious = /secret|hash|key|token|password|credential|private/i;
  // Names that only sound like it, with the type that keeps them harmless.
  const harmless: Record<string, string> = {
    // Words of the WebAuthn standard: names of passkeys, and wishes about new ones.
    allowCredentials: 'array',
    excludeCredentials: 'array',
    pubKeyCredParams: 'array',
    requireResidentKey: 'boolean',
    residentKey: 'string',
    forgotPassword: 'object',
    forgotPasswordMethods: 'array',
    accessTokenTtl: 'number',
    hasPassword: 'boolean',
    hasRefreshToken: 'boolean',
    isPasswordPrimary: 'boolean',
    password: 'boolean',
    passwordPolicy: 'object',
    alwaysIssueRefreshToken: 'boolean',
    enableTokenStorage: 'boolean',
    rotateRefreshToken: 'boolean',
    isTokenStorageSupported: 'boolean',
    tokenType: 'string',
    token_type: 'string',
    // That there are tokens of a third party, not the tokens.
    tokenSecret: 'object',
    idTokenTtl: 'integer',
    refreshTokenTtl: 'integer',
    refreshTokenTtlInDays: 'integer',
    signingKeyAlgorithm: 'string',
    subjectTokenContext: 'object',
    oneTimeTokenContext: 'object',
    tokenLimit: 'number',
    tokenSample: 'object',
    // Whether somebody has seen the notice about what tokens cost.
    token: 'boolean',
    tokenUsage: 'number',
  };
  const formKeys = (label: string) => [`${label} key`, `${label} targetKey`];
  // An application is shown with the value that stands for its secrets, to those who manage it; a subject token is told
  // to whoever asked for it.
  const allowed = new Set([
    ...['get', 'list', 'create', 'update', 'removeLegacySecret'].map((name) => `applications.${name} secret`),
    'subjectTokens.create subjectToken',
    // Whether people may change their password.
    ...['accountCenters.get password', 'accountCenters.update password'],
    // Whoever sets up an authenticator app, for themselves or somebody else, gets its secret.
    ...['mfaVerifications.create', 'experienceMfa.createTotpSecret', 'myAccount.generateTotpSecret'].flatMap(
      (label) => [`${label} secret`, `${label} secretQrCode`],
    ),
    // An application sends them on, whenever it gets to that.
    ...['list', 'create', 'get', 'verify', 'setStatus'].map((name) => `oneTimeTokens.${name} token`),
    // The tokens of third parties are kept for their owners to have.
    ...['socialToken', 'replaceSocialToken', 'ssoToken'].map((name) => `myAccount.${name} access_token`),
    'roles.listApplications secret',
    'organizationApplications.list secret',
    // The site key stands in every page, and the secret key is masked.
    ...['get', 'replace'].flatMap((name) => ['siteKey', 'secretKey'].map((key) => `captchaProviders.${name} ${key}`)),
    'wellKnown.signInExperience siteKey',
    'wellKnown.experience siteKey',
    // Whoever receives webhooks checks them with the key of the hook; a request is listed under the name of its event.
    ...['list', 'create', 'get', 'update', 'renewSigningKey'].map((name) => `hooks.${name} signingKey`),
    ...['hooks.listRequests key', 'hooks.getRequest key'],
    // A script is listed under the name it is kept by.
    'customJwt.list key',
    // The name of what happened.
    ...['logs.list key', 'logs.get key'],
    // The fields of a connector's form are called keys, whatever is typed into them.
    ...['connectorFactories.list', 'connectorFactories.get'].flatMap(formKeys),
    ...['list', 'create', 'get', 'update'].flatMap((name) => formKeys(`connectors.${name}`)),
  ]);

  const fieldsOf = (schema: Schema | undefined): [string, Schema][] => [
    ...Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => [
      [name, field] as [string, Schema],
      ...fieldsOf(field),
    ]),
    ...[schema?.items, ...(schema?.oneOf ?? []), ...(schema?.anyOf ?? [])].flatMap((below) =>
      below ? fieldsOf(below) : [],
    ),
    ...(typeof schema?.additionalProperties === 'object' ? fieldsOf(schema.additionalProperties) : []),
  ];
  const leaks = ({ label, answer }: Pick<Described, 'label' | 'answer'>) =>
    fieldsOf(answer)
      .filter(
        ([name, { type }]) => suspicious.test(name) && harmless[name] !== type && !allowed.has(`${label} ${name}`),
      )
      .map(([name]) => name);

  it.each(operations.filter(({ answer }) => answer))('$label', (operation) => {
    expect(leaks(operation)).toEqual([]);
  });

  it('would notice one', () => {
    const answer: Schema = {
      type: 'array',
      items: { properties: { user: { properties: { passwordEncrypted: { type: 'string' } } } } },
    };
    expect(leaks({ label: 'users.list', answer })).toEqual(['passwordEncrypted']);
    expect(leaks({ label: 'users.list', answer: { properties: { password: { type: 'string' } } } })).toEqual([
      'password',
    ]);
  });
});
