// Introspection is only for the application that holds the token and the tenant's own APIs.
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { obtainTokens, type TokenSet } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

describe('introspection', () => {
  let server: TestServer;
  let base: string;
  let owner: Application;
  let tokens: TokenSet;
  const others: Record<string, Application> = {};
  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
    const api = await managementApi(server);
    owner = await newApplication(api, { type: 'Traditional' });
    others['a first-party web application'] = await newApplication(api, { type: 'Traditional' });
    others['a machine'] = await newApplication(api, { type: 'MachineToMachine' });
    others['a third party'] = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    others['a public client'] = await newApplication(api, { type: 'SPA' });
    ({ tokens } = await obtainTokens({ base, client: owner, username: 'ada', register: true }));
  });

  const introspect = async (client: Application, token: string | undefined) => {
    const credentials = {
      client_id: client.clientId,
      ...(client.clientSecret && { client_secret: client.clientSecret }),
    };
    const answer = await newVisitor().send('POST', `${base}/oidc/token/introspection`, {
      form: { ...credentials, token: token ?? '' },
    });
    expect(answer.status, answer.body).toBe(200);
    return answer.json();
  };
  const inactive = { active: false };

  it("R21 describes an application's own tokens to it", async () => {
    expect(await introspect(owner, tokens.access_token)).toMatchObject({ active: true, client_id: owner.id });
    expect(await introspect(owner, tokens.refresh_token)).toMatchObject({ active: true, client_id: owner.id });
  });

  it.each(['a first-party web application', 'a machine'])(
    "R21 describes another application's access token to %s, but not its refresh token",
    async (name) => {
      const client = others[name] as Application;
      expect(await introspect(client, tokens.access_token)).toMatchObject({ active: true, client_id: owner.id });
      expect(await introspect(client, tokens.refresh_token)).toEqual(inactive);
    },
  );

  it.each(['a third party', 'a public client'])('R21 describes no tokens of others to %s', async (name) => {
    const client = others[name] as Application;
    expect(await introspect(client, tokens.access_token)).toEqual(inactive);
    expect(await introspect(client, tokens.refresh_token)).toEqual(inactive);
  });
});
