// A52: a member's permissions follow from their role in every Management API operation; reading, writing and deleting
// are separate.
import { tenantScopes } from '@tessera/contract/tenant-scopes';
import { beforeAll, describe, expect, it } from 'vitest';
import { callerWith } from '../harness/console-user.ts';
import { filled, operations, writes } from '../harness/contract.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newTenant, setOwnerScopes } from '../harness/tenants.ts';

const management = operations.filter(({ resource }) => resource.access === 'management');
const effects = { GET: 'read:data', DELETE: 'delete:data' } as Record<string, string>;

/** The role's permissions besides membership. */
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
    const tenant = await newTenant(server);
    tenantId = tenant.id;
    for (const [role, allowed] of Object.entries(roles)) {
      await setOwnerScopes(server, allowed);
      tokens[role] = await tenant.owner.organizationToken(`t-${tenantId}`);
    }
  });

  const refusal = (allowed: readonly string[], needed: string[]) => {
    if (allowed.length === 0) return [403, 'auth.insufficient_permissions'];
    return needed.every((scope) => allowed.includes(scope)) ? undefined : [403, 'auth.permission_missing'];
  };

  it.each(management)('A52 $label requires exactly its own permission', async (one) => {
    const { method, needs, onlyReads } = one.operation;
    const needed = [onlyReads ? 'read:data' : (effects[method] ?? 'write:data'), ...(needs ? [needs] : [])];
    for (const [role, allowed] of Object.entries(roles)) {
      const call = callerWith(server, tokens[role] ?? '');
      const answer = await call(method, `/m/${tenantId}${filled(one.path)}`, writes(one) ? {} : undefined);
      const refused = refusal(allowed, needed);
      if (refused) expect(outcome(answer), role).toEqual(refused);
      else expect([401, 403], `${role}: ${answer.body}`).not.toContain(answer.status);
    }
  });

  it('A52 deleting many users needs the permission to delete, though it is a POST', async () => {
    const body = { action: 'delete', userIds: ['anyone'] };
    const start = (role: string) =>
      callerWith(server, tokens[role] ?? '')('POST', `/m/${tenantId}/api/user-bulk-actions`, body);
    expect(outcome(await start('reading and writing'))).toEqual([403, 'auth.permission_missing']);
    expect((await start('everything')).status).toBe(201);
  });

  it('R61 readers call a POST only if it just reads: previews, which are sent and stored nowhere', async () => {
    const open = management.filter(({ operation }) => operation.onlyReads);
    expect(open.map(({ label }) => label)).toEqual(['messageTemplates.preview', 'samlApplications.previewAssertion']);
    expect(open.every(({ operation }) => operation.change === 'none')).toBe(true);
    const reader = callerWith(server, tokens.reading ?? '');
    const key = { channel: 'Email', templateType: 'SignIn', languageTag: 'en' };
    const draft = { ...key, details: { subject: 'Code {{code}}', content: '<p>{{code}}</p>' } };
    const base = `/m/${tenantId}/api/message-templates`;
    const preview = await reader('POST', `${base}/preview`, draft);
    expect([preview.status, preview.json()]).toMatchObject([200, { subject: expect.stringMatching(/^Code \d{6}$/) }]);
    const denied = [403, 'auth.permission_missing'];
    expect(outcome(await reader('POST', `${base}/test`, { ...draft, email: 'ada@example.com' }))).toEqual(denied);
    expect(outcome(await reader('PUT', `${base}/Email/SignIn/en`, draft.details))).toEqual(denied);
    expect(outcome(await callerWith(server, tokens['writing alone'] ?? '')('POST', `${base}/preview`, draft))).toEqual(
      denied,
    );
    const shown = await reader('GET', `${base}/Email/SignIn/en`);
    expect(shown.json()).toMatchObject({ isCustomized: false });
  });

  it('R23 without write permission, members get no mailbox messages, since codes and links sign users in', async () => {
    const callAs = (role: string) => {
      const call = callerWith(server, tokens[role] ?? '');
      return (method: string, path: string, json?: unknown) => call(method, `/m/${tenantId}/api${path}`, json);
    };
    const [reader, writer] = [callAs('reading'), callAs('reading and writing')];
    expect((await writer('POST', '/verification-codes', { email: 'ada@example.com' })).status).toBe(204);
    const listed = await writer('GET', '/mailbox/messages');
    const [message] = listed.json() as { id: string; payload: { code: string } }[];
    expect(message?.payload.code).toMatch(/^\d{6}$/);
    for (const path of ['/mailbox/messages', `/mailbox/messages/${message?.id}`]) {
      expect(outcome(await reader('GET', path)), path).toEqual([403, 'auth.permission_missing']);
      expect((await writer('GET', path)).status, path).toBe(200);
    }
    expect((await reader('GET', '/mailbox/status')).status).toBe(200);
  });
});
