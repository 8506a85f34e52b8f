// Sign-in with a social connector over the Experience API, step by step.
import { expect } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type OpenInteraction, openInteraction, outcome } from '../harness/interactions.ts';
import { startProviders } from '../harness/providers.ts';
import { useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';
import type { TestServer } from '../harness/test-server.ts';
import { experienceSetter } from '../harness/visits-elsewhere.ts';

export type Event = 'SignIn' | 'Register';

/** Functions, because the server and the connector are only known once the test runs. */
export const socialVisits = (server: () => TestServer, id: () => string) => {
  const begin = async (event: Event): Promise<OpenInteraction> => {
    const { origin } = server();
    const interaction = await openInteraction(origin, demoApp(origin));
    await interaction.call('PUT', '', { interactionEvent: event });
    return interaction;
  };
  const ask = async ({ call }: OpenInteraction) => {
    const question = { state: 'a state', redirectUri: `${server().origin}/callback/${id()}` };
    const asked = await call('POST', `/verification/social/${id()}/authorization-uri`, question);
    expect(asked.status, asked.body).toBe(200);
    return asked.json() as { authorizationUri: string; verificationId: string };
  };
  const verify = ({ call }: OpenInteraction, verificationId: string, connectorData: object) =>
    call('POST', `/verification/social/${id()}/verify`, { verificationId, connectorData });
  /** Asks, and returns with the given response. */
  const respond = async (interaction: OpenInteraction, response: (uri: string) => object | Promise<object>) => {
    const { authorizationUri, verificationId } = await ask(interaction);
    return verify(interaction, verificationId, await response(authorizationUri));
  };
  const finish = async ({ call }: OpenInteraction, event: Event, verificationId: string) => {
    const identified = await call('POST', '/identification', { verificationId });
    expect(identified.status, identified.body).toBe(event === 'Register' ? 201 : 204);
    expect(outcome(await call('POST', '/submit'))).toEqual([200]);
  };
  const signIn = async (event: Event, response: (uri: string) => object | Promise<object>) => {
    const interaction = await begin(event);
    const { authorizationUri, verificationId } = await ask(interaction);
    const verified = await verify(interaction, verificationId, await response(authorizationUri));
    expect(verified.status, verified.body).toBe(200);
    await finish(interaction, event, verificationId);
  };
  /** Signs in with a verified response, to the account with the same email address. */
  const link = async ({ call }: OpenInteraction, verificationId: string) => {
    const identified = await call('POST', '/identification', { verificationId, linkSocialIdentity: true });
    return identified.status === 204 ? outcome(await call('POST', '/submit')) : outcome(identified);
  };
  return { begin, ask, verify, respond, finish, link, signIn };
};

/** A server that reaches made-up providers, with open registration. The caller stops the providers. */
export const startSocialServer = async () => {
  const providers = await startProviders();
  const server = await useServer({ env: providers.env });
  const api = await managementApi(server);
  await experienceSetter(() => api)({ signUp: { identifiers: [], password: false, verify: false } });
  return { providers, server, api };
};

export const createConnector = async (api: ManagementApi, body: object): Promise<string> => {
  const created = await api.call('POST', '/connectors', body);
  expect(created.status, created.body).toBe(200);
  return (created.json() as { id: string }).id;
};
