// A member's token has the member's current permissions at the time of the call.
import { beforeAll, describe, expect, it } from 'vitest';
import { callerWith } from '../harness/console-user.ts';
import { outcome } from '../harness/interactions.ts';
import { asSuperuser, type TestServer, useServer } from '../harness/server.ts';
import { newMember, newTenant } from '../harness/tenants.ts';

describe('membership of a tenant', () => {
  let server: TestServer;
  let tenantId: string;
  beforeAll(async () => {
    server = await useServer({ edition: 'cloud' });
    ({ id: tenantId } = await newTenant(server));
  });

  it('R15 a removed member can neither read nor write with their remaining token', async () => {
    const member = await newMember(server, tenantId, 'removed', 'admin');
    const call = callerWith(server, await member.token());
    const read = () => call('GET', `/m/${tenantId}/api/users`);
    const write = () => call('POST', `/m/${tenantId}/api/users`, {});
    const members = () => call('GET', `/api/tenants/${tenantId}/members/${member.userId}/scopes`);
    expect([await read(), await write(), await members()].map(({ status }) => status)).toEqual([200, 200, 200]);
    await member.remove();
    expect(outcome(await read())).toEqual([403, 'auth.permission_missing']);
    expect(outcome(await write())).toEqual([403, 'auth.permission_missing']);
    expect((await members()).json()).toEqual([]);
    const [owner] = await server.query<{ id: string }>(`select id from users where username = 'owner'`);
    const others = await call('GET', `/api/tenants/${tenantId}/members/${owner?.id}/scopes`);
    expect(outcome(others)).toEqual([403, 'auth.permission_missing']);
  });

  it("R32 a removed member's bulk action ends", async () => {
    const member = await newMember(server, tenantId, 'hasty', 'admin');
    const call = callerWith(server, await member.token());
    await server.query(
      `insert into users (tenant_id, id, username) select $1, 'bulk' || n, 'bulk_' || n from generate_series(1, 3) n`,
      [tenantId],
    );
    const jobs = await asSuperuser(server.databaseUrl, async (client) => {
      await client.query('begin');
      // No user can be deleted before the member is removed.
      await client.query(`select from users where tenant_id = $1 and id like 'bulk%' for update`, [tenantId]);
      const body = { action: 'delete', userIds: ['bulk1', 'bulk2', 'bulk3'] };
      const started = await call('POST', `/m/${tenantId}/api/user-bulk-actions`, body);
      expect(started.status, started.body).toBe(201);
      await member.remove();
      await client.query('rollback');
      return started.json() as { id: string };
    });
    const read = async () => {
      const rows = await server.query<{ status: string }>('select status from user_bulk_actions where id = $1', [
        jobs.id,
      ]);
      return rows[0]?.status;
    };
    await expect.poll(read).toBe('cancelled');
    const left = await server.query(`select id from users where tenant_id = $1 and id like 'bulk%'`, [tenantId]);
    expect(left.length).toBeGreaterThanOrEqual(2);
  });

  it("R71 a removed member's setup links end", async () => {
    const member = await newMember(server, tenantId, 'inviting', 'admin');
    const call = callerWith(server, await member.token());
    const connector = { providerName: 'OIDC', connectorName: 'Acme' };
    const created = await call('POST', `/m/${tenantId}/api/sso-connectors`, connector);
    expect(created.status, created.body).toBe(200);
    const path = `/m/${tenantId}/api/sso-connectors/${(created.json() as { id: string }).id}`;
    const link = await call('POST', `${path}/setup-links`, { expiresAt: Date.now() + 86_400_000 });
    expect(link.status, link.body).toBe(201);
    const { secretUrl: url } = link.json() as { secretUrl: string };
    expect(url).toContain(`/${tenantId}/sso-setup/`);
    const customer = callerWith(server, new URL(url).hash.slice(1));
    expect((await customer('GET', path)).status).toBe(200);
    await member.remove();
    expect(outcome(await customer('GET', path))).toEqual([401, 'single_sign_on.setup_link_orphaned']);
  });

  it("R74 a removed member's import ends", async () => {
    const member = await newMember(server, tenantId, 'importing', 'admin');
    const token = await member.token();
    await server.query(`insert into users (tenant_id, id, username) values ($1, 'held', 'held')`, [tenantId]);
    // More than one batch, and the first one waits for the user that is held.
    const rows = ['held', ...Array.from({ length: 1_200 }, (_, index) => `imported_${index}`)];
    const importId = await asSuperuser(server.databaseUrl, async (client) => {
      await client.query('begin');
      await client.query(`select from users where tenant_id = $1 and id = 'held' for update`, [tenantId]);
      const answer = await fetch(`${server.origin}/m/${tenantId}/api/user-imports?onConflict=update`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
        body: `username,name\n${rows.map((name) => `${name},Someone`).join('\n')}\n`,
      });
      const body = (await answer.json()) as { id: string };
      expect(answer.status, JSON.stringify(body)).toBe(201);
      await member.remove();
      await client.query('rollback');
      return body.id;
    });
    const read = async () =>
      (await server.query<{ status: string }>('select status from user_imports where id = $1', [importId]))[0]?.status;
    await expect.poll(read).toBe('cancelled');
    const imported = await server.query(`select id from users where tenant_id = $1 and username like 'imported%'`, [
      tenantId,
    ]);
    expect(imported.length).toBeLessThan(1_200);
    const file = await server.query('select from user_import_chunks where import_id = $1', [importId]);
    expect(file).toEqual([]);
  });

  it('R15 a lower role applies immediately, and a higher one needs a new token', async () => {
    const member = await newMember(server, tenantId, 'changing', 'admin');
    const asAdmin = callerWith(server, await member.token());
    const addDomain = (call: typeof asAdmin) =>
      call('POST', `/m/${tenantId}/api/domains`, { domain: 'id.example.com' });
    expect((await addDomain(asAdmin)).status).not.toBe(403);
    await member.setRole('collaborator');
    expect(outcome(await addDomain(asAdmin))).toEqual([403, 'auth.permission_missing']);
    expect((await asAdmin('GET', `/m/${tenantId}/api/users`)).status).toBe(200);
    const asCollaborator = callerWith(server, await member.token());
    await member.setRole('admin');
    expect(outcome(await addDomain(asCollaborator))).toEqual([403, 'auth.permission_missing']);
    expect((await addDomain(asAdmin)).status).not.toBe(403);
  });

  it.each([
    ['suspended', 'update users set is_suspended = true where id = $1'],
    ['deleted', 'delete from users where id = $1'],
  ])('R15 a %s console user has no access', async (name, statement) => {
    const member = await newMember(server, tenantId, `${name}_member`, 'admin');
    const call = callerWith(server, await member.token());
    expect((await call('GET', `/m/${tenantId}/api/users`)).status).toBe(200);
    await server.query(statement, [member.userId]);
    for (const path of [`/m/${tenantId}/api/users`, `/api/tenants/${tenantId}/members/${member.userId}/scopes`]) {
      expect(outcome(await call('GET', path))).toEqual([401, 'auth.unauthorized']);
    }
  });
});
