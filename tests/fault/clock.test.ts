// F07: the server's clock jumps by an hour or a day in either direction while the database's does not. Tokens expire by
// the server's clock, and earlier ones work again once it is right.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { shiftClock } from '../harness/clock-file.ts';
import { lengthenGrace, pastGrace } from '../harness/longer-grace.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizeAgain, redeem, refresh } from '../harness/session.ts';
import { demoApp, obtainCode, obtainTokens } from '../harness/sign-in.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const jumps = [
  ['an hour forth', hour],
  ['a day forth', day],
  ['an hour back', -hour],
  ['a day back', -day],
] as const;
const byAnHour = [jumps[0], jumps[2]];

describe("F07 the server's clock jumps", () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-clock-'));
  const file = join(folder, 'offset');
  const jump = (milliseconds: number) => shiftClock(file, milliseconds);
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    jump(0);
    server = await useServer({
      env: { TEST_CLOCK_FILE: file, LOG_LEVEL: 'error' },
      nodeArguments: ['--import', join(import.meta.dirname, '../harness/shifted-clock.ts')],
    });
    await lengthenGrace(server);
    api = await managementApi(server);
    await obtainTokens({ ...person(), register: true });
  });
  afterEach(() => jump(0));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const person = () => ({ base: server.origin, client: demoApp(server.origin), username: 'traveller' });
  const list = () => api.call('GET', '/applications');
  const status = async (path: string) => (await fetch(`${server.origin}${path}`)).status;

  it.each(jumps)(
    'F07 %s: an access token of an hour is judged by it, and valid again afterwards',
    async (_, offset) => {
      jump(offset);
      expect((await list()).status).toBe(offset > 0 ? 401 : 200);
      jump(0);
      expect((await list()).status).toBe(200);
    },
  );

  it.each(jumps)("F07 %s: tokens issued in between carry the server's time", async (_, offset) => {
    jump(offset);
    const { token, call } = await managementApi(server);
    const { iat = 0, exp = 0 } = decodeJwt(token);
    expect([exp - iat, Math.abs(iat * 1000 - (Date.now() + offset)) < minute]).toEqual([3600, true]);
    expect((await call('GET', '/applications')).status).toBe(200);
  });

  it.each([
    ['an hour forth', hour, 400],
    ['an hour back', -hour, 200],
  ] as const)('F07 %s: a code of a minute, redeemed at that time', async (_, offset, expected) => {
    const { code, verifier } = await obtainCode(person());
    jump(offset);
    const { status: answered, body } = await redeem(server.origin, demoApp(server.origin), code, verifier);
    expect([answered, body.error]).toEqual([expected, expected === 200 ? undefined : 'invalid_grant']);
    jump(0);
    // Either it was used, or the refusal did not use it up.
    const again = await redeem(server.origin, demoApp(server.origin), code, verifier);
    expect(again.status).toBe(expected === 200 ? 400 : 200);
  });

  it.each(jumps)('F07 %s: a session and its refresh token survive the jump', async (_, offset) => {
    const { visitor, tokens } = await obtainTokens(person());
    const request = { base: server.origin, client: demoApp(server.origin), visitor };
    jump(offset);
    const during = await refresh(server.origin, request.client, tokens.refresh_token);
    expect([during.status, during.body.error]).toEqual([200, undefined]);
    if (offset > 0) expect((await authorizeAgain({ ...request, prompt: 'consent' })).response.get('code')).toBeTruthy();
    jump(0);
    expect((await refresh(server.origin, request.client, during.body.refresh_token)).status).toBe(200);
    expect((await authorizeAgain({ ...request, prompt: 'consent' })).response.get('code')).toBeTruthy();
  });

  it.each(byAnHour)(
    'F07 %s: concurrent refreshes get one successor, and later reuse is detected',
    async (_, offset) => {
      const { tokens } = await obtainTokens(person());
      const { client } = person();
      jump(offset);
      const [one, two] = await Promise.all([
        refresh(server.origin, client, tokens.refresh_token),
        refresh(server.origin, client, tokens.refresh_token),
      ]);
      const three = await refresh(server.origin, client, tokens.refresh_token);
      const successor = one.body.refresh_token;
      expect(successor).toBeTruthy();
      expect([two.body.refresh_token, three.body.refresh_token]).toEqual([successor, successor]);
      await server.query(
        `update oidc_model_instances set consumed_at = consumed_at - $1 * interval '1 second'
         where consumed_at is not null`,
        [pastGrace],
      );
      expect((await refresh(server.origin, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
      expect((await refresh(server.origin, client, successor)).body.error).toBe('invalid_grant');
    },
  );

  it.each(jumps)('F07 %s: no one is locked out, then or later', async (_, offset) => {
    jump(offset);
    expect([await status('/health/ready'), await status('/oidc/jwks'), await status('/unknown-session')]).toEqual([
      200, 200, 200,
    ]);
    // A slow clock sets cookies the browser considers expired; a fast one does no harm.
    if (offset > 0) await obtainTokens(person());
    jump(0);
    await obtainTokens(person());
    await obtainTokens({
      ...person(),
      username: `born_${Math.abs(offset)}_${offset > 0 ? 'later' : 'earlier'}`,
      register: true,
    });
    expect(server.output()).not.toContain('could not be written');
  });
});
