// The console's session: sign-in and sign-out at the admin tenant, and one access token per resource or organization.
// Refresh tokens are single-use, so refreshes are serialized, across tabs too.
import * as oauth from 'oauth4webapi';
import { keepDraftsOf } from './drafts.ts';
import { InsecureContext, reach, SignedOut, UnexpectedCallback } from './problem.ts';
import type { Settings } from './settings.ts';
import { type Attempt, apisOf, authorizationUrl, client, newAttempt, type SignInWish } from './sign-in-request.ts';
import { createTokenStore } from './token-store.ts';

export type Audience = { resource: string } | { organizationId: string };
export type Session = ReturnType<typeof createSession>;

const timeout = 20_000;
const patience = 5_000;

/** Runs tasks one at a time: across all tabs if the browser supports locks, otherwise within this tab. */
function createLock(name: string) {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    if ('locks' in navigator) return navigator.locks.request(name, task);
    const next = last.then(task, task);
    last = next.catch(() => undefined);
    return next;
  };
}

/** The payload of a token. No signature check: the page got the token directly from its issuer. */
function payloadOf(token: string | undefined): Record<string, unknown> {
  const payload = token?.split('.')[1];
  if (payload === undefined) return {};
  const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
}

export function createSession(settings: Settings) {
  const { origin, base, capabilities, wire } = settings;
  const issuer = new URL(`${settings.adminEndpoint}/oidc`);
  const redirectUri = `${origin}${base}/callback`;
  const afterSignOut = capabilities.hasManyTenants ? `${origin}/` : `${origin}${base}`;
  const attemptKey = wire.storageKey('sign_in');
  const returnKey = wire.storageKey('redirect_after_sign_in');
  const store = createTokenStore(wire.storageKey);
  const oneAtATime = createLock(wire.storageKey('refresh'));
  const options = () => ({
    [oauth.allowInsecureRequests]: issuer.protocol === 'http:',
    [oauth.customFetch]: reach,
    signal: AbortSignal.timeout(timeout),
  });

  /**
   * Leaves the page, but never during a refresh, which would lose the new refresh token. The lock is released with the
   * page, or after a while if the browser stays.
   */
  const leave = async (
    url: string | URL,
    how: 'assign' | 'replace' = 'assign',
    beforehand: () => void = () => {},
  ): Promise<never> => {
    await oneAtATime(async () => {
      beforehand();
      window.location[how](url);
      await new Promise((resolve) => setTimeout(resolve, patience));
    });
    return new Promise(() => {});
  };

  let discovered: Promise<oauth.AuthorizationServer> | undefined;
  const server = () => {
    discovered ??= oauth
      .discoveryRequest(issuer, options())
      .then((response) => oauth.processDiscoveryResponse(issuer, response))
      .catch((error) => {
        discovered = undefined;
        throw error;
      });
    return discovered;
  };

  async function refresh(audience: Audience, name: string) {
    const refreshToken = store.refreshToken();
    if (refreshToken === undefined) throw new SignedOut();
    const parameters: Record<string, string> =
      'resource' in audience ? { resource: audience.resource } : { organization_id: audience.organizationId };
    const as = await server();
    const response = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), refreshToken, {
      ...options(),
      additionalParameters: parameters,
    });
    const answer = await oauth.processRefreshTokenResponse(as, client, response);
    store.save({ idToken: answer.id_token, refreshToken: answer.refresh_token });
    store.saveAccess(name, answer.access_token, answer.expires_in ?? 0);
    return answer.access_token;
  }

  const accessToken = async (audience: Audience): Promise<string> => {
    const name = 'resource' in audience ? audience.resource : wire.organizationAudience(audience.organizationId);
    return (
      store.accessToken(name) ?? oneAtATime(async () => store.accessToken(name) ?? (await refresh(audience, name)))
    );
  };

  return {
    isSignedIn: () => store.idToken() !== undefined,

    /** The claims of the ID token. */
    claims: () => payloadOf(store.idToken()),

    accessToken,

    /** The scopes of an access token. */
    async scopes(audience: Audience): Promise<ReadonlySet<string>> {
      const { scope } = payloadOf(await accessToken(audience));
      return new Set(typeof scope === 'string' ? scope.split(' ') : []);
    },

    /** Reports sign-ins and sign-outs in other tabs. Returns a function that stops watching. */
    watch(report: (change: 'signed-out' | 'signed-in') => void): () => void {
      let isOut = false;
      const listener = ({ key, oldValue, newValue }: StorageEvent) => {
        if (!store.isIdToken(key)) return;
        const [before, after] = [oldValue, newValue].map((token) => payloadOf(token ?? undefined).sub);
        const isOther = before !== undefined && after !== undefined && before !== after;
        if (after === undefined) report('signed-out');
        else if (isOut || isOther) report('signed-in');
        isOut = after === undefined;
      };
      window.addEventListener('storage', listener);
      return () => window.removeEventListener('storage', listener);
    },

    clearTokens: () => store.clear(),
    clearAccessTokens: () => store.dropAccess(),
    leave,

    saveLocation({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) {
      sessionStorage.setItem(returnKey, JSON.stringify({ pathname, search, hash }));
    },

    async signIn(wish: SignInWish = {}): Promise<never> {
      if (!window.isSecureContext) throw new InsecureContext();
      const { authorization_endpoint: endpoint } = await server();
      if (endpoint === undefined) throw new TypeError('The admin tenant names no authorization endpoint.');
      const attempt = newAttempt();
      const url = await authorizationUrl(settings, { ...wish, endpoint, redirectUri, attempt });
      // Of concurrent attempts, the one that leaves is the one that is remembered.
      return leave(url, 'assign', () => sessionStorage.setItem(attemptKey, JSON.stringify(attempt)));
    },

    /** Exchanges the authorization code for tokens and returns the path the user wanted. */
    finishSignIn: (callback: URL): Promise<string> =>
      oneAtATime(async () => {
        const saved = sessionStorage.getItem(attemptKey);
        sessionStorage.removeItem(attemptKey);
        if (saved === null) throw new UnexpectedCallback();
        const attempt = JSON.parse(saved) as Attempt;
        const as = await server();
        const parameters = oauth.validateAuthResponse(as, client, callback, attempt.state);
        store.clear();
        const response = await oauth.authorizationCodeGrantRequest(
          as,
          client,
          oauth.None(),
          parameters,
          redirectUri,
          attempt.verifier,
          options(),
        );
        const answer = await oauth.processAuthorizationCodeResponse(as, client, response, {
          expectedNonce: attempt.nonce,
          requireIdToken: true,
        });
        store.save({ idToken: answer.id_token, refreshToken: answer.refresh_token });
        keepDraftsOf(settings, payloadOf(answer.id_token).sub);
        // Fetch both access tokens now: a page that is left during a refresh loses its refresh token.
        for (const resource of apisOf(settings)) await refresh({ resource }, resource).catch(() => undefined);
        const wanted = sessionStorage.getItem(returnKey);
        sessionStorage.removeItem(returnKey);
        if (wanted === null) return `${base}/`;
        const { pathname, search, hash } = JSON.parse(wanted) as Pick<Location, 'pathname' | 'search' | 'hash'>;
        // A path starting with two slashes would name another host.
        return pathname.replace(/^\/+/, '/') + search + hash;
      }),

    async signOut(): Promise<never> {
      const as = await server();
      const idToken = store.idToken();
      await oneAtATime(async () => {
        const refreshToken = store.refreshToken();
        if (refreshToken !== undefined && as.revocation_endpoint !== undefined) {
          // Sign out locally even if the revocation request fails.
          await oauth
            .revocationRequest(as, client, oauth.None(), refreshToken, options())
            .then(oauth.processRevocationResponse)
            .catch(() => undefined);
        }
        store.clear();
        keepDraftsOf(settings);
      });
      if (as.end_session_endpoint === undefined) return leave(afterSignOut);
      const url = new URL(as.end_session_endpoint);
      url.searchParams.set('client_id', client.client_id);
      url.searchParams.set('post_logout_redirect_uri', afterSignOut);
      if (idToken !== undefined) url.searchParams.set('id_token_hint', idToken);
      return leave(url);
    },
  };
}
