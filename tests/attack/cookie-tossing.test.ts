// Tenant hosts are siblings of the console's, and any sibling can set cookies for the parent domain and a path.
// Browsers accept __Host- cookies only from the host itself, so everything else may be an attacker's.
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, type Client, consoleApp, demoApp, experience, pkce } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

const endpoint = 'https://id.example.com';

type Tenant = { edition: 'oss' | 'cloud'; name: string; base: string; client: Client };
const tenants: Tenant[] = [
  { edition: 'oss', name: 'default at the root', base: endpoint, client: demoApp(endpoint) },
  { edition: 'oss', name: 'admin below its path', base: `${endpoint}/t/admin`, client: consoleApp(endpoint) },
  {
    ...{ edition: 'cloud', name: 'admin in the cloud', base: `${endpoint}/t/admin` },
    client: { clientId: 'admin-console', redirectUri: `${endpoint}/callback` },
  },
];

describe.each(tenants)('S3 cookies of $name ($edition)', ({ edition, base, client }) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await useServer({ edition, env: { ENDPOINT: endpoint } });
    const visitor = newVisitor();
    await open(visitor, 'login');
    await experience(visitor, here(base)).register('mallory');
  });
  /** The URL behind the TLS-terminating proxy. */
  const here = (url: string) => url.replace(endpoint, `http://localhost:${server.port}`);
  const open = (visitor: Visitor, prompt: string) =>
    visitor.get(here(authorizationUrl({ base, client, prompt, scope: 'openid' }, pkce().challenge)));
  /** Another browser with the cookies a sibling could have set. */
  const victimOf = (attacker: Visitor) =>
    newVisitor(
      {},
      attacker.jar().filter(([, { name }]) => !name.startsWith('__Host-')),
    );
  const location = (answer: { headers: Headers }) => here(answer.headers.get('location') ?? '');

  it('S3 planted cookies sign no one in', async () => {
    const attacker = newVisitor();
    await open(attacker, 'login');
    const resume = here(await experience(attacker, here(base)).signIn('mallory'));
    // The last step of the attacker's sign-in, in another user's browser.
    const victim = victimOf(attacker);
    expect(victim.cookies().length).toBeGreaterThan(0);
    const resumed = await victim.get(resume, { accept: 'application/json' });
    expect([resumed.status, resumed.json()]).toMatchObject([400, { code: 'session.not_found' }]);
    expect(victim.cookies().filter(({ name }) => name.includes('_session'))).toEqual([]);
    // The attacker completes the sign-in and plants the session.
    const finished = await attacker.get(resume);
    expect([finished.status, attacker.cookies().some(({ name }) => name.endsWith('_session'))]).toEqual([303, true]);
    expect(location(await open(victimOf(attacker), 'none'))).toMatch(/[?&]error=login_required/);
    expect(location(await open(attacker, 'none'))).not.toMatch(/[?&]error=login_required/);
  });

  it('S3 cookies that a step relies on are host-only', async () => {
    const visitor = newVisitor();
    await open(visitor, 'login');
    await visitor.get(here(await experience(visitor, here(base)).signIn('mallory')));
    const cookies = visitor.cookies().filter(({ httpOnly }) => httpOnly);
    const kept = cookies.filter(({ name }) => !name.includes('_interaction_resume'));
    expect(kept.length).toBeGreaterThan(3);
    for (const { name, path, secure } of kept) {
      expect([name, path, secure]).toEqual([expect.stringMatching(/^__Host-/), '/', true]);
    }
    for (const { name } of cookies) expect(name).toMatch(/^__(Host|Secure)-/);
  });
});
