// Links in emails with a code: which emails have one, and how the page behind it continues the sign-in.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { beginWithCode, identifierOf, linkTo, partsOf, requestCode, withCodes } from '../harness/magic-links.ts';
import { messagesTo } from '../harness/mailbox.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';

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
    return saved.json() as { magicLinkEnabled: boolean };
  };
  beforeEach(() => experience({ ...withCodes, magicLinkEnabled: true }));

  it('are off by default', async () => {
    const [column] = await server.query<{ default: string }>(
      `select column_default as default from information_schema.columns
       where table_name = 'sign_in_experiences' and column_name = 'magic_link_enabled'`,
    );
    expect(column?.default).toBe('false');
    await experience({ magicLinkEnabled: false });
    await beginWithCode(base, 'off@example.com');
    const [message] = await messagesTo(api, 'off@example.com');
    expect(message?.payload).not.toHaveProperty('link');
    expect(message?.content).not.toContain('/sign-in/link');
  });

  it('can be turned on, also for the pages', async () => {
    expect(await experience({ magicLinkEnabled: true })).toMatchObject({ magicLinkEnabled: true });
    const page = (await (await fetch(`${base}/api/.well-known/sign-in-exp`)).json()) as object;
    expect(page).toMatchObject({ magicLinkEnabled: true });
    for (const wrong of ['yes', null, 1]) {
      expect((await api.call('PATCH', '/sign-in-exp', { magicLinkEnabled: wrong })).status).toBe(400);
    }
  });

  it('contain the code in the fragment and are in the email', async () => {
    await beginWithCode(base, 'ada@example.com', 'Register');
    const [message] = await messagesTo(api, 'ada@example.com');
    const { link = '', code } = message?.payload ?? {};
    expect(link).toMatch(/\/sign-in\/link#[\w-]+\.[\w-]+\.\d{6}$/);
    expect(partsOf(link)).toMatchObject({ page: `${base}/sign-in/link`, code });
    expect(message?.content).toContain(`href="${link}"`);
    expect(message?.content).toContain('Sign up</a>');
  });

  it('fill the variable of a template', async () => {
    const details = { subject: 'Welcome', content: 'Open {{link}} or enter {{code}}', contentType: 'text/plain' };
    const templates = [{ languageTag: 'en', templateType: 'SignIn', details }];
    expect((await api.call('PUT', '/email-templates', { templates })).status).toBe(200);
    await beginWithCode(base, 'template@example.com');
    const [message] = await messagesTo(api, 'template@example.com');
    expect(message?.content).toBe(`Open ${message?.payload.link} or enter ${message?.payload.code}`);
    expect((await api.call('DELETE', '/email-templates?templateType=SignIn')).status).toBe(200);
  });

  it('stay in emails whose default text was edited', async () => {
    const path = '/message-templates/Email/Register/en';
    const { details } = (await api.call('GET', path)).json() as { details: { subject: string; content: string } };
    expect((await api.call('PUT', path, { ...details, subject: 'Edited' })).status).toBe(200);
    await beginWithCode(base, 'edited@example.com', 'Register');
    const [message] = await messagesTo(api, 'edited@example.com');
    expect(message).toMatchObject({
      subject: 'Edited',
      content: expect.stringContaining(`href="${message?.payload.link}"`),
    });
    await experience({ magicLinkEnabled: false });
    await beginWithCode(base, 'unlinked@example.com', 'Register');
    const [unlinked] = await messagesTo(api, 'unlinked@example.com');
    expect(unlinked).toMatchObject({ subject: 'Edited', content: expect.not.stringMatching(/href=|#link|Sign up/) });
    expect((await api.call('DELETE', path)).status).toBe(204);
  });

  it('sign in with the interaction and the code', async () => {
    const register = await beginWithCode(base, 'grace@example.com', 'Register');
    const finish = async ({ call, visitor }: typeof register) => {
      const { interactionId, verificationId, code } = partsOf((await linkTo(api, 'grace@example.com')) ?? '');
      const state = await visitor.get(`${base}/api/experience/interaction`, { 'x-interaction-id': interactionId });
      const { verificationRecords } = state.json() as { verificationRecords: { id: string }[] };
      expect(verificationRecords).toMatchObject([
        {
          id: verificationId,
          type: 'EmailVerificationCode',
          verified: false,
          identifier: { value: 'grace@example.com' },
        },
      ]);
      const body = { identifier: identifierOf('grace@example.com'), verificationId, code };
      expect(outcome(await call('POST', '/verification/verification-code/verify', body))).toEqual([200]);
      return [
        outcome(await call('POST', '/identification', { verificationId })),
        outcome(await call('POST', '/submit')),
      ];
    };
    expect(await finish(register)).toEqual([[201], [200]]);
    expect(await finish(await beginWithCode(base, 'grace@example.com'))).toEqual([[204], [200]]);
  });

  it('are only in emails that begin a sign-in or sign-up', async () => {
    await beginWithCode(base, '14155550101');
    expect(await linkTo(api, '14155550101')).toBeUndefined();
    await beginWithCode(base, 'lost@example.com', 'ForgotPassword');
    expect(await linkTo(api, 'lost@example.com')).toBeUndefined();
    expect((await api.call('POST', '/verification-codes', { email: 'generic@example.com' })).status).toBe(204);
    expect(await linkTo(api, 'generic@example.com')).toBeUndefined();
  });

  it('are not in an email for the second step of a sign-up, which another tab could not continue', async () => {
    await experience({
      signUp: {
        identifiers: ['username'],
        password: true,
        verify: true,
        secondaryIdentifiers: [{ identifier: 'email', verify: true }],
      },
    });
    const interaction = await openInteraction(base, demoApp(base));
    await interaction.call('PUT', '', { interactionEvent: 'Register' });
    const identity = { identifier: { type: 'username', value: 'second_step' }, password: 'a sturdy Passphrase 47' };
    expect((await interaction.call('POST', '/verification/new-password-identity', identity)).status).toBe(200);
    await requestCode(interaction, 'second@example.com', 'Register');
    expect((await messagesTo(api, 'second@example.com'))[0]?.payload).not.toHaveProperty('link');
  });
});
