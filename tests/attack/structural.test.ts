// Guarantees of the compiler and the contract: no unnamed write, no response with a secret.
import { api } from '@tessera/contract/api';
import { del, get, patch, post, put, resource } from '@tessera/contract/kit';
import { serve } from '@tessera/server/serve';
import { describe, expect, it } from 'vitest';
import { operations, writes } from '../harness/contract.ts';

/** Never run: the type check fails when one of these starts to compile. */
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
  // @ts-expect-error a resource declares its access
  resource('things', { list: get('/things', {}) });
  // @ts-expect-error "everybody" is not an access type
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

describe('T01 every operation declares its access and its change', () => {
  it('applies to all kinds of writes, checked by the compiler', () => {
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
    // Verifying identities, passwords or codes, testing scripts, applications, connectors, templates or webhooks, fetching what
    // identity providers publish, previews, sending messages and clearing the mailbox change no configuration.
    expect(outside).toEqual([
      'accountVerifications.password',
      'accountVerifications.sendCode',
      'accountVerifications.verifyCode',
      'accountVerifications.askSocial',
      'accountVerifications.verifySocial',
      'accountVerifications.askPasskey',
      'accountVerifications.verifyPasskey',
      'accountVerifications.startPasskey',
      'accountVerifications.finishPasskey',
      'applicationTests.create',
      'applicationTests.takeResult',
      'applicationTests.requestToken',
      'connectorTestAnswers.create',
      'connectorTests.create',
      'connectors.authorizationUri',
      'connectors.test',
      'customJwt.test',
      'customJwt.run',
      'webhooks.test',
      'mailbox.clear',
      'messageTemplates.preview',
      'messageTemplates.test',
      'profile.verifyPassword',
      'profile.sendCode',
      'profile.verifyCode',
      'myAccount.generateTotpSecret',
      'myAccount.generateBackupCodes',
      'organizationInvitations.sendMessage',
      'passwordCheck.check',
      'samlApplications.previewAssertion',
      'samlApplications.readServiceProvider',
      'ssoConnectorTestAnswers.create',
      'ssoConnectorTests.create',
      'ssoConnectors.refresh',
      'userBulkActions.preview',
      'verificationCodes.create',
      'verificationCodes.verify',
      'users.verifyPassword',
    ]);
  });
});
