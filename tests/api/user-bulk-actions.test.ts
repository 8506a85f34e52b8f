// Actions on many users at once.
import type { UserBulkAction } from '@tessera/contract/user-bulk-actions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { makeHoldable, whileHeld } from '../harness/held-rows.ts';
import { outcome } from '../harness/interactions.ts';
import { addUsers, newOrganization } from '../harness/organizations.ts';
import { newMachineRole, newRole } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';
import { bulkActions } from '../harness/user-bulk-actions.ts';
import { newWebhook, startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts';

type Row = Record<string, unknown>;

describe('user bulk actions', () => {
  let server: TestServer;
  let api: ManagementApi;
  let bulk: ReturnType<typeof bulkActions>;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
    bulk = bulkActions(api);
  });
  afterAll(() => receiver.stop());

  const suspendedOf = async (ids: string[]) =>
    (await server.query<Row>(`select is_suspended from users where id = any ($1) order by id`, [ids])).map(
      (row) => row.is_suspended,
    );

  it('suspends users as if one by one: sessions, change records and webhooks', async () => {
    const ada = (await api.call('POST', '/users', { username: 'bulk_ada', password: 'a sturdy one 1' })).json() as Row;
    const [bob = ''] = await addUsers(server, ['bulk_bob']);
    const base = server.base('default');
    await obtainTokens({ base, client: demoApp(base), username: 'bulk_ada', password: 'a sturdy one 1' });
    await newWebhook(api, `${receiver.origin}/200/bulk`, ['User.SuspensionStatus.Updated']);
    const userIds = [String(ada.id), bob];
    const done = await bulk.run({ action: 'suspend', userIds });
    expect(done).toMatchObject({ status: 'finished', userCount: 2, doneCount: 2, failedCount: 0 });
    expect(await suspendedOf(userIds)).toEqual([true, true]);
    const sessions = await server.query(
      `select from oidc_model_instances where account_id = $1 and model_name in ('Session', 'Grant') and consumed_at is null`,
      [ada.id],
    );
    expect(sessions).toEqual([]);
    const records = await server.query<Row>(
      `select operation, actor_id, entity_id from change_records where request_id = $1 and entity = 'users'`,
      [`user-bulk-action/${done.id}`],
    );
    expect(records.map(({ entity_id }) => entity_id).sort()).toEqual([...userIds].sort());
    expect(records[0]).toMatchObject({ operation: 'user.suspension-updated', actor_id: 'm-default' });
    const told = await receiver.arrived('/200/bulk', 2);
    expect(told.map(({ body }) => [body.userBulkActionId, (body.data as Row).isSuspended])).toEqual([
      [done.id, true],
      [done.id, true],
    ]);
    expect((await bulk.run({ action: 'reactivate', userIds })).doneCount).toBe(2);
    expect(await suspendedOf(userIds)).toEqual([false, false]);
    await eventually(async () => (await server.query(`select from jobs where kind = 'user-bulk-action'`)).length === 0);
  });

  it('selects users by the filters of the list', async () => {
    const ids = await addUsers(server, ['filter_one', 'filter_two', 'other_one']);
    const done = await bulk.run({ action: 'delete', filter: { q: 'filter_' } });
    expect(done).toMatchObject({ userCount: 2, doneCount: 2 });
    const left = await server.query<Row>(`select id from users where id = any ($1)`, [ids]);
    expect(left).toEqual([{ id: ids[2] }]);
    expect(outcome(await bulk.start({ action: 'delete', filter: { q: 'filter_' } }))).toEqual([
      ...[422, 'user_bulk_action.no_users'],
    ]);
  });

  it('assigns a role and adds to an organization, and leaves those who already have it', async () => {
    const userIds = await addUsers(server, ['role_one', 'role_two']);
    const [role, organizationId] = [await newRole(api), await newOrganization(api)];
    await api.call('POST', `/users/${userIds[0]}/roles`, { roleIds: [role.id] });
    expect((await bulk.run({ action: 'assignRole', userIds, roleId: role.id })).doneCount).toBe(2);
    expect((await bulk.run({ action: 'addToOrganization', userIds, organizationId })).doneCount).toBe(2);
    expect((await server.query(`select from users_roles where role_id = $1`, [role.id])).length).toBe(2);
    const members = await server.query(`select from organization_users where organization_id = $1`, [organizationId]);
    expect(members.length).toBe(2);
  });

  it('lists who could not be changed: unknown users and users of other tenants', async () => {
    const [known = ''] = await addUsers(server, ['problem_one']);
    const [foreign = ''] = await addUsers(server, ['problem_foreign'], 'admin');
    const done = await bulk.run({ action: 'delete', userIds: [known, foreign, 'nobody'] });
    expect(done).toMatchObject({ userCount: 3, doneCount: 1, failedCount: 2 });
    const problems = await bulk.problems(done.id);
    expect(problems.map(({ userId, user, code }) => [userId, user, code]).sort()).toEqual(
      [
        [foreign, null, 'entity.not_found'],
        ['nobody', null, 'entity.not_found'],
      ].sort(),
    );
    expect((await server.query(`select from users where id = $1`, [foreign])).length).toBe(1);
  });

  it('refuses invalid requests', async () => {
    const [one = ''] = await addUsers(server, ['refused_one']);
    const machineRole = await newMachineRole(api);
    const refusals: [object, unknown[]][] = [
      [{ action: 'suspend' }, [400, 'request.invalid_input']],
      [{ action: 'suspend', userIds: [one], filter: {} }, [400, 'request.invalid_input']],
      [{ action: 'suspend', userIds: [] }, [422, 'user_bulk_action.no_users']],
      [{ action: 'suspend', userIds: [one], roleId: 'x' }, [400, 'request.invalid_input']],
      [{ action: 'assignRole', userIds: [one] }, [400, 'request.invalid_input']],
      [{ action: 'assignRole', userIds: [one], roleId: 'nothing' }, [404, 'entity.not_exists_with_id']],
      [{ action: 'assignRole', userIds: [one], roleId: machineRole.id }, [422, 'user.invalid_role_type']],
      [{ action: 'addToOrganization', userIds: [one], organizationId: 'no' }, [404, 'entity.not_exists_with_id']],
      [{ action: 'burn', userIds: [one] }, [400, 'guard.invalid_input']],
    ];
    for (const [body, refusal] of refusals)
      expect(outcome(await bulk.start(body)), JSON.stringify(body)).toEqual(refusal);
  });

  it('can be cancelled, and limits how many run at once', async () => {
    await server.query(
      `insert into users (tenant_id, id, username) select 'default', 'cancel' || n, 'cancel_' || n from generate_series(1, 3000) n`,
    );
    await makeHoldable(server, 'users', `new.id like 'cancel%'`);
    const answers: UserBulkAction[] = [];
    const refused: unknown[] = [];
    await whileHeld(server.databaseUrl, async () => {
      for (let count = 0; count < 6; count += 1) {
        const answer = await bulk.start({ action: 'suspend', filter: { q: 'cancel_' } });
        if (answer.status === 201) answers.push(answer.json() as UserBulkAction);
        else refused.push(outcome(answer));
      }
    });
    expect([answers.length, refused]).toEqual([5, [[422, 'user_bulk_action.limit_reached']]]);
    for (const { id } of answers) expect((await api.call('POST', `/user-bulk-actions/${id}/cancel`)).status).toBe(200);
    for (const { id } of answers) {
      const { status, doneCount } = await bulk.read(id);
      expect(status).toBe('cancelled');
      expect(doneCount).toBeLessThan(3000);
    }
    const again = await api.call('POST', `/user-bulk-actions/${answers[0]?.id}/cancel`);
    expect(outcome(again)).toEqual([409, 'user_bulk_action.wrong_status']);
    expect((await server.query(`select from user_bulk_action_users where code is null`)).length).toBe(0);
    await server.query(`delete from users where username like 'cancel_%'`);
  });
});
