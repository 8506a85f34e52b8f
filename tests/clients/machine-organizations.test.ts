// Client credentials for an organization.
import * as jose from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { addResource, addRole, giveRole } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { tokenRequest } from '../harness/sign-in.ts';

const ledger = 'https://ledger.example.com';

describe('client credentials for an organization', () => {
  let server: TestServer;
  let machine: Application;

  beforeAll(async () => {
    server = await useServer();
    machine = await newApplication(await managementApi(server), { type: 'MachineToMachine' });
    const resourceId = await addResource(server, 'default', {
      indicator: ledger,
      scopes: ['read', 'write'],
      accessTokenTtl: 600,
    });
    const roleId = await addRole(server, 'default', { type: 'MachineToMachine', resourceId, scopes: ['read'] });
    await giveRole(server, 'default', roleId, { application: machine.id });
    const rows: [string, unknown[]][] = [
      [
        `insert into organizations (tenant_id, id, name) values ('default', 'mine', 'Mine'), ('default', 'theirs', 'Theirs')`,
        [],
      ],
      [
        `insert into organization_scopes (tenant_id, id, name) values ('default', 's-1', 'invite'), ('default', 's-2', 'remove')`,
        [],
      ],
      [
        `insert into organization_roles (tenant_id, id, name, type) values ('default', 'r-1', 'robot', 'MachineToMachine')`,
        [],
      ],
      [
        `insert into organization_role_scopes (tenant_id, organization_role_id, organization_scope_id) values ('default', 'r-1', 's-1')`,
        [],
      ],
      [
        `insert into organization_role_resource_scopes (tenant_id, organization_role_id, scope_id)
         select 'default', 'r-1', id from scopes where tenant_id = 'default' and name = 'write' and resource_id = $1`,
        [resourceId],
      ],
      [
        `insert into organization_applications (tenant_id, organization_id, application_id) values ('default', 'mine', $1)`,
        [machine.id],
      ],
      [
        `insert into organization_role_applications (tenant_id, organization_id, organization_role_id, application_id)
         values ('default', 'mine', 'r-1', $1)`,
        [machine.id],
      ],
    ];
    for (const [sql, values] of rows) await server.query(sql, values);
  });

  const ask = (form: Record<string, string>) =>
    tokenRequest(server.base('default'), machine, { grant_type: 'client_credentials', ...form });

  it('returns an organization token with the roles held there', async () => {
    const { status, body } = await ask({ organization_id: 'mine', scope: 'invite remove' });
    expect([status, body.scope, body.expires_in]).toEqual([200, 'invite', 3600]);
    const claims = jose.decodeJwt(body.access_token);
    expect(claims).toMatchObject({ aud: 'urn:tessera:organization:mine', sub: machine.id, scope: 'invite' });
    expect(claims).not.toHaveProperty('organization_id');
    expect((await ask({ organization_id: 'mine', scope: 'remove' })).body.scope).toBe('');
  });

  it('returns a resource token for the organization, with the roles held there instead', async () => {
    const { body } = await ask({ organization_id: 'mine', resource: ledger, scope: 'read write' });
    expect(jose.decodeJwt(body.access_token)).toMatchObject({ aud: ledger, organization_id: 'mine', scope: 'write' });
    const { body: plain } = await ask({ resource: ledger, scope: 'read write' });
    expect(jose.decodeJwt(plain.access_token)).toMatchObject({ aud: ledger, scope: 'read' });
    expect(jose.decodeJwt(plain.access_token)).not.toHaveProperty('organization_id');
  });

  it.each([{}, { resource: ledger }, { resource: ledger, scope: 'read' }, { scope: 'invite' }] as Record<
    string,
    string
  >[])('A14 rejects an organization the application was not added to, with %j', async (form) => {
    for (const organization_id of ['theirs', 'nowhere']) {
      const { status, body } = await ask({ organization_id, ...form });
      expect([status, body]).toMatchObject([
        403,
        { error: 'access_denied', error_description: 'app has not associated with the organization' },
      ]);
    }
  });
});
