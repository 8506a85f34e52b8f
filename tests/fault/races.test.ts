// C01, C02: things that are good once, used many times at the same moment.
import { beforeAll, describe, expect, it } from 'vitest';
import { openInteraction } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { redeem, refresh } from '../harness/session.ts';
import { demoApp, obtainCode, obtainTokens, password } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));
/** How often each outcome occurred. */
const tally = (outcomes: (string | number | null)[]) =>
  Object.fromEntries(
    [...new Set(outcomes)].map((outcome) => [outcome, outcomes.filter((other) => other === outcome).length]),
  );

describe('things that are good once', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await useServer({ env: { LOG_LEVEL: 'error' } });
    await obtainTokens({ ...person(), register: true });
  });
  const person = () => ({ base: server.origin, client: demoApp(server.origin), username: 'racer' });
  const count = async (sql: string, values: unknown[] = []) =>
    Number((await server.query<{ count: string }>(`select count(*) ${sql}`, values))[0]?.count);

  it('C01 of 50 parallel redemptions of a code exactly one succeeds', async () => {
    const { code, verifier } = await obtainCode(person());
    const answers = await times(50, () => redeem(server.origin, person().client, code, verifier));
    expect(tally(answers.map(({ status, body }) => body.error ?? status))).toEqual({ 200: 1, invalid_grant: 49 });
  });

  it('C01 50 parallel identifications of a registration make one person', async () => {
    const { call } = await openInteraction(server.origin, person().client);
    await call('PUT', '', { interactionEvent: 'Register' });
    await call('POST', '/profile', { type: 'username', value: 'only_one' });
    await call('POST', '/profile', { type: 'password', value: password });
    const answers = await times(50, () => call('POST', '/identification', {}));
    const outcomes = tally(answers.map(({ status }) => status));
    expect(outcomes[201]).toBe(1);
    expect(Object.keys(outcomes).filter((status) => Number(status) >= 500)).toEqual([]);
    expect(await count(`from users where tenant_id = 'default' and username = 'only_one'`)).toBe(1);
    const registered = `from change_records where operation = 'user.registered' and entity = 'users' and after ->> 'username' = 'only_one'`;
    expect(await count(registered)).toBe(1);
  });

  it('C01 50 parallel submissions of an interaction, all followed, end in one code', async () => {
    const { call, visitor, verifyPassword } = await openInteraction(server.origin, person().client);
    await call('PUT', '', { interactionEvent: 'SignIn' });
    await call('POST', '/identification', { verificationId: await verifyPassword('racer', password) });
    const submitted = await times(50, () => call('POST', '/submit', {}));
    const targets = new Set(
      submitted.map((answer) => (answer.json() as { redirectTo?: string }).redirectTo ?? answer.body),
    );
    expect(targets.size).toBe(1);
    const [resume = ''] = targets;
    const codes = `from oidc_model_instances where model_name = 'AuthorizationCode'`;
    const before = await count(codes);
    const landings = await times(50, async () => {
      const { url, answer } = await newVisitor({}, visitor.jar()).follow(resume, [person().client.redirectUri]);
      return answer === undefined && new URL(url).searchParams.has('code') ? 'code' : Number(answer?.status);
    });
    expect(tally(landings)).toEqual({ code: 1, 400: 49 });
    expect((await count(codes)) - before).toBe(1);
  });

  it('C02 20 parallel refreshes of one token get the same successor, and one live token is left', async () => {
    const { tokens } = await obtainTokens(person());
    const { client } = person();
    const answers = await times(20, () => refresh(server.origin, client, tokens.refresh_token));
    expect(tally(answers.map(({ status, body }) => body.error ?? status))).toEqual({ 200: 20 });
    const successors = new Set(answers.map(({ body }) => body.refresh_token));
    expect(successors.size).toBe(1);
    const [successor = ''] = successors;
    expect(successor).not.toBe(tokens.refresh_token);
    const family = `from oidc_model_instances where model_name = 'RefreshToken' and grant_id =
      (select grant_id from oidc_model_instances where model_name = 'RefreshToken' and id = $1)`;
    expect([await count(`${family} and consumed_at is null`, [successor]), await count(family, [successor])]).toEqual([
      1, 2,
    ]);

    const next = await refresh(server.origin, client, successor);
    expect(next.status).toBe(200);
    // The grace of 3 s is over for the first token: whoever has it now has stolen it, or was stolen from.
    await server.query(
      `update oidc_model_instances set consumed_at = consumed_at - interval '5 seconds' where id = $1`,
      [tokens.refresh_token],
    );
    const reused = await times(20, () => refresh(server.origin, client, tokens.refresh_token));
    expect(tally(reused.map(({ body }) => body.error ?? 'success'))).toEqual({ invalid_grant: 20 });
    expect((await refresh(server.origin, client, next.body.refresh_token)).body.error).toBe('invalid_grant');
    expect(
      await count(`from oidc_model_instances where id = any ($1)`, [
        [tokens.refresh_token, successor, next.body.refresh_token],
      ]),
    ).toBe(0);
  });

  it('C02 20 refreshes across the moment of reuse leave no second live family', async () => {
    const { tokens } = await obtainTokens(person());
    const { client } = person();
    const { body } = await refresh(server.origin, client, tokens.refresh_token);
    await server.query(
      `update oidc_model_instances set consumed_at = consumed_at - interval '5 seconds' where id = $1`,
      [tokens.refresh_token],
    );
    // The thief comes with the old token while the owner refreshes with the new one.
    const answers = await times(20, (index) =>
      refresh(server.origin, client, index % 2 === 0 ? tokens.refresh_token : body.refresh_token),
    );
    const issued = answers.flatMap((answer) => (answer.status === 200 ? [answer.body.refresh_token] : []));
    const later = await Promise.all([...new Set(issued)].map((token) => refresh(server.origin, client, token)));
    expect(later.map((answer) => answer.body.error ?? 'success')).toEqual(later.map(() => 'invalid_grant'));
  });
});
