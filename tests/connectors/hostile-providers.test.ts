// Every social connector of a server with a provider that gives hostile answers: each is refused with a code or leads to a
// user of valid parts, and never to an error of the server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import type { Providers } from '../harness/providers.ts';
import type { TestServer } from '../harness/server.ts';
import { furtherCases } from './further-cases.ts';
import { startHostileProvider } from './hostile-provider.ts';
import { userReader } from './identified-users.ts';
import { oauthCases } from './oauth-cases.ts';
import { createConnector, socialVisits, startSocialServer } from './social-visits.ts';
import { standardCases } from './standard-cases.ts';

const cases = [...oauthCases, ...furtherCases, ...standardCases].map((provider, place) => ({ provider, place }));

/** Each connector reads all answers in hostile-answers.test.ts. Together, the providers give each kind of answer here. */
const oneOf = 23;

describe('hostile providers', () => {
  let server: TestServer;
  let providers: Providers;
  let api: ManagementApi;
  beforeAll(async () => {
    ({ providers, server, api } = await startSocialServer());
  });
  afterAll(() => providers.stop());

  it('are enough to give each kind of answer', () => expect(cases.length).toBeGreaterThanOrEqual(oneOf));

  it.each(cases)('R125 $provider.connectorId', async ({ provider, place }) => {
    const { connectorId, config, metadata, user } = provider;
    const hostile = startHostileProvider(providers, provider);
    const id = await createConnector(api, { connectorId, config, ...(metadata && { metadata }) });
    const respond = await userReader(
      socialVisits(
        () => server,
        () => id,
      ),
    );
    const visit = () => respond(hostile.agree);

    expect(await visit()).toMatchObject({ id: user.id });
    expect(await hostile.problems(visit, (index) => (index + place) % oneOf === 0)).toEqual([]);
    expect(await visit()).toMatchObject({ id: user.id });
    expect(providers.refused).toEqual([]);
    expect(server.output()).not.toMatch(/unhandled|uncaught/i);
    await api.call('DELETE', `/connectors/${id}`);
  });
});
