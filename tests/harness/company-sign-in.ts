// Sign-in with enterprise SSO from the email address to the end, through a company's identity provider.
import { expect } from 'vitest';
import type { CompanyIdp } from './company-idp.ts';
import { type OpenInteraction, openInteraction, outcome } from './interactions.ts';
import { demoApp } from './sign-in.ts';
import type { TestServer } from './test-server.ts';
import { newVisitor } from './visitor.ts';

type Asked = { authorizationUri: string; verificationId: string };

export const companySignIn = (server: TestServer, idp: CompanyIdp) => {
  const at = (step: string, connectorId: string) => `/verification/sso/${connectorId}/${step}`;
  const begin = async (event: 'SignIn' | 'Register' = 'SignIn') => {
    const interaction = await openInteraction(server.origin, demoApp(server.origin));
    await interaction.call('PUT', '', { interactionEvent: event });
    return interaction;
  };
  const connectorsFor = async ({ call }: OpenInteraction, email: string): Promise<string[]> =>
    ((await call('GET', `/sso-connectors?email=${encodeURIComponent(email)}`)).json() as { connectorIds: string[] })
      .connectorIds;
  const ask = async ({ call }: OpenInteraction, connectorId: string, state = 'a state'): Promise<Asked> => {
    const redirectUri = `${server.origin}/callback/${connectorId}`;
    const answer = await call('POST', at('authorization-uri', connectorId), { state, redirectUri });
    expect(answer.status, answer.body).toBe(200);
    return answer.json();
  };
  /** Signs in at the identity provider with a browser of its own, and returns the query of the callback. */
  const signInAtCompany = async (authorizationUri: string, sub: string): Promise<Record<string, string>> => {
    const browser = newVisitor();
    const chooser = await browser.send('GET', authorizationUri);
    const chosen = new URL(`${chooser.headers.get('location')}/${sub}`, idp.url);
    const resume = await browser.send('GET', chosen.href);
    const back = await browser.send('GET', new URL(resume.headers.get('location') ?? '', idp.url).href);
    const callback = new URL(back.headers.get('location') ?? '', idp.url);
    expect(callback.pathname, back.body).toMatch(/^\/callback\//);
    return Object.fromEntries(callback.searchParams);
  };
  const verify = ({ call }: OpenInteraction, connectorId: string, verificationId: string, connectorData: object) =>
    call('POST', at('verify', connectorId), { verificationId, connectorData });
  const come = async (interaction: OpenInteraction, connectorId: string, sub: string): Promise<string> => {
    const { authorizationUri, verificationId } = await ask(interaction, connectorId);
    const answer = await verify(interaction, connectorId, verificationId, await signInAtCompany(authorizationUri, sub));
    expect(answer.status, answer.body).toBe(200);
    return verificationId;
  };
  /** Status and code of the first step that fails, or the status of the last one. */
  const finish = async (event: 'SignIn' | 'Register', connectorId: string, sub: string) => {
    const interaction = await begin(event);
    const verificationId = await come(interaction, connectorId, sub);
    const identified = await interaction.call('POST', '/identification', { verificationId });
    if (identified.status >= 400) return outcome(identified);
    return outcome(await interaction.call('POST', '/submit'));
  };
  return { begin, connectorsFor, ask, signInAtCompany, verify, come, finish };
};
