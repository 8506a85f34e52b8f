// Webhook events from the Management API, sign-in flows and the account API.
import { webhookEvents } from '@tessera/contract/webhook-events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { eventually } from '../harness/eventually.ts';
import { openInteraction } from '../harness/interactions.ts';
import { codeFor } from '../harness/mailbox.ts';
import { addUsers, newOrganization, newOrganizationRole, newOrganizationScope } from '../harness/organizations.ts';
import { newResource, newRole } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, password } from '../harness/sign-in.ts';
import { newWebhook, startWebhookReceiver, type Told, type WebhookReceiver } from '../harness/webhook-receiver.ts';

describe('events', () => {
  let server: TestServer;
  let api: ManagementApi;
  let receiver: WebhookReceiver;
  let hookId: string;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
    ({ id: hookId } = await newWebhook(api, receiver.origin, [...webhookEvents]));
    const byCode = { password: true, verificationCode: true, isPasswordPrimary: true };
    const saved = await api.call('PATCH', '/sign-in-exp', {
      signUp: { identifiers: ['email'], password: false, verify: true },
      signIn: {
        methods: [
          { identifier: 'email', ...byCode },
          { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
        ],
      },
    });
    expect(saved.status, saved.body).toBe(200);
  });
  afterAll(() => receiver.stop());

  /** All events caused by this work, and no others, sorted by name. */
  const toldBy = async (work: () => Promise<unknown>): Promise<Told['body'][]> => {
    const settle = () =>
      eventually(async () => (await server.query("select 1 from job_queue where kind = 'webhook'")).length === 0, {
        what: 'delivery',
      });
    await settle();
    const before = receiver.told.length;
    await work();
    await settle();
    return receiver.told
      .slice(before)
      .map(({ body }) => body)
      .sort((one, two) => one.event.localeCompare(two.event));
  };
  const call = async (method: string, path: string, body?: object) => {
    const answer = await api.call(method, path, body);
    if (answer.status >= 300) throw new Error(answer.body);
    return answer.body ? (answer.json() as unknown) : undefined;
  };

  it('are sent for role and permission changes in the Management API', async () => {
    const resource = await newResource(api, 'https://told.example.com', ['read', 'write']);
    const scopeIds = [resource.scopeId('read')];
    const created = await toldBy(() => newRole(api, { name: 'Told', scopeIds }));
    const id = String((created[0]?.data as { id: string } | undefined)?.id);
    expect(created).toMatchObject([
      { event: 'Role.Created', hookId, data: { name: 'Told' }, matchedRoute: '/roles', method: 'POST', status: 200 },
      { event: 'Role.Scopes.Updated', hookId, roleId: id, data: [{ id: scopeIds[0], name: 'read' }] },
    ]);
    const at = { path: `/roles/${id}`, params: { id }, matchedRoute: '/roles/:id' };
    expect(await toldBy(() => call('PATCH', `/roles/${id}`, { description: 'Other' }))).toMatchObject([
      { event: 'Role.Data.Updated', ...at, method: 'PATCH', data: { id, description: 'Other' } },
    ]);
    const added = { scopeIds: [resource.scopeId('write')] };
    expect(await toldBy(() => call('POST', `/roles/${id}/scopes`, added))).toMatchObject([
      { event: 'Role.Scopes.Updated', matchedRoute: '/roles/:id/scopes', status: 201, data: [{}, {}] },
    ]);
    const gone = await toldBy(() => call('DELETE', `/roles/${id}/scopes/${scopeIds[0]}`));
    expect(gone).toMatchObject([{ event: 'Role.Scopes.Updated', params: { id, scopeId: scopeIds[0] } }]);
    expect(await toldBy(() => call('DELETE', `/roles/${id}`))).toMatchObject([
      { event: 'Role.Deleted', ...at, method: 'DELETE', status: 204 },
    ]);

    const scopes = `/resources/${resource.id}/scopes`;
    const scope = await toldBy(() => call('POST', scopes, { name: 'told' }));
    expect(scope).toMatchObject([{ event: 'Scope.Created', data: { name: 'told', resourceId: resource.id } }]);
    const scopeId = String((scope[0]?.data as { id: string } | undefined)?.id);
    expect(
      await toldBy(async () => {
        await call('PATCH', `${scopes}/${scopeId}`, { description: 'Other' });
        await call('DELETE', `${scopes}/${scopeId}`);
      }),
    ).toMatchObject(
      [
        { event: 'Scope.Data.Updated', data: { description: 'Other' } },
        { event: 'Scope.Deleted', params: { resourceId: resource.id, scopeId } },
      ].sort((one, two) => one.event.localeCompare(two.event)),
    );
  });

  it('are sent for organizations, their template and members', async () => {
    const made = await toldBy(async () => {
      const scopeId = await newOrganizationScope(api, { name: 'told' });
      const roleId = await newOrganizationRole(api, { name: 'Told', organizationScopeIds: [scopeId] });
      const id = await newOrganization(api, { name: 'Told' });
      await call('PATCH', `/organizations/${id}`, { description: 'Other' });
      await call('PATCH', `/organization-roles/${roleId}`, { description: 'Other' });
      await call('PATCH', `/organization-scopes/${scopeId}`, { description: 'Other' });
      await call('PUT', `/organization-roles/${roleId}/scopes`, { organizationScopeIds: [] });
      await call('DELETE', `/organization-roles/${roleId}`);
      await call('DELETE', `/organization-scopes/${scopeId}`);
      await call('DELETE', `/organizations/${id}`);
    });
    const routes = made.map(({ matchedRoute, params }) => [matchedRoute, Object.keys(params as object)]);
    expect(routes).toContainEqual(['/organizations/:id', ['id']]);
    expect(routes).toContainEqual(['/organization-roles/:id/scopes', ['id']]);
    expect(routes).toContainEqual(['/organization-scopes/:id', ['id']]);
    expect(made.map(({ event }) => event)).toEqual([
      'Organization.Created',
      'Organization.Data.Updated',
      'Organization.Deleted',
      'OrganizationRole.Created',
      'OrganizationRole.Data.Updated',
      'OrganizationRole.Deleted',
      'OrganizationRole.Scopes.Updated',
      'OrganizationRole.Scopes.Updated',
      'OrganizationScope.Created',
      'OrganizationScope.Data.Updated',
      'OrganizationScope.Deleted',
    ]);
    expect(made.filter(({ organizationRoleId }) => organizationRoleId)).toMatchObject([{ status: 201 }]);

    const organizationId = await newOrganization(api);
    const [first = '', second = ''] = await addUsers(server, ['Member', 'Other']);
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    const membership = { event: 'Organization.Membership.Updated', organizationId };
    const members = `/organizations/${organizationId}/users`;
    for (const [method, path, body] of [
      ['POST', members, { userIds: [first] }],
      ['PUT', members, { userIds: [second] }],
      ['DELETE', `${members}/${second}`],
      ['POST', `/organizations/${organizationId}/applications`, { applicationIds: [machine.id] }],
    ] as const) {
      const told = await toldBy(() => call(method, path, body));
      expect(told, path).toMatchObject([membership]);
      expect(told[0]).not.toHaveProperty('data');
    }
    // No change, no event.
    expect(await toldBy(() => call('PUT', members, { userIds: [] }))).toEqual([]);

    const invitation = (await call('POST', '/organization-invitations', {
      ...{ organizationId, expiresAt: Date.now() + 60_000, messagePayload: false, invitee: 'other@people.example' },
    })) as { id: string };
    const accepted = { status: 'Accepted', acceptedUserId: second };
    const told = await toldBy(() => call('PUT', `/organization-invitations/${invitation.id}/status`, accepted));
    expect(told).toMatchObject([membership]);
  });

  const begin = async (interactionEvent: 'SignIn' | 'Register' | 'ForgotPassword') => {
    const interaction = await openInteraction(server.base('default'), demoApp(server.base('default')));
    const step = async (method: string, path: string, json?: unknown) => {
      const answer = await interaction.call(method, path, json);
      if (answer.status >= 300) throw new Error(answer.body);
      return answer;
    };
    const proveAddress = async (value: string) => {
      const identifier = { type: 'email', value };
      const path = '/verification/verification-code';
      const { verificationId } = (await step('POST', path, { identifier, interactionEvent })).json() as {
        verificationId: string;
      };
      await step('POST', `${path}/verify`, { identifier, verificationId, code: await codeFor(api, value) });
      await step('POST', '/identification', { verificationId });
    };
    await step('PUT', '', { interactionEvent });
    return { step, proveAddress };
  };

  it('are sent for registration, sign-in and password resets', async () => {
    const organizationId = await newOrganization(api);
    await call('PUT', `/organizations/${organizationId}/jit/email-domains`, { emailDomains: ['told.example'] });
    const email = 'ada@told.example';
    const application = { id: 'demo-app', type: 'SPA', name: expect.any(String), description: null };
    const registered = await toldBy(async () => {
      const { step, proveAddress } = await begin('Register');
      await proveAddress(email);
      await step('POST', '/submit');
    });
    const flow = { interactionEvent: 'Register', sessionId: expect.any(String), application };
    expect(registered).toMatchObject([
      { event: 'Organization.Membership.Updated', organizationId, ...flow },
      { event: 'PostRegister', ...flow, userIp: '127.0.0.1', user: { primaryEmail: email, isSuspended: false } },
      { event: 'User.Created', ...flow, applicationId: 'demo-app', ip: '127.0.0.1', data: { primaryEmail: email } },
    ]);
    const { user, userId } = registered[1] as unknown as { user: object; userId: string };
    expect(userId).toBe((user as { id: string }).id);
    expect(Object.keys(user).sort()).toEqual(
      [
        ...['id', 'username', 'primaryEmail', 'primaryPhone', 'name', 'avatar', 'customData', 'identities'],
        ...['lastSignInAt', 'createdAt', 'updatedAt', 'profile', 'applicationId', 'isSuspended'],
        ...['primaryEmailVerified', 'primaryPhoneVerified'],
      ].sort(),
    );
    expect(registered.every((one) => !('path' in one))).toBe(true);

    const back = await toldBy(async () => {
      const { step, proveAddress } = await begin('SignIn');
      await proveAddress(email);
      await step('POST', '/submit');
    });
    expect(back).toMatchObject([{ event: 'PostSignIn', interactionEvent: 'SignIn', userId, application }]);

    const reset = await toldBy(async () => {
      const { step, proveAddress } = await begin('ForgotPassword');
      await proveAddress(email);
      await step('PUT', '/profile/password', { password });
      await step('POST', '/submit');
    });
    expect(reset).toMatchObject([
      { event: 'PostResetPassword', interactionEvent: 'ForgotPassword', userId },
      { event: 'User.Data.Updated', interactionEvent: 'ForgotPassword', data: { id: userId } },
    ]);
    expect(JSON.stringify([registered, back, reset])).not.toMatch(/argon2|passwordEncrypted/i);
  });

  it('are not sent for a refused sign-in', async () => {
    const told = await toldBy(async () => {
      const { step } = await begin('SignIn');
      await expect(step('POST', '/submit')).rejects.toThrow();
    });
    expect(told).toEqual([]);
  });

  it('are sent for self-service changes', async () => {
    await call('PATCH', '/sign-in-exp', { signUp: { identifiers: ['username'], password: true, verify: false } });
    const people = accounts(server);
    await people.allow();
    const ada = await people.person('ada_told');
    const told = await toldBy(() => ada.call('PATCH', '/my-account', { name: 'Ada' }));
    expect(told).toMatchObject([
      { event: 'User.Data.Updated', matchedRoute: '/my-account', method: 'PATCH', data: { id: ada.id, name: 'Ada' } },
    ]);
    expect(told[0]?.data).not.toHaveProperty('passwordEncrypted');
    // Refused requests cause no event.
    expect(await toldBy(() => ada.call('PATCH', '/my-account', { username: '7' }))).toEqual([]);
  });
});
