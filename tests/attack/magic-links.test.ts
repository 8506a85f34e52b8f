// Magic links: opened by mail scanners, in another browser, again and again, and with guessed codes.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type OpenInteraction, openInteraction, outcome } from '../harness/interactions.ts';
import { beginWithCode, identifierOf, linkTo, partsOf, requestCode, withCodes } from '../harness/magic-links.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const locked = [400, 'session.verification_blocked_too_many_attempts'];

describe('magic links', () => {
  let server: TestServer;
  let base: string;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
    api = await managementApi(server);
  });
  const experience = async (settings: object) => {
    const saved = await api.call('PATCH', '/sign-in-exp', settings);
    expect(saved.status, saved.body).toBe(200);
  };
  beforeEach(async () => {
    await experience({ ...withCodes, magicLinkEnabled: true, sentinelPolicy: {} });
    await server.query('delete from sentinel_activities');
  });
  const requestLink = async (address: string) => {
    const interaction = await beginWithCode(base, address, 'Register');
    return { interaction, link: partsOf((await linkTo(api, address)) ?? '') };
  };
  type Link = ReturnType<typeof partsOf>;
  const use = ({ call }: OpenInteraction, address: string, { verificationId, code }: Omit<Link, 'page'>) => {
    const body = { identifier: identifierOf(address), verificationId, code };
    return call('POST', '/verification/verification-code/verify', body);
  };

  it('R41 a scanner that opens the link neither uses it up nor is sent elsewhere with it', async () => {
    await experience({ unknownSessionRedirectUrl: 'https://app.example.com/welcome' });
    const { interaction, link } = await requestLink('scanned@example.com');
    const scanner = newVisitor();
    for (const method of ['HEAD', 'GET', 'GET']) {
      const answer = await scanner.send(method, link.page, { headers: { accept: 'text/html' } });
      // Browsers take the fragment along when they are redirected.
      expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
      expect(answer.headers.get('referrer-policy')).toBeTruthy();
    }
    const asked = await scanner.get(`${base}/api/experience/interaction`, { 'x-interaction-id': link.interactionId });
    expect(outcome(asked)).toEqual([400, 'session.not_found']);
    const [row] = await server.query(`select consumed, try_count from passcodes where email = 'scanned@example.com'`);
    expect(row).toEqual({ consumed: false, try_count: 0 });
    expect(outcome(await use(interaction, 'scanned@example.com', link))).toEqual([200]);
    await experience({ unknownSessionRedirectUrl: '' });
  });

  it('R42 the link verifies nothing in another browser, interaction or tenant', async () => {
    const address = 'bound@example.com';
    const { interaction, link } = await requestLink(address);
    const body = { identifier: identifierOf(address), verificationId: link.verificationId, code: link.code };
    const path = '/api/experience/verification/verification-code/verify';
    const named = { headers: { 'x-interaction-id': link.interactionId }, json: body };
    expect(outcome(await newVisitor().send('POST', `${base}${path}`, named))).toEqual([400, 'session.not_found']);
    // A browser with its own sign-in for the same address.
    const other = await openInteraction(base, demoApp(base));
    await other.call('PUT', '', { interactionEvent: 'Register' });
    await requestCode(other, address, 'Register');
    expect(outcome(await other.visitor.send('POST', `${base}${path}`, named))).toEqual([400, 'session.not_found']);
    expect(outcome(await use(other, address, link))).toEqual([404, 'session.verification_session_not_found']);
    const { visitor } = interaction;
    const elsewhere = await visitor.send('POST', `${server.base('admin')}${path}`, named);
    expect(elsewhere.status).toBe(400);
    expect(outcome(await use(interaction, address, link))).toEqual([200]);
  });

  it('R43 guesses with links count as attempts, and a link works once', async () => {
    const address = 'guessed@example.com';
    const { interaction, link } = await requestLink(address);
    const guess = (code: string) => use(interaction, address, { ...link, code });
    const wrong = link.code === '000000' ? '000001' : '000000';
    for (let count = 0; count < 10; count += 1) {
      expect(outcome(await guess(wrong))).toEqual([400, 'verification_code.code_mismatch']);
    }
    expect(outcome(await guess(link.code))).toEqual([400, 'verification_code.exceed_max_try']);

    await experience({ sentinelPolicy: { maxAttempts: 3, lockoutDuration: 60 } });
    const next = await requestLink('locked@example.com');
    const guessNext = (code: string) => use(next.interaction, 'locked@example.com', { ...next.link, code });
    const bad = next.link.code === '000000' ? '000001' : '000000';
    for (let count = 0; count < 3; count += 1) await guessNext(bad);
    expect(outcome(await guessNext(next.link.code))).toEqual(locked);

    await experience({ sentinelPolicy: {} });
    const once = await requestLink('once@example.com');
    const old = once.link;
    await requestCode(once.interaction, 'once@example.com', 'Register');
    expect(outcome(await use(once.interaction, 'once@example.com', old))[0]).toBe(404);
    const newest = partsOf((await linkTo(api, 'once@example.com')) ?? '');
    const uses = await Promise.all([1, 2, 3].map(() => use(once.interaction, 'once@example.com', newest)));
    expect(uses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await use(once.interaction, 'once@example.com', newest)).status).not.toBe(200);
  });
});
