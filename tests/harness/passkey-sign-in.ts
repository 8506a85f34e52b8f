// Steps of a passkey sign-in, and users who have a passkey.
import type { ManagementApi } from './api.ts';
import { type Authenticator, newAuthenticator, type RequestOptions } from './authenticator.ts';
import type { OpenInteraction } from './interactions.ts';
import { begin, bound, identified, idIn, type Person, steps } from './second-factors.ts';
import type { TestServer } from './server.ts';
import type { Answer } from './visitor.ts';

type Policy = {
  enabled: boolean;
  showPasskeyButton: boolean;
  allowAutofill: boolean;
  offerAfterSignIn: boolean;
};

export const setPasskeySignIn = async (api: ManagementApi, policy: Partial<Policy>) => {
  const usual = { enabled: true, showPasskeyButton: true, allowAutofill: true, offerAfterSignIn: false };
  const answer = await api.call('PATCH', '/sign-in-exp', { passkeySignIn: { ...usual, ...policy } });
  if (answer.status !== 200) throw new Error(answer.body);
};

const path = '/verification/sign-in-passkey/authentication';

export const passkeySteps = ({ call }: OpenInteraction) => ({
  ask: () => call('POST', path),
  start: async (): Promise<RequestOptions> => {
    const answer = await call('POST', path);
    if (answer.status !== 200) throw new Error(answer.body);
    return (answer.json() as { authenticationOptions: RequestOptions }).authenticationOptions;
  },
  verify: (payload: object): Promise<Answer> => call('POST', `${path}/verify`, { payload }),
  identify: (verificationId: string) => call('POST', '/identification', { verificationId }),
  /** As a page that can create passkeys. */
  submit: () => call('POST', '/submit', { canCreatePasskey: true }),
  skipOffer: () => call('POST', '/profile/mfa/passkey-skipped'),
});

export type PasskeyOwner = Person & { authenticator: Authenticator };

/** Gives a user a passkey, in a sign-in with their password. */
export const withPasskey = async <P extends Person>(
  server: TestServer,
  person: P,
  authenticator = newAuthenticator(server.origin),
): Promise<P & PasskeyOwner> => {
  const interaction = await identified(server, person);
  await bound.WebAuthn(server, interaction, authenticator);
  const answer = await steps(interaction).submit();
  if (answer.status !== 200) throw new Error(answer.body);
  return { ...person, authenticator };
};

/** An interaction whose user has verified their passkey, and the ID of that verification. */
export const shownPasskey = async (server: TestServer, { authenticator }: PasskeyOwner) => {
  const interaction = await begin(server);
  const { start, verify } = passkeySteps(interaction);
  const verificationId = idIn(await verify(authenticator.signIn(await start())));
  return { interaction, verificationId, ...passkeySteps(interaction) };
};
