// The lifecycle of organization invitations.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { messagesTo } from '../harness/mailbox.ts';
import { addUsers, newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { type TestServer, useServer } from '../harness/server.ts';

type Invitation = { id: string; status: string; invitee: string };

describe('organization invitations', () => {
  let server: TestServer;
  let api: ManagementApi;
  let organizationId: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    organizationId = await newOrganization(api);
  });
  const soon = () => Date.now() + 3_600_000;
  const invite = (body: object) =>
    api.call('POST', '/organization-invitations', {
      organizationId,
      expiresAt: soon(),
      messagePayload: false,
      ...body,
    });
  const invited = async (body: object): Promise<Invitation> => {
    const answer = await invite(body);
    expect(answer.status, answer.body).toBe(201);
    return answer.json();
  };
  const answer = (id: string, body: object) => api.call('PUT', `/organization-invitations/${id}/status`, body);
  const expire = (id: string) =>
    server.query(`update organization_invitations set expires_at = now() - interval '1 minute' where id = $1`, [id]);
  const refusal = [422, 'request.invalid_input'];

  it('is created pending with its roles, and can be read, listed and deleted', async () => {
    const roleId = await newOrganizationRole(api, { name: 'Guest' });
    const [inviterId = ''] = await addUsers(server, ['Host']);
    const { id } = await invited({ invitee: 'Guest@Example.com', inviterId, organizationRoleIds: [roleId] });
    const read = (await api.call('GET', `/organization-invitations/${id}`)).json();
    expect(read).toMatchObject({
      id,
      inviterId,
      invitee: 'Guest@Example.com',
      acceptedUserId: null,
      organizationId,
      status: 'Pending',
      organizationRoles: [{ id: roleId, name: 'Guest' }],
    });
    for (const query of [`inviterId=${inviterId}`, 'invitee=guest@example.COM', `organizationId=${organizationId}`]) {
      expect((await api.call('GET', `/organization-invitations?${query}`)).json()).toEqual([read]);
    }
    expect((await api.call('GET', '/organization-invitations?organizationId=other')).json()).toEqual([]);
    expect((await api.call('DELETE', `/organization-invitations/${id}`)).status).toBe(204);
    expect(outcome(await api.call('GET', `/organization-invitations/${id}`))).toEqual([
      404,
      'entity.not_exists_with_id',
    ]);
  });

  it('is rejected when invalid', async () => {
    const [userId = ''] = await addUsers(server, ['Member']);
    await api.call('POST', `/organizations/${organizationId}/users`, { userIds: [userId] });
    const robot = await newOrganizationRole(api, { type: 'MachineToMachine' });
    const unknown = [422, 'entity.relation_foreign_key_not_found'];
    const wrong: [object, (number | string)[]][] = [
      [{ invitee: 'a@b.example', expiresAt: Date.now() - 1 }, [400, 'request.invalid_input']],
      [{ invitee: 'MEMBER@people.example' }, refusal],
      [{ invitee: 'a@b.example', organizationRoleIds: [robot] }, refusal],
      [{ invitee: 'a@b.example', organizationRoleIds: ['none'] }, unknown],
      [{ invitee: 'a@b.example', organizationId: 'none' }, unknown],
      [{ invitee: 'a@b.example', inviterId: 'none' }, unknown],
      [{ invitee: 'not an address' }, [400, 'guard.invalid_input']],
    ];
    for (const [body, expected] of wrong) expect(outcome(await invite(body)), JSON.stringify(body)).toEqual(expected);
    expect((await api.call('GET', '/organization-invitations?invitee=a@b.example')).json()).toEqual([]);
  });

  it('is unique per email while pending', async () => {
    const first = await invited({ invitee: 'once@example.com' });
    expect(outcome(await invite({ invitee: 'ONCE@example.com' }))).toEqual([422, 'entity.unique_integrity_violation']);
    await invited({ invitee: 'once@example.com', organizationId: await newOrganization(api) });
    await expire(first.id);
    const second = await invited({ invitee: 'once@example.com' });
    const status = async (id: string) =>
      ((await api.call('GET', `/organization-invitations/${id}`)).json() as Invitation).status;
    expect([await status(first.id), await status(second.id)]).toEqual(['Expired', 'Pending']);
    const [row] = await server.query<{ status: string }>('select status from organization_invitations where id = $1', [
      first.id,
    ]);
    expect(row?.status).toBe('Expired');
  });

  it('is sent, and resent while pending', async () => {
    const link = 'https://app.example/join';
    const { id } = await invited({ invitee: 'mailed@example.com', messagePayload: { link } });
    const sent = async () =>
      (await messagesTo(api, 'mailed@example.com')).map(({ templateType, content }) => [
        templateType,
        content.includes(link),
      ]);
    expect(await sent()).toEqual([['OrganizationInvitation', true]]);
    expect((await api.call('POST', `/organization-invitations/${id}/message`, { link })).status).toBe(204);
    expect(await sent()).toHaveLength(2);
    await answer(id, { status: 'Revoked' });
    expect(outcome(await api.call('POST', `/organization-invitations/${id}/message`, {}))).toEqual(refusal);
  });

  it("uses the tenant's template for its locale, with the organization and inviter", async () => {
    const inviter = {
      name: 'Ada',
      avatar: 'https://a.example/ada.png',
      username: 'ada_invites',
      primaryPhone: '4915112340001',
    };
    const made = await api.call('POST', '/users', { ...inviter, primaryEmail: 'ada.invites@example.com' });
    const { id: inviterId } = made.json() as { id: string };
    await api.call('PATCH', `/users/${inviterId}`, { profile: { nickname: 'Countess' } });
    const organizationId = await newOrganization(api);
    await api.call('PATCH', `/organizations/${organizationId}`, {
      branding: { logoUrl: 'https://a.example/logo.png' },
    });
    const content = [
      '{{locale}} {{organization.branding.logoUrl}} {{inviter.name}} {{inviter.avatar}} {{inviter.username}}',
      '{{inviter.primaryEmail}} {{inviter.primaryPhone}} {{inviter.profile.nickname}} {{link}} {{code}}',
    ].join(' ');
    const words = (languageTag: string) => ({
      languageTag,
      templateType: 'OrganizationInvitation',
      details: { subject: `Subject ${languageTag}`, content, contentType: 'text/plain' },
    });
    await api.call('PUT', '/email-templates', { templates: [words('en'), words('fi')] });
    const messagePayload = { link: 'https://a.example/join', code: '482913', locale: 'fi' };
    await invited({ invitee: 'finn@example.com', organizationId, inviterId, messagePayload });
    const [message] = await messagesTo(api, 'finn@example.com');
    expect(message).toMatchObject({ subject: 'Subject fi', contentType: 'text/plain' });
    expect(message?.content).toBe(
      'fi https://a.example/logo.png Ada https://a.example/ada.png ada_invites ada.invites@example.com 4915112340001 Countess https://a.example/join 482913',
    );
    await api.call('DELETE', '/email-templates?templateType=OrganizationInvitation');
  });

  it('cannot be sent without an email connector, and leaves nothing behind', async () => {
    const { databaseUrl } = server;
    const silent = await useServer({ databaseUrl, env: { MAILBOX: 'off' } });
    const theirs = await managementApi(silent);
    const { id } = await invited({ invitee: 'silent@example.com' });
    const sent = await theirs.call('POST', `/organization-invitations/${id}/message`, {});
    expect(outcome(sent)).toEqual([501, 'connector.not_found']);
    const body = { invitee: 'other@example.com', organizationId, expiresAt: Date.now() + 60_000, messagePayload: {} };
    const made = await theirs.call('POST', '/organization-invitations', body);
    expect(outcome(made)).toEqual([501, 'connector.not_found']);
    expect((await api.call('GET', '/organization-invitations?invitee=other@example.com')).json()).toEqual([]);
  });

  it('A50 is accepted only by the invited user', async () => {
    const [rob = '', sue = ''] = await addUsers(server, ['Rob', 'Sue']);
    const roleId = await newOrganizationRole(api);
    const { id } = await invited({ invitee: 'ROB@people.example', organizationRoleIds: [roleId] });
    for (const body of [
      { status: 'Accepted', acceptedUserId: sue },
      { status: 'Accepted', acceptedUserId: null },
      { status: 'Accepted' },
    ]) {
      expect(outcome(await answer(id, body))).toEqual(refusal);
    }
    const unknown = { status: 'Accepted', acceptedUserId: 'nobody' };
    expect(outcome(await answer(id, unknown))).toEqual([404, 'entity.not_found']);
    expect(outcome(await answer(id, { status: 'Expired' }))).toEqual([400, 'guard.invalid_input']);
    const accepted = await answer(id, { status: 'Accepted', acceptedUserId: rob });
    expect([accepted.status, accepted.json()]).toMatchObject([200, { status: 'Accepted', acceptedUserId: rob }]);
    expect((await api.call('GET', `/organizations/${organizationId}/users/${rob}/roles`)).json()).toMatchObject([
      { id: roleId },
    ]);
    const records = await server.query<{ entity: string }>(
      `select entity from change_records where operation = 'organization-invitation.status-updated' order by entity`,
    );
    expect(records.map(({ entity }) => entity)).toEqual(
      expect.arrayContaining(['organizationInvitations', 'organizationRoleUsers', 'organizationUsers']),
    );
  });

  it('A50 has one final status', async () => {
    const [userId = ''] = await addUsers(server, ['Tom']);
    const accept = { status: 'Accepted', acceptedUserId: userId };
    const revoked = await invited({ invitee: 'tom@people.example' });
    expect((await answer(revoked.id, { status: 'Revoked' })).json()).toMatchObject({ status: 'Revoked' });
    const expired = await invited({ invitee: 'tom@people.example' });
    await expire(expired.id);
    expect((await api.call('GET', `/organization-invitations/${expired.id}`)).json()).toMatchObject({
      status: 'Expired',
    });
    for (const { id } of [revoked, expired]) {
      for (const body of [accept, { status: 'Revoked' }]) expect(outcome(await answer(id, body))).toEqual(refusal);
    }
    expect(outcome(await answer('none', accept))).toEqual([404, 'entity.not_exists_with_id']);
    const accepted = await invited({ invitee: 'tom@people.example' });
    expect((await answer(accepted.id, accept)).status).toBe(200);
    for (const body of [accept, { status: 'Revoked' }]) {
      expect(outcome(await answer(accepted.id, body))).toEqual(refusal);
    }
  });
});
