// No secret leaves the server in a response, page, log line or record, except where the contract returns it.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, machineCredentials, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { auditLogWritten } from '../harness/audit-log.ts';
import { callerWith, meResource, registerConsoleUser } from '../harness/console-user.ts';
import { filled, isCloud, operations } from '../harness/contract.ts';
import { openInteraction } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens, password } from '../harness/sign-in.ts';
import { openedSecret } from '../harness/stored-secrets.ts';
import { newVisitor } from '../harness/visitor.ts';

/** All signing and cookie keys. */
const signingKeys = async (server: TestServer): Promise<string[]> => {
  const rows = await server.query<{ tenant_id: string; value: unknown }>(
    `select tenant_id, value from tenant_configs where key like 'oidc.%'`,
  );
  const lists = await Promise.all(
    rows.map(({ tenant_id, value }) =>
      openedSecret<{ value: string }[]>(server, 'tenant_configs.value', value, tenant_id),
    ),
  );
  return lists.flat().map(({ value }) => value);
};

const reads = operations.filter((one) => one.operation.method === 'GET' && !isCloud(one));

describe('A51 secrets', () => {
  let server: TestServer;
  let api: ManagementApi;
  let callMe: ReturnType<typeof callerWith>;
  let applicationId: string;
  /** Everything that would allow impersonation. */
  let secrets: Record<string, string[]>;

  beforeAll(async () => {
    server = await useServer({ env: { LOG_LEVEL: 'trace' } });
    api = await managementApi(server);
    const base = server.base('default');
    const { id, clientSecret } = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    applicationId = id;
    const { visitor, tokens } = await obtainTokens({
      ...{ base, client: demoApp(base), username: 'ada', register: true },
    });
    const user = await registerConsoleUser(server, 'boss');
    const meToken = await user.accessToken(meResource);
    callMe = callerWith(server, meToken);
    const column = async (sql: string) => (await server.query<{ value: string }>(sql)).map(({ value }) => value);
    secrets = {
      passwords: [password, ...(await column('select password_encrypted as value from users'))],
      keys: await signingKeys(server),
      machine: [(await machineCredentials(server)).clientSecret, clientSecret],
      tokens: [api.token, meToken, tokens.access_token, tokens.refresh_token ?? '', tokens.id_token ?? ''],
      sessions: visitor.cookies().flatMap(({ name, value }) => (name.startsWith('_session') ? [value] : [])),
    };
    for (const [kind, values] of Object.entries(secrets)) {
      expect(values.length, kind).toBeGreaterThan(0);
      // Line breaks of a key are escaped in JSON, so compare its longest line.
      secrets[kind] = values.map((value) => value.split('\n').sort((a, b) => b.length - a.length)[0] ?? '');
      expect(
        secrets[kind].every((value) => value.length > 15),
        kind,
      ).toBe(true);
    }
  });

  const leaked = (text: string, except: string[] = []) =>
    Object.entries(secrets).flatMap(([kind, values]) =>
      values
        .filter((value) => !except.includes(value) && text.includes(value))
        .map((value) => `${kind}: ${value.slice(0, 12)}…`),
    );
  const readOf = async ({ operation, resource, path }: (typeof reads)[number]) => {
    const at = filled(path, { id: applicationId, applicationId, tenantId: 'default' });
    if (resource.access === 'management') return api.call('GET', at.slice('/api'.length));
    if (resource.access === 'me') return callMe('GET', `/t/admin${at}`);
    if (resource.access === 'public') return newVisitor().get(`${server.base('default')}${at}`);
    const base = server.base('default');
    const { visitor, call, verifyPassword } = await openInteraction(base, demoApp(base));
    await call('PUT', '', { interactionEvent: 'SignIn' });
    await verifyPassword('ada', password);
    return visitor.send(operation.method, `${base}${at}`);
  };

  it.each(reads)('are not in the response of $label', async (one) => {
    const answer = await readOf(one);
    // Not available in this installation.
    expect(answer.status).toBeLessThan(one.label === 'systems.application' ? 502 : 500);
    // The only place where a secret is shown, to administrators of the application.
    const shown = one.label === 'applications.listSecrets' ? (secrets.machine ?? []) : [];
    expect(leaked(answer.body, shown)).toEqual([]);
    expect(answer.body).not.toMatch(/\$argon2|PRIVATE KEY|"passwordEncrypted"|"mfaVerifications"/);
  });

  it.each([
    '/oidc/jwks',
    '/oidc/.well-known/openid-configuration',
    '/sign-in',
    '/unknown-session',
    '/demo-app',
    '/console',
    '/health/ready',
    '/t/admin/oidc/jwks',
  ])('are not in %s', async (path) => {
    const { body } = (await newVisitor().follow(`${server.origin}${path}`)).answer ?? { body: '' };
    expect(leaked(body)).toEqual([]);
    expect(body).not.toMatch(/"(d|p|q|dp|dq|qi|k)":"/);
  });

  it('are not in an error', async () => {
    const answers = [
      await api.call('POST', '/applications', { name: password, type: 'x', customData: { token: api.token } }),
      await newVisitor({ authorization: `Bearer ${api.token}x` }).get(`${server.base('default')}/api/applications`),
      await newVisitor().send('POST', `${server.base('default')}/oidc/token`, {
        form: { grant_type: 'refresh_token', refresh_token: secrets.tokens?.[3] ?? '', client_id: 'nobody' },
      }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(leaked(answer.body)).toEqual([]);
    }
  });

  it('are in no record and no log line', async () => {
    await api.call('PATCH', `/applications/${applicationId}`, { name: 'Changed' });
    await auditLogWritten(server);
    const rows = await server.query(
      `select to_jsonb(l) as row from logs l union all select to_jsonb(c) from change_records c`,
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(leaked(JSON.stringify(rows))).toEqual([]);
    expect(server.output()).toContain('is ready at');
    expect(leaked(server.output())).toEqual([]);
  });
});
