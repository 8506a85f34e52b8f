// Sign-ins with a SAML identity provider over the Experience API, step by step.
import { expect } from 'vitest';
import type { ManagementApi } from './api.ts';
import { type OpenInteraction, openInteraction, outcome } from './interactions.ts';
import { type Deviation, type Person, type SamlIdp, startSamlIdp } from './saml-idp.ts';
import { demoApp } from './sign-in.ts';
import type { TestServer } from './test-server.ts';
import type { Visitor } from './visitor.ts';
import { experienceSetter } from './visits-elsewhere.ts';

type Event = 'SignIn' | 'Register';
type Begun = { visitor?: Visitor; extra?: Record<string, string> };
type Asked = { authorizationUri: string; verificationId: string };

export const createSamlConnector = async (api: ManagementApi, name: string, config: object, domains: string[]) => {
  const body = { providerName: 'SAML', connectorName: name, config, domains };
  const created = await api.call('POST', '/sso-connectors', body);
  expect(created.status, created.body).toBe(200);
  return (created.json() as { id: string }).id;
};

/** An identity provider and its connector, through which users also register. */
export const openPortal = async (server: TestServer, api: ManagementApi) => {
  const idp = await startSamlIdp();
  await experienceSetter(() => api)({
    ...{ singleSignOnEnabled: true, signInMode: 'SignInAndRegister' },
    signUp: { identifiers: [], password: false, verify: false },
  });
  const id = await createSamlConnector(api, 'Portal', { metadataUrl: `${idp.url}/metadata` }, ['portal.example']);
  await idp.trust(`${server.origin}/enterprise-sso/${id}`);
  return { idp, id };
};

/** Functions, because the server and the connector are only known once the test runs. */
export const samlVisits = (server: () => TestServer, idp: () => SamlIdp, id: () => string) => {
  const acs = (connectorId = id()) => `${server().origin}/api/authn/single-sign-on/saml/${connectorId}`;
  const begin = async (event: Event = 'SignIn', more: Begun = {}): Promise<OpenInteraction> => {
    const { origin } = server();
    const interaction = await openInteraction(origin, demoApp(origin), more);
    await interaction.call('PUT', '', { interactionEvent: event });
    return interaction;
  };
  const askWith = ({ call }: OpenInteraction, redirectUri = `${server().origin}/callback/${id()}`) =>
    call('POST', `/verification/sso/${id()}/authorization-uri`, { state: 'a state', redirectUri });
  const ask = async (interaction: OpenInteraction): Promise<Asked> => {
    const asked = await askWith(interaction);
    expect(asked.status, asked.body).toBe(200);
    return asked.json() as Asked;
  };
  /** The browser posts the response; where it is sent next. */
  const post = (
    SAMLResponse: string,
    { to = acs(), headers = {} }: { to?: string; headers?: Record<string, string> } = {},
  ) => {
    const body = new URLSearchParams({ SAMLResponse, RelayState: 'a state' });
    return fetch(to, { method: 'POST', body, headers, redirect: 'manual' });
  };
  const deliver = async (SAMLResponse: string): Promise<Record<string, string>> => {
    const answer = await post(SAMLResponse);
    expect(answer.status, await answer.text()).toBe(303);
    const { origin, pathname, searchParams } = new URL(answer.headers.get('location') ?? '');
    expect(origin + pathname).toBe(`${server().origin}/callback/${id()}`);
    return Object.fromEntries(searchParams);
  };
  const respond = async ({ authorizationUri }: Asked, person: Person, deviation?: Deviation) =>
    idp().respond(person, await idp().readRequest(new URL(authorizationUri)), deviation);
  const verify = ({ call }: OpenInteraction, verificationId: string, connectorData: object) =>
    call('POST', `/verification/sso/${id()}/verify`, { verificationId, connectorData });
  const finish = async ({ call }: OpenInteraction, event: Event, verificationId: string) => {
    const identified = await call('POST', '/identification', { verificationId });
    expect(identified.status, identified.body).toBe(event === 'Register' ? 201 : 204);
    expect(outcome(await call('POST', '/submit'))).toEqual([200]);
  };
  /** From the first call to the end. */
  const signIn = async (event: Event, person: Person) => {
    const interaction = await begin(event);
    const asked = await ask(interaction);
    const data = await deliver(await respond(asked, person));
    const verified = await verify(interaction, asked.verificationId, data);
    expect(verified.status, verified.body).toBe(200);
    await finish(interaction, event, asked.verificationId);
  };
  return { acs, begin, ask, askWith, post, deliver, respond, verify, finish, signIn };
};
