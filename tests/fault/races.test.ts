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
  Object.fromEntries([...new Set(outcomes)].map((outcome) => [outcome, outcomes.filter((other) => other === outcome).length]));

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
    console.log(tally(submitted.map(({ status, body }) => `${status} ${body}`)));
    const targets = new Set(submitted.filter(({ status }) => status === 200).map((answer) => (answer.json() as { redirectTo: string }).redirectTo));
    const [resume = ''] = targets;
    const cookies = visitor.cookies().map(({ name, value }) => `${name}=${value}`).join('; ');
    const resumed = await times(50, async () => {
      const own = newVisitor({ cookie: cookies });
      const answer = await own.get(resume, { accept: 'text/html' });
      return [answer.status, answer.headers.get('location'), answer.headers.getSetCookie()] as const;
    });
    console.log(tally(resumed.map((x) => `${x[0]} ${x[1]}`)));
  });
});
