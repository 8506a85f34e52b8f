// A52: what a member of a tenant may do there follows from the permissions of their role, for every operation of the
// Management API: reading, writing and deleting are three things.
import { tenantScopes } from '@tessera/contract/tenant-scopes';
import { beforeAll, describe, expect, it } from 'vitest';
import { callerWith, cloudResource, registerConsoleUser } from '../harness/console-user.ts';
import { filled, operations, writes } from '../harness/contract.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';

const management = operations.filter(({ resource }) => resource.access === 'management');
const effects = { GET: 'read:data', DELETE: 'delete:data' } as Record<string, string>;
const organizationResources = ['urn:tessera:resource:organizations', 'urn:tessera:scope:organizations'] as const;

/** What the role allows, beside being a member. */
const roles: Record<string, readonly string[]> = {
  nothing: [],
  'members only': ['read:member', 'invite:member'],
  reading: ['read:data'],
  'reading and writing': ['read:data', 'write:data'],
  'writing alone': ['write:data'],
  'deleting alone': ['delete:data'],
  everything: tenantScopes,
};

describe('members of a tenant', () => {
  let server: TestServer;
  let tenantId: string;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    server = await useServer({ edition: 'cloud' });
    const [resource, scope] = organizationResources;
    const owner = await registerConsoleUser(server, 'owner', [cloudResource, resource], [scope, ...tenantScopes]);
    const create = callerWith(server, await owner.accessToken(cloudResource));
    tenantId = ((await create('POST', '/api/tenants', {})).json() as { id: string }).id;
    for (const [role, allowed] of Object.entries(roles)) {
      await server.query(
        `delete from organization_role_scopes where tenant_id = 'admin' and organization_role_id = 'admin'`,
      );
      for (const name of allowed) {
        await server.query(
          `insert into organization_role_scopes (tenant_id, organization_role_id, organization_scope_id)
           select 'admin', 'admin', id from organization_scopes where tenant_id = 'admin' and name = $1`,
          [name],
        );
      }
      tokens[role] = await owner.organizationToken(`t-${tenantId}`);
    }
  });

  const refusal = (allowed: readonly string[], needed: string[]) => {
    if (allowed.length === 0) return [403, 'auth.insufficient_permissions'];
    return needed.every((scope) => allowed.includes(scope)) ? undefined : [403, 'auth.permission_missing'];
  };

  it.each(management)('A52 $label needs its own permission, and no other will do', async (one) => {
    const { method, needs } = one.operation;
    const needed = [effects[method] ?? 'write:data', ...(needs ? [needs] : [])];
    for (const [role, allowed] of Object.entries(roles)) {
      const call = callerWith(server, tokens[role] ?? '');
      const answer = await call(method, `/m/${tenantId}${filled(one.path)}`, writes(one) ? {} : undefined);
      const refused = refusal(allowed, needed);
      if (refused) expect(outcome(answer), role).toEqual(refused);
      else expect([401, 403], `${role}: ${answer.body}`).not.toContain(answer.status);
    }
  });
});
