// A sign-in belongs to its browser and tenant, and the response names its issuer.
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizeAgain } from '../harness/session.ts';
import { authorizationUrl, experience, obtainTokens, password, pkce } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

describe('another browser', () => {
  let server: TestServer;
  let base: string;
  let spa: Application;
  let visitor: Visitor;

  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
    spa = await newApplication(await managementApi(server), { type: 'SPA' });
    ({ visitor } = await obtainTokens({ base, client: spa, username: 'victim', register: true }));
  });

  const begin = async (browser: Visitor) => browser.follow(authorizationUrl({ base, client: spa }, pkce().challenge));
  const cookie = (browser: Visitor, name: string) => browser.cookies().find((item) => item.name === name)?.value ?? '';
  const cookieHeader = (browser: Visitor) =>
    browser
      .cookies()
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');

  it('A21 the response has state and issuer, on success and on failure', async () => {
    const good = await authorizeAgain({ base, client: spa, visitor, extra: { state: 'abc&d=é' } });
    expect([good.response.get('state'), good.response.get('iss')]).toEqual(['abc&d=é', `${base}/oidc`]);
    const bad = await authorizeAgain({
      base,
      client: spa,
      visitor: newVisitor(),
      prompt: 'none',
      extra: { state: 'xyz' },
    });
    expect([bad.response.get('error'), bad.response.get('state'), bad.response.get('iss')]).toEqual([
      'login_required',
      'xyz',
      `${base}/oidc`,
    ]);
    const none = await authorizeAgain({ base, client: spa, visitor, extra: { state: '' } });
    expect([none.response.has('state'), none.response.has('code')]).toEqual([false, true]);
  });

  it('A21 cannot finish a sign-in', async () => {
    const [victim, attacker] = [newVisitor(), newVisitor()];
    await begin(victim);
    const next = await experience(victim, base).signIn('victim');
    const stolen = await attacker.follow(next, [spa.redirectUri]);
    expect([stolen.answer?.status, stolen.url.includes('code=')]).toEqual([400, false]);
    // Not even a browser with its own sign-in in progress.
    await begin(attacker);
    const again = await attacker.follow(next, [spa.redirectUri]);
    expect(again.url.includes('code=')).toBe(false);
    expect((await victim.follow(next, [spa.redirectUri])).url).toContain('code=');
  });

  it('A21 cannot take a step without the complete cookie', async () => {
    const victim = newVisitor();
    await begin(victim);
    const [value, signature] = [cookie(victim, '_interaction'), cookie(victim, '_interaction.sig')];
    expect([value, signature].every(Boolean)).toBe(true);
    const attempts = [
      '',
      `_interaction=${value}`,
      `_interaction=${value}; _interaction.sig=`,
      `_interaction=${value}; _interaction.sig=${signature.slice(0, -1)}`,
      `_interaction=${value}; _interaction.sig=${signature.split('').reverse().join('')}`,
      `_interaction=${value}x; _interaction.sig=${signature}`,
      `_interaction=${cookie(victim, '_interaction_resume')}x; _interaction.sig=${signature}`,
      `_interaction_resume=${cookie(victim, '_interaction_resume')}; _interaction_resume.sig=${cookie(victim, '_interaction_resume.sig')}`,
      `_INTERACTION=${value}; _INTERACTION.sig=${signature}`,
    ];
    for (const header of attempts) {
      const answer = await newVisitor().send('PUT', `${base}/api/experience`, {
        json: { interactionEvent: 'SignIn' },
        headers: header ? { cookie: header } : {},
      });
      expect([header, answer.status, (answer.json() as { code: string }).code]).toEqual([
        header,
        400,
        'session.not_found',
      ]);
    }
  });

  it('A21 sign-ins of different tenants are isolated', async () => {
    const victim = newVisitor();
    await begin(victim);
    const plain = cookieHeader(victim);
    const renamed = plain.replace(/(^|; )_/g, '$1admin_');
    for (const header of [plain, renamed]) {
      const answer = await newVisitor().send('PUT', `${server.base('admin')}/api/experience`, {
        json: { interactionEvent: 'SignIn' },
        headers: { cookie: header },
      });
      expect([answer.status, (answer.json() as { code: string }).code]).toEqual([400, 'session.not_found']);
    }
    const session = cookieHeader(visitor).replace(/(^|; )_/g, '$1admin_');
    const url = authorizationUrl(
      {
        base: server.base('admin'),
        client: { clientId: 'admin-console', redirectUri: `${server.origin}/console/callback` },
        prompt: 'none',
      },
      pkce().challenge,
    );
    const answer = await newVisitor().get(url, { cookie: session });
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('login_required');
  });

  it('A21 a page of another site cannot take a step', async () => {
    const victim = newVisitor();
    await begin(victim);
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: server.origin.replace('localhost', '127.0.0.1') },
    ] as Record<string, string>[];
    for (const headers of foreign) {
      const answer = await victim.send('PUT', `${base}/api/experience`, {
        json: { interactionEvent: 'SignIn' },
        headers,
      });
      expect([headers, answer.status]).toEqual([headers, 403]);
    }
  });

  it('A21 a second sign-in in one browser needs the first to be signed out', async () => {
    const other = newVisitor();
    await obtainTokens({ base, client: spa, username: 'other', register: true, visitor: other });
    const url = authorizationUrl({ base, client: spa, prompt: 'login' }, pkce().challenge);
    await other.follow(url);
    const steps = experience(other, base);
    const next = await steps.signIn('victim', password);
    const landed = await other.follow(next, [spa.redirectUri]);
    // The old session is ended by the server's own form; no code is issued for a mix of both.
    expect([landed.answer?.status, landed.url.includes('code=')]).toEqual([200, false]);
    expect(landed.answer?.body).toContain(`action="${base}/oidc/session/end/confirm"`);
  });
});
