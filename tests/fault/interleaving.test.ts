// C06: concurrent requests in different languages, for different tenants and users, never mix.
import { errorMessage } from '@tessera/phrases/errors';
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { callerWith, cloudResource, registerConsoleUser } from '../harness/console-user.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';

const languages = ['en', 'de', 'ar'] as const;
const requestIdHeader = 'tessera-core-request-id';

type Seen = { expected: unknown; actual: unknown; requestId: string | null };
type Question = () => Promise<Seen>;

describe('interleaved requests', () => {
  let server: TestServer;
  let tenants: string[];
  beforeAll(async () => {
    server = await useServer({ edition: 'cloud', env: { DATABASE_POOL_SIZE: '4', LOG_LEVEL: 'error' } });
    const { accessToken } = await registerConsoleUser(server, 'founder', [cloudResource]);
    const call = callerWith(server, await accessToken(cloudResource));
    tenants = [];
    for (const name of ['One', 'Two', 'Three']) {
      tenants.push(((await call('POST', '/api/tenants', { name })).json() as { id: string }).id);
    }
  });

  const fetched = async (
    url: string,
    init: RequestInit,
    look: (response: Response) => Promise<Omit<Seen, 'requestId'>>,
  ) => {
    const response = await fetch(url, init);
    return { ...(await look(response)), requestId: response.headers.get(requestIdHeader) };
  };

  it('C06 200 requests in three languages and four tenants are not mixed up', async () => {
    const apis = await Promise.all(tenants.map((tenantId) => managementApi(server, tenantId)));
    const people = await Promise.all(
      tenants.map((tenantId) =>
        obtainTokens({
          base: server.base(tenantId),
          client: demoApp(server.base(tenantId)),
          username: `person_of_${tenantId}`,
          register: true,
        }),
      ),
    );
    const questions = (round: number): Question[] =>
      [...tenants, 'admin'].flatMap((tenantId, index): Question[] => {
        const base = server.base(tenantId);
        const language = languages[(round + index) % languages.length] ?? 'en';
        const headers = { 'accept-language': language };
        const api = apis[index];
        const person = people[index];
        return [
          () =>
            fetched(`${base}/api/applications`, { headers }, async (response) => ({
              expected: [401, errorMessage('auth.authorization_header_missing', [language])],
              actual: [response.status, ((await response.json()) as { message: string }).message],
            })),
          () =>
            fetched(
              `${base}/oidc/token`,
              { method: 'POST', headers, body: new URLSearchParams({ client_id: 'nobody', grant_type: 'x' }) },
              async (response) => ({
                expected: errorMessage('oidc.invalid_client', [language]),
                actual: ((await response.json()) as { message: string }).message,
              }),
            ),
          () =>
            fetched(`${base}/oidc/.well-known/openid-configuration`, { headers }, async (response) => ({
              expected: `${base}/oidc`,
              actual: ((await response.json()) as { issuer: string }).issuer,
            })),
          () =>
            fetched(`${base}/api/.well-known/sign-in-exp`, { headers }, async (response) => ({
              expected: tenantId,
              actual: ((await response.json()) as { tenantId: string }).tenantId,
            })),
          ...(api && person
            ? [
                () =>
                  fetched(
                    `${base}/api/applications`,
                    {
                      method: 'POST',
                      headers: { ...headers, authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
                      body: JSON.stringify({ name: `${tenantId} ${round}`, type: 'SPA' }),
                    },
                    async (response) => {
                      const made = (await response.json()) as { id: string; tenantId: string; name: string };
                      const records = await server.query<{ tenant_id: string; request_id: string; actor_id: string }>(
                        `select tenant_id, request_id, actor_id from change_records where entity_id = $1`,
                        [made.id],
                      );
                      const requestId = response.headers.get(requestIdHeader);
                      return {
                        expected: [
                          tenantId,
                          `${tenantId} ${round}`,
                          { tenant_id: tenantId, request_id: requestId, actor_id: `m-${tenantId}` },
                        ],
                        actual: [made.tenantId, made.name, ...records],
                      };
                    },
                  ),
                () =>
                  fetched(
                    `${base}/oidc/me`,
                    { headers: { ...headers, authorization: `Bearer ${person.tokens.access_token}` } },
                    async (response) => ({
                      expected: `person_of_${tenantId}`,
                      actual: ((await response.json()) as { username: string }).username,
                    }),
                  ),
              ]
            : []),
        ];
      });
    const all = Array.from({ length: 10 }, (_, round) => questions(round)).flat();
    expect(all.length).toBeGreaterThanOrEqual(200);
    const seen = await Promise.all(all.map((ask) => ask()));
    expect(seen.map(({ actual }) => actual)).toEqual(seen.map(({ expected }) => expected));
    const ids = seen.map(({ requestId }) => requestId);
    expect(new Set(ids).size).toBe(all.length);
    expect(ids.every((id) => /^[a-z0-9]{16}$/.test(id ?? ''))).toBe(true);
  });
});
