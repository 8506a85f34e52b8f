// Ambiguous URIs cannot be registered, since exact matching alone would not help.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { useServer } from '../harness/server.ts';
import { redirectVariants } from './redirect-variants.ts';

type Problem = { code: string; data: { issues: { path: (string | number)[] }[] } };
const good = 'https://app.example.com/callback';

/** Different but unambiguous URIs, which may be registered. */
const honest = new Set([
  ...['a trailing slash', 'no path', 'the root path', 'a longer path', 'a shorter path', 'an extended path'],
  ...['an upper-case path', 'http', 'another port', 'a query', 'an encoded letter', 'an encoded question mark'],
  ...[
    'a doubly encoded parent segment',
    'a sub-domain',
    'the parent domain',
    'a sibling',
    'a prefix',
    'a prefix with a hyphen',
  ],
  ...['a suffix', 'a glued suffix', 'an IPv4 address', 'an IPv6 address', 'its punycode'],
]);
const bad: [string, string][] = [
  // Text with a zero byte is rejected before its field is validated.
  ...redirectVariants(good).filter(([name, uri]) => !honest.has(name) && !uri.includes('\0')),
  ['nothing', ''],
  ['no host', 'https://'],
  ['a dot as host', 'https://./callback'],
  ['a port too large', 'https://app.example.com:70000/callback'],
  ['a broken escape', 'https://app.example.com/%zz'],
  ['too much', `https://app.example.com/${'x'.repeat(2048)}`],
];

describe('registration of URIs', () => {
  let api: ManagementApi;
  beforeAll(async () => {
    api = await managementApi(await useServer());
  });

  const bothLists = (uri: unknown) => ({ redirectUris: [good, uri], postLogoutRedirectUris: [uri] });
  const places = [
    ['oidcClientMetadata', 'redirectUris', 1],
    ['oidcClientMetadata', 'postLogoutRedirectUris', 0],
  ];

  it.each(bad)('A04 rejects %s, and names its position', async (name, uri) => {
    const type = name.length % 2 ? 'SPA' : 'Traditional';
    const answer = await api.call('POST', '/applications', { name: 'Bad', type, oidcClientMetadata: bothLists(uri) });
    const { code, data } = answer.json() as Problem;
    expect([answer.status, code]).toEqual([400, 'guard.invalid_input']);
    expect(data.issues.map(({ path }) => path)).toEqual(places);
  });

  it('A04 updates are validated like creations', async () => {
    const { id } = await newApplication(api, { type: 'SPA' });
    for (const [, uri] of bad) {
      const answer = await api.call('PATCH', `/applications/${id}`, { oidcClientMetadata: bothLists(uri) });
      expect([uri, answer.status, (answer.json() as Problem).code]).toEqual([uri, 400, 'guard.invalid_input']);
    }
    const unchanged = { oidcClientMetadata: { redirectUris: [good] } };
    expect((await api.call('GET', `/applications/${id}`)).json()).toMatchObject(unchanged);
  });

  it('A04 rejects anything but text, and invalid lists', async () => {
    for (const uri of [null, 1, {}, [good], true, `${good}\0`]) {
      const answer = await api.call('POST', '/applications', {
        name: 'Bad',
        type: 'SPA',
        oidcClientMetadata: bothLists(uri),
      });
      expect(answer.status).toBe(400);
    }
    for (const redirectUris of [good, { 0: good }, Array(101).fill(good)]) {
      const oidcClientMetadata = { redirectUris, postLogoutRedirectUris: [] };
      expect((await api.call('POST', '/applications', { name: 'Bad', type: 'SPA', oidcClientMetadata })).status).toBe(
        400,
      );
    }
  });

  it.each([
    ['http on another host', 'http://app.example.com/callback'],
    ['https on the loopback interface', 'https://127.0.0.1/callback'],
    ['javascript', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a file', 'file:///etc/passwd'],
    ['a fragment', 'com.example.app://callback#x'],
    ['an upper-case scheme', 'COM.EXAMPLE.APP://callback'],
    ['a user on the loopback interface', 'http://x@127.0.0.1/callback'],
    ['view-source', `view-source:${good}`],
    ['a blob', `blob:${good}`],
    ['an Android intent', 'intent://callback#Intent;end'],
    ['a mail address', 'mailto:evil@evil.example'],
    ['out-of-band', 'urn:ietf:wg:oauth:2.0:oob'],
    ['a dot segment', 'com.example.app://callback/../x'],
  ])('A04 rejects a native application %s', async (_, uri) => {
    const oidcClientMetadata = { redirectUris: ['com.example.app://callback', uri], postLogoutRedirectUris: [] };
    const answer = await api.call('POST', '/applications', { name: 'Bad', type: 'Native', oidcClientMetadata });
    expect([answer.status, (answer.json() as Problem).data?.issues.map(({ path }) => path)]).toEqual([
      400,
      [['oidcClientMetadata', 'redirectUris', 1]],
    ]);
  });

  it.each([
    ['SPA', 'com.example.app://callback'],
    ['Traditional', 'com.example.app://callback'],
    ['Native', good],
  ])('A04 accepts claimed links and private schemes for %s', async (type, uri) => {
    const oidcClientMetadata = { redirectUris: [uri], postLogoutRedirectUris: [uri] };
    const answer = await api.call('POST', '/applications', { name: 'Good', type, oidcClientMetadata });
    expect([answer.status, answer.json()]).toMatchObject([200, { oidcClientMetadata }]);
  });

  it('A04 accepts unambiguous URIs', async () => {
    const named = redirectVariants(good).filter(([name]) => honest.has(name));
    expect(named.length).toBe(honest.size);
    for (const [name, uri] of named) {
      const oidcClientMetadata = { redirectUris: [uri], postLogoutRedirectUris: [] };
      const answer = await api.call('POST', '/applications', { name: 'Good', type: 'SPA', oidcClientMetadata });
      expect([name, uri, answer.status]).toEqual([name, uri, 200]);
      await api.call('DELETE', `/applications/${(answer.json() as { id: string }).id}`);
    }
  });

  it.each([
    'https://app.example.com/',
    'https://app.example.com/x',
    'app.example.com',
    '*',
    'null',
    'https://*.example.com',
    'HTTPS://app.example.com',
    'javascript:alert(1)',
    'javascript://app.example.com',
    'file://localhost',
    'capacitor://localhost/',
    'capacitor://*',
    'chrome-extension://u@abc',
    'https://u@app.example.com',
  ])('A04 rejects %s as an origin', async (origin) => {
    const customClientMetadata = { corsAllowedOrigins: [origin] };
    const answer = await api.call('POST', '/applications', { name: 'Bad', type: 'SPA', customClientMetadata });
    expect([answer.status, (answer.json() as Problem).data?.issues[0]?.path]).toEqual([
      400,
      ['customClientMetadata', 'corsAllowedOrigins', 0],
    ]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://x.example.com', 'nonsense'])(
    'A04 rejects %s as a logo and a logout URI',
    async (uri) => {
      for (const field of ['logoUri', 'backchannelLogoutUri']) {
        const oidcClientMetadata = { redirectUris: [good], postLogoutRedirectUris: [], [field]: uri };
        const answer = await api.call('POST', '/applications', { name: 'Bad', type: 'SPA', oidcClientMetadata });
        expect([answer.status, (answer.json() as Problem).data?.issues[0]?.path]).toEqual([
          400,
          ['oidcClientMetadata', field],
        ]);
      }
    },
  );
});
