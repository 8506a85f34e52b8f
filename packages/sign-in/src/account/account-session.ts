// The session of the account pages. Tokens are only in memory: every page load signs in again, which the browser's session
// answers without asking.
import type { Page } from '../boot/page.ts';
import { leaveTo } from '../leave.ts';
import { newRequest, oidcClient } from '../oidc-client.ts';
import { accountStore } from './account-store.ts';
import type { SignInLink } from './sign-in-link.ts';

export type Tokens = { accessToken: string; idToken: string };

const scope = 'openid profile email phone address custom_data identities';

export type AccountSession = ReturnType<typeof accountSession>;

export const accountSession = (page: Page) => {
  const client = oidcClient(page, { client_id: 'account-center' }, '/account/callback');
  const store = accountStore(page);

  /** `at`: the page to continue at, below the base path. */
  const start = async (at: string, link?: SignInLink): Promise<void> => {
    const request = newRequest();
    const url = await client.authorizationUrl(request, { scope, ...link?.parameters });
    store.set('request', { ...request, at, next: link?.next });
    location.replace(url);
  };

  /** `undefined`: this browser has not started a sign-in, or has finished it. */
  const finish = async (answer: URLSearchParams): Promise<{ tokens: Tokens; at: string } | undefined> => {
    const request = store.get('request');
    store.set('request', undefined);
    if (!request) return undefined;
    // A link leads to an application, which finds the browser signed in.
    if (request.next && answer.has('code')) await leaveTo(request.next);
    const { access_token: accessToken, id_token: idToken = '' } = await client.exchange(answer, request);
    return { tokens: { accessToken, idToken }, at: request.at };
  };

  const signOut = async ({ idToken }: Tokens): Promise<void> => {
    location.assign(await client.endSessionUrl(idToken, '/account/signed-out'));
  };

  return { store, start, finish, signOut };
};
