// A company's identity provider on loopback: `oidc-provider` with accounts to choose from, new keys on request, and
// outages.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

export type Employee = { name: string; email: string; email_verified: boolean };
type Outage = 'none' | 'documents' | 'all' | 'slow';

/** Longer than a job waits for one tenant. */
const slowMs = 5_500;

export const companyClient = { clientId: 'tessera', clientSecret: 'of the company' };

const newKey = async () => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' };
};

export type CompanyIdp = Awaited<ReturnType<typeof startCompanyIdp>>;

export const startCompanyIdp = async () => {
  const employees = new Map<string, Employee>();
  const state = { outage: 'none' as Outage, requests: [] as string[], opened: Promise.resolve() };
  /** What an administrator of the company has set up wrong. */
  const mistakes: { issuer?: string; unregistered?: string } = {};
  let url = '';
  let provider: Provider;

  const configuration = async (): Promise<Configuration> => ({
    clients: [
      {
        client_id: companyClient.clientId,
        client_secret: companyClient.clientSecret,
        redirect_uris: ['http://localhost/callback'],
      },
    ],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    cookies: { keys: ['of the test'] },
    features: { devInteractions: { enabled: false } },
    jwks: { keys: [await newKey()] } as Configuration['jwks'],
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 300 },
    interactions: { url: (_, { uid }) => `/choose/${uid}` },
    // The page of the library loads fonts from elsewhere.
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'html';
      ctx.body = `<!doctype html><html lang="en"><title>Error</title><h1>${error}</h1><p>${error_description}</p></html>`;
    },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...employees.get(sub) }) }),
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        ...(client && { clientId: client.clientId }),
        ...(session?.accountId && { accountId: session.accountId }),
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  const renew = async () => {
    provider = new Provider(url, await configuration());
    // Redirect URIs contain the ID of a connector that doesn't exist yet.
    provider.Client.prototype.redirectUriAllowed = (uri: string) =>
      /\/callback\/\w+$/.test(uri) && uri !== mistakes.unregistered;
  };

  const choose = async (request: IncomingMessage, response: ServerResponse, name: string | undefined) => {
    if (name) return provider.interactionFinished(request, response, { login: { accountId: name } });
    const path = new URL(request.url ?? '/', url).pathname;
    const links = [...employees].map(([sub, employee]) => `<a href="${path}/${sub}">${employee.name}</a>`);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Company</title><h1>Company sign-in</h1>${links.join(' ')}</html>`,
    );
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', url);
    const isDocument = pathname.startsWith('/.well-known/') || pathname === '/jwks';
    state.requests.push(pathname);
    await state.opened;
    if (state.outage === 'slow') return setTimeout(() => request.socket.destroy(), slowMs);
    if (state.outage === 'all' || (state.outage === 'documents' && isDocument)) return request.socket.destroy();
    if (mistakes.issuer && pathname.startsWith('/.well-known/')) {
      const endpoints = { authorization_endpoint: `${url}/auth`, token_endpoint: `${url}/token` };
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ issuer: mistakes.issuer, jwks_uri: `${url}/jwks`, ...endpoints }));
    }
    const [, chosen, , name] = pathname.split('/');
    if (chosen === 'choose') return choose(request, response, name);
    return provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await renew();

  return {
    url,
    employees,
    mistakes,
    /** Paths of all requests. */
    requests: state.requests,
    config: { issuer: url, ...companyClient },
    hire: (sub: string, employee: Partial<Employee> & { email: string }) =>
      employees.set(sub, { name: sub, email_verified: true, ...employee }),
    setOutage: (outage: Outage) => {
      state.outage = outage;
    },
    /** Requests get no response until the function that this returns is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      state.opened = promise;
      return resolve;
    },
    /** Tokens are signed with a new key from now on; the old one is gone. */
    rotateKeys: renew,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
