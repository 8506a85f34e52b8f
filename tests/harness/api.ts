// Management API calls with a client credentials token.
import type { TestServer } from './server.ts';
import { openedSecret } from './stored-secrets.ts';
import { newVisitor } from './visitor.ts';

export const managementResource = (tenantId: string) => `https://${tenantId}.tessera.app/api`;

/** Credentials of the seeded machine-to-machine application that manages a tenant, from the admin tenant. */
export const machineCredentials = async (server: TestServer, tenantId = 'default') => {
  const [row] = await server.query<{ value: string }>(
    `select value from application_secrets where tenant_id = 'admin' and application_id = $1`,
    [`m-${tenantId}`],
  );
  const clientSecret = await openedSecret<string>(server, 'application_secrets.value', row?.value, 'admin');
  return { clientId: `m-${tenantId}`, clientSecret };
};

export const managementToken = async (server: TestServer, tenantId = 'default'): Promise<string> => {
  const { clientId, clientSecret } = await machineCredentials(server, tenantId);
  const response = await fetch(`${server.base('admin')}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      resource: managementResource(tenantId),
      scope: 'all',
    }),
  });
  if (response.status !== 200) throw new Error(`no management token: ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
};

/** `call('POST', '/applications', {…})` below the tenant's /api, with its management token. */
export const managementApi = async (server: TestServer, tenantId = 'default') => {
  const token = await managementToken(server, tenantId);
  const visitor = newVisitor();
  const call = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
    visitor.send(method, `${server.base(tenantId)}/api${path}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(json !== undefined && { json }),
    });
  return { token, call };
};
export type ManagementApi = Awaited<ReturnType<typeof managementApi>>;

/** Deletes all items of a list. */
export const deleteAll = async ({ call }: ManagementApi, path: string) => {
  for (const { id } of (await call('GET', path)).json() as { id: string }[]) {
    const { status, body } = await call('DELETE', `${path}/${id}`);
    if (status !== 204) throw new Error(`${path}/${id}: ${status} ${body}`);
  }
};
