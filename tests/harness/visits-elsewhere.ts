// External sign-in step by step: request, redirect, callback and result.
import { expect } from 'vitest';
import { type OpenInteraction, openInteraction, outcome } from './interactions.ts';
import type { Claims, OAuthPeer } from './oauth-peer.ts';
import { demoApp } from './sign-in.ts';
import type { TestServer } from './test-server.ts';

type Place = { server: TestServer; peer: OAuthPeer; connectorId: string };
type Event = 'SignIn' | 'Register';

/** `place` is a function because the server is only known once the test runs. */
export const visitsElsewhere = (kind: 'social' | 'sso', place: () => Place, loginHint?: string) => {
  const redirectUri = () => `${place().server.origin}/callback/${place().connectorId}`;
  const question = () => ({ state: 'a state', redirectUri: redirectUri() });
  const at = (step: string, id = place().connectorId) => `/verification/${kind}/${id}/${step}`;
  const begin = async (event: Event = 'SignIn') => {
    const { origin } = place().server;
    const more = loginHint === undefined ? {} : { extra: { login_hint: loginHint } };
    const interaction = await openInteraction(origin, demoApp(origin), more);
    await interaction.call('PUT', '', { interactionEvent: event });
    return interaction;
  };
  const ask = async ({ call }: OpenInteraction, id?: string) => {
    const answer = await call('POST', at('authorization-uri', id), question());
    expect(answer.status, answer.body).toBe(200);
    return answer.json() as { authorizationUri: string; verificationId: string };
  };
  const verify = ({ call }: OpenInteraction, verificationId: string, connectorData: object, id?: string) =>
    call('POST', at('verify', id), { verificationId, connectorData });
  const come = async (interaction: OpenInteraction, claims: Claims) => {
    const { authorizationUri, verificationId } = await ask(interaction);
    const answer = await verify(interaction, verificationId, place().peer.answerFor(claims, authorizationUri));
    expect(answer.status, answer.body).toBe(200);
    return verificationId;
  };
  const identify = (interaction: OpenInteraction, verificationId: string, more: object = {}) =>
    interaction.call('POST', '/identification', { verificationId, ...more });
  const submit = async (interaction: OpenInteraction) => outcome(await interaction.call('POST', '/submit'));
  /** From the first call to the end. */
  const finish = async (event: Event, claims: Claims) => {
    const interaction = await begin(event);
    const answer = await identify(interaction, await come(interaction, claims));
    expect(answer.status, answer.body).toBe(event === 'Register' ? 201 : 204);
    expect(await submit(interaction)).toEqual([200]);
    return interaction;
  };
  return {
    ...{ redirectUri, question, at, begin, ask, verify, come, identify, submit },
    register: (claims: Claims) => finish('Register', claims),
    signIn: (claims: Claims) => finish('SignIn', claims),
  };
};

/** Updates the sign-in experience; throws if refused. */
export const experienceSetter =
  (api: () => { call: (method: string, path: string, json?: unknown) => Promise<{ status: number; body: string }> }) =>
  async (settings: object) => {
    const saved = await api().call('PATCH', '/sign-in-exp', settings);
    expect(saved.status, saved.body).toBe(200);
  };
