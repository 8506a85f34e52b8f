// The token of a WeCom application: asked for once, and again when it is refused. WeCom blocks applications that ask for
// each sign-in: https://developer.work.weixin.qq.com/document/path/91039
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { furtherCases } from './further-cases.ts';
import { type OAuthCase, serveApplicationToken, startCounterpart } from './oauth-counterpart.ts';
import { createConnector, socialVisits } from './social-visits.ts';

const wecom = furtherCases.find(({ connectorId }) => connectorId === 'wecom-universal') as OAuthCase;

describe('tokens of applications', () => {
  let server: TestServer;
  let providers: Providers;
  let api: ManagementApi;
  let id: string;
  let token = 'first';
  beforeAll(async () => {
    providers = await startProviders();
    server = await useServer({ env: providers.env });
    api = await managementApi(server);
    id = await createConnector(api, { connectorId: wecom.connectorId, config: wecom.config });
  });
  afterAll(() => providers.stop());

  const signIn = async () => {
    const parameters: OAuthCase['token']['parameters'] = ({ code }) => ({ access_token: token, code });
    const counterpart = startCounterpart(providers, { ...wecom, token: { ...wecom.token, parameters } });
    serveApplicationToken(providers, () => token);
    const { begin, respond } = socialVisits(
      () => server,
      () => id,
    );
    const answer = await respond(await begin('SignIn'), counterpart.agree);
    expect(counterpart.problems).toEqual([]);
    return outcome(answer);
  };
  const issued = () => providers.requests.filter(({ url }) => url.pathname === '/cgi-bin/gettoken').length;

  it('are asked for once', async () => {
    expect([await signIn(), await signIn(), issued()]).toEqual([[200], [200], 1]);
  });

  it('are replaced when the provider refuses them', async () => {
    token = 'second';
    expect([await signIn(), await signIn(), issued()]).toEqual([[200], [200], 2]);
  });

  it('belong to the secret', async () => {
    const config = { ...wecom.config, appSecret: 'guessed' };
    expect((await api.call('PATCH', `/connectors/${id}`, { config })).status).toBe(200);
    expect(await signIn()).toEqual([400, 'connector.general']);
    expect(issued()).toBe(3);
  });
});
