// The server's URI checks, compared with slow and simple implementations.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, pkce } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const webUris = ['https://app.example.com/callback', 'https://app.example.com/other?x=1', 'http://localhost:3000/cb'];
const nativeUris = [
  'com.example.app://callback',
  'http://127.0.0.1/callback',
  'http://localhost:5000/cb',
  'http://[::1]:7000/cb',
];

/** Exact comparison; native applications may vary the port of a loopback URI. */
const mayRedirect = (candidate: string, registered: string[], isNative: boolean): boolean => {
  const portless = (uri: string) => {
    for (const host of ['http://127.0.0.1', 'http://localhost', 'http://[::1]']) {
      const rest = uri.startsWith(host) ? uri.slice(host.length) : undefined;
      const [, digits, path] = /^(?::([0-9]{0,5}))?(\/.*)$/s.exec(rest ?? '') ?? [];
      if (path !== undefined && Number(digits ?? 0) <= 65_535) return host + path;
    }
    return undefined;
  };
  for (const uri of registered) {
    if ([...uri].join('|') === [...candidate].join('|')) return true;
    if (isNative && portless(uri) !== undefined && portless(uri) === portless(candidate)) return true;
  }
  return false;
};

const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()+,;=:@/%?";
/** Character by character: is this URI parsed the same way everywhere? */
const isPlainWebAddress = (uri: string): boolean => {
  const scheme = ['https://', 'http://'].find((start) => uri.startsWith(start));
  if (!scheme || uri.length > 2048) return false;
  for (const character of uri)
    if (!allowed.includes(character) && !(character === '[' || character === ']')) return false;
  const rest = uri.slice(scheme.length);
  const end = [...rest].findIndex((character) => character === '/' || character === '?');
  const authority = end === -1 ? rest : rest.slice(0, end);
  const tail = end === -1 ? '' : rest.slice(end);
  const [host = '', port, ...more] = authority.split(':');
  if (more.length > 0 || (port !== undefined && !/^[1-9][0-9]{0,4}$/.test(port)) || Number(port ?? 1) > 65_535)
    return false;
  if (port === (scheme === 'https://' ? '443' : '80')) return false;
  for (const label of host.split('.')) {
    if (label === '' || label.startsWith('-') || label.endsWith('-')) return false;
    for (const character of label) if (!'abcdefghijklmnopqrstuvwxyz0123456789-_'.includes(character)) return false;
  }
  if (tail.startsWith('?') || tail.endsWith('?')) return false;
  const [path = '', ...query] = tail.split('?');
  // Some parsers treat a semicolon in a path as parameters, and browsers escape an apostrophe in a query.
  if (path.includes(';') || query.join('?').includes("'")) return false;
  const segments = path.split('/').slice(1);
  for (const [index, segment] of segments.entries()) {
    if (segment === '.' || segment === '..' || (segment === '' && index < segments.length - 1)) return false;
    for (const escaped of ['%2e', '%2f', '%5c']) if (segment.toLowerCase().includes(escaped)) return false;
  }
  for (const part of [path, ...query].join('?').split('%').slice(1)) {
    if (!/^[0-9a-f]{2}/i.test(part) || Number.parseInt(part.slice(0, 2), 16) < 0x20 || /^7f/i.test(part)) return false;
  }
  return true;
};

/** Schemes of desktop shells have separate rules. */
const isWebOrNothing = (uri: string) => !/^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(uri);

const pieces = [
  '/',
  '//',
  '.',
  '..',
  '/..',
  '/./',
  ';',
  ':',
  '@',
  '\\',
  '%',
  '%2e',
  '%2F',
  '%00',
  '?',
  '#',
  '&x=1',
  ':443',
  ':8080',
  ':65536',
  '*',
  ' ',
  'A',
  '-',
  '_',
  '..example.com',
  'evil.example',
  '[',
  ']',
  'é',
  '\t',
];
/** A near miss: truncated, repeated, or with an inserted piece. */
const nearly = (uris: string[]) =>
  fc
    .tuple(fc.constantFrom(...uris), fc.nat(), fc.nat(3), fc.constantFrom(...pieces, ''), fc.boolean())
    .map(([uri, at, cut, piece, again]) => {
      const place = at % (uri.length + 1);
      const changed = uri.slice(0, place) + piece + uri.slice(place + cut);
      return again ? changed + piece : changed;
    });

describe('URIs compared with a reference implementation', () => {
  let server: TestServer;
  let base: string;
  let api: ManagementApi;
  let web: Application;
  let native: Application;

  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
    api = await managementApi(server);
    web = await newApplication(api, { type: 'SPA', redirectUris: webUris });
    native = await newApplication(api, { type: 'Native', redirectUris: nativeUris });
  });

  const accepts = async (client: Application, redirectUri: string) => {
    const url = authorizationUrl({ base, client: { ...client, redirectUri } }, pkce().challenge);
    const answer = await newVisitor().get(url, { accept: 'application/json' });
    expect([303, 400]).toContain(answer.status);
    const location = answer.headers.get('location');
    // Any redirect stays on our own page.
    if (location) expect(location.startsWith(`${base}/sign-in?`)).toBe(true);
    return answer.status === 303;
  };

  it.each(['web', 'native'] as const)('Z04 matches like the reference (%s)', async (kind) => {
    const [client, uris] = kind === 'web' ? [web, webUris] : [native, nativeUris];
    const candidates = fc.oneof({ weight: 5, arbitrary: nearly(uris) }, fc.webUrl(), fc.constantFrom(...uris));
    await fc.assert(
      fc.asyncProperty(candidates, async (candidate) => {
        expect([candidate, await accepts(client, candidate)]).toEqual([
          candidate,
          mayRedirect(candidate, uris, kind === 'native'),
        ]);
      }),
      { numRuns: 150, seed: 20_260_101 },
    );
  });

  it('Z04 registers what the reference considers unambiguous', async () => {
    const { id } = await newApplication(api, { type: 'SPA' });
    const honest = fc.webUrl({ withQueryParameters: true });
    const candidates = fc.oneof(
      { weight: 4, arbitrary: nearly(webUris) },
      { weight: 2, arbitrary: honest },
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(candidates.filter(isWebOrNothing), async (candidate) => {
        const oidcClientMetadata = { redirectUris: [candidate], postLogoutRedirectUris: [] };
        const answer = await api.call('PATCH', `/applications/${id}`, { oidcClientMetadata });
        expect([candidate, answer.status]).toEqual([candidate, isPlainWebAddress(candidate) ? 200 : 400]);
      }),
      { numRuns: 200, seed: 20_260_102 },
    );
  });
});
