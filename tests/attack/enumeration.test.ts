// A78: no user enumeration. For strangers, existing and unknown users look the same: status, body, headers and sent
// messages. Equal work is shown in packages/server/src/authentication/passwords/hash.test.ts.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { openInteraction } from '../harness/interactions.ts';
import { messagesTo } from '../harness/mailbox.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';
import { allowEveryIdentifier } from '../harness/sign-in-methods.ts';
import type { Answer } from '../harness/visitor.ts';

const people = {
  email: { known: 'known@example.com', unknown: 'other@example.com' },
  phone: { known: '4915112345678', unknown: '4915112345679' },
  username: { known: 'known', unknown: 'other' },
} as const;
type Kind = keyof typeof people;

describe('A78 enumeration', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    await allowEveryIdentifier(api, { password: true });
    await server.query(
      `insert into users (tenant_id, id, username, primary_email, primary_phone) values ('default', 'known', $1, $2, $3)`,
      [people.username.known, people.email.known, people.phone.known],
    );
  });

  /** Everything visible in a response; IDs, tags and times are random. */
  const seen = ({ status, body, headers }: Answer) => ({
    status,
    body: body.replace(/"verificationId":"\w+"/, '"verificationId":"…"'),
    headers: [...headers].filter(([name]) => !['date', 'etag', 'tessera-core-request-id'].includes(name)),
  });
  const begin = async (interactionEvent: string) => {
    const interaction = await openInteraction(server.origin, demoApp(server.origin));
    await interaction.call('PUT', '', { interactionEvent });
    return interaction;
  };

  it.each(Object.keys(people) as Kind[])('a wrong password for a known %s and an unknown one', async (type) => {
    const answers = [];
    for (const value of Object.values(people[type])) {
      const { call } = await begin('SignIn');
      answers.push(seen(await call('POST', '/verification/password', { identifier: { type, value }, password: 'no' })));
    }
    expect(answers[0]?.status).toBe(422);
    expect(answers[1]).toEqual(answers[0]);
  });

  const sendings = (['SignIn', 'Register', 'ForgotPassword'] as const).flatMap((event) =>
    (['email', 'phone'] as const).map((type) => [event, type] as const),
  );
  it.each(sendings)('%s: a code to a known %s and an unknown one', async (interactionEvent, type) => {
    const results = [];
    for (const value of Object.values(people[type])) {
      const { call } = await begin(interactionEvent);
      const identifier = { type, value };
      const sent = await call('POST', '/verification/verification-code', { identifier, interactionEvent });
      const { verificationId } = sent.json() as { verificationId: string };
      const wrong = await call('POST', '/verification/verification-code/verify', {
        identifier,
        verificationId,
        code: 'wrong',
      });
      const early = await call('POST', '/identification', { verificationId });
      const state = (await call('GET', '/interaction')).body.replaceAll(value, '…').replaceAll(verificationId, '…');
      const [mail] = await messagesTo(api, value);
      const said = mail && {
        kind: mail.templateType,
        channel: mail.channel,
        content: mail.content.replace(mail.payload.code ?? '', '…'),
      };
      results.push({ sent: seen(sent), wrong: seen(wrong), early: seen(early), state, said });
    }
    expect(results[0]).toMatchObject({ sent: { status: 200 }, said: { kind: interactionEvent } });
    expect(results[1]).toEqual(results[0]);
  });

  it('the lockout also counts unknown names', async () => {
    await api.call('PATCH', '/sign-in-exp', { sentinelPolicy: { maxAttempts: 2, lockoutDuration: 5 } });
    const tries = [];
    for (const value of ['locked_known', 'locked_other']) {
      if (value === 'locked_known') {
        await server.query(`insert into users (tenant_id, id, username) values ('default', 'locked', $1)`, [value]);
      }
      const codes = [];
      for (let count = 0; count < 3; count += 1) {
        const { call } = await begin('SignIn');
        const identifier = { type: 'username', value };
        const answer = await call('POST', '/verification/password', { identifier, password: 'no' });
        codes.push([answer.status, (answer.json() as { code: string }).code]);
      }
      tries.push(codes);
    }
    expect(tries[0]?.at(-1)).toEqual([400, 'session.verification_blocked_too_many_attempts']);
    expect(tries[1]).toEqual(tries[0]);
  });
});
