// On the sign-in page, users can only write configured profile fields that are still empty.
import { beforeAll, describe, expect, it } from 'vitest';
import { accounts, everyField } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type OpenInteraction, openInteraction, outcome } from '../harness/interactions.ts';
import { codeFor } from '../harness/mailbox.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, password } from '../harness/sign-in.ts';
import { allowEveryIdentifier } from '../harness/sign-in-methods.ts';
import { newUser } from '../harness/users.ts';

describe('profile fields at sign-in', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    await accounts(server).allow(everyField('ReadOnly'));
  });

  const text = (name: string, required = false) => ({ name, type: 'Text', label: name, required });
  const configure = async (...fields: object[]) => {
    const known = (await api.call('GET', '/custom-profile-fields')).json() as { name: string }[];
    for (const { name } of known) await api.call('DELETE', `/custom-profile-fields/${name}`);
    for (const field of fields) expect((await api.call('POST', '/custom-profile-fields', field)).status).toBe(201);
  };
  const begin = async (username: string, interactionEvent: 'SignIn' | 'Register') => {
    const interaction = await openInteraction(server.origin, demoApp(server.origin));
    const { call, verifyPassword } = interaction;
    await call('PUT', '', { interactionEvent });
    if (interactionEvent === 'SignIn') {
      await call('POST', '/identification', { verificationId: await verifyPassword(username, password) });
    } else {
      await call('POST', '/profile', { type: 'username', value: username });
      await call('POST', '/profile', { type: 'password', value: password });
    }
    return interaction;
  };
  const tell = ({ call }: OpenInteraction, values: object) =>
    call('POST', '/profile', { type: 'extraProfile', values });
  const stored = async (id: string) =>
    (await api.call('GET', `/users/${id}`)).json() as { customData: Record<string, unknown>; name: string | null };

  it('R04 rejects keys without a field of that name, for new and existing users', async () => {
    await configure();
    const { id } = await newUser(api, { username: 'known', password, customData: { plan: 'free', credit: 0 } });
    const forbidden = { plan: 'enterprise', credit: 1_000_000, isAdmin: true, name: 'New name', nickname: 'x' };
    for (const event of ['SignIn', 'Register'] as const) {
      const interaction = await begin(event === 'SignIn' ? 'known' : 'unknown', event);
      for (const [key, value] of Object.entries(forbidden)) {
        expect(outcome(await tell(interaction, { [key]: value })), key).toEqual([400, 'guard.invalid_input']);
      }
      if (event === 'Register') {
        expect(outcome(await interaction.call('POST', '/identification', {}))).toEqual([201]);
      }
      expect(outcome(await interaction.call('POST', '/submit'))).toEqual([200]);
    }
    expect(await stored(id)).toMatchObject({ customData: { plan: 'free', credit: 0 }, name: null });
    const rows = await server.query(`select custom_data, name, profile from users where username = 'unknown'`);
    expect(rows).toEqual([{ custom_data: {}, name: null, profile: {} }]);
  });

  it('R04 accepts only the enabled parts of a field', async () => {
    const part = (name: string, enabled = true) => ({ name, type: 'Text', enabled, required: false });
    await configure(
      {
        name: 'fullname',
        type: 'Fullname',
        required: false,
        config: { parts: [part('givenName'), part('familyName', false)] },
      },
      {
        name: 'address',
        type: 'Address',
        required: false,
        config: { parts: [part('country'), part('region', false)] },
      },
    );
    const interaction = await begin('parted', 'Register');
    expect(outcome(await tell(interaction, { givenName: 'Ada', address: { country: 'UK' } }))).toEqual([204]);
    for (const values of [
      { familyName: 'L' },
      { middleName: 'M' },
      { fullname: 'A' },
      { address: { region: 'Kent' } },
    ]) {
      expect(outcome(await tell(interaction, values)), JSON.stringify(values)).toEqual([400, 'guard.invalid_input']);
    }
  });

  it('R04 existing users can fill empty fields and change those the account center lets them edit', async () => {
    await configure(text('plan'), text('motto'), text('name'));
    const { id } = await newUser(api, { username: 'filled', password, name: 'Ada', customData: { plan: 'free' } });
    const refused = [400, 'account_center.field_not_editable'];
    const interaction = await begin('filled', 'SignIn');
    expect(outcome(await tell(interaction, { plan: 'enterprise' }))).toEqual(refused);
    expect(outcome(await tell(interaction, { name: 'Eve' }))).toEqual(refused);
    expect(outcome(await tell(interaction, { motto: 'first' }))).toEqual([204]);
    expect(outcome(await interaction.call('POST', '/submit'))).toEqual([200]);
    expect(await stored(id)).toMatchObject({ name: 'Ada', customData: { plan: 'free', motto: 'first' } });

    await accounts(server).allow({ ...everyField('ReadOnly'), name: 'Edit' });
    const allowed = await begin('filled', 'SignIn');
    expect(outcome(await tell(allowed, { motto: 'second' }))).toEqual(refused);
    expect(outcome(await tell(allowed, { name: 'Ada L.' }))).toEqual([204]);
    expect(outcome(await allowed.call('POST', '/submit'))).toEqual([200]);
    expect(await stored(id)).toMatchObject({ name: 'Ada L.', customData: { plan: 'free', motto: 'first' } });
    await accounts(server).allow(everyField('ReadOnly'));
  });

  it('R04 a field filled in the meantime keeps its value', async () => {
    await configure(text('motto'), text('name'));
    const { id } = await newUser(api, { username: 'raced', password });
    const interaction = await begin('raced', 'SignIn');
    expect(outcome(await tell(interaction, { motto: 'late', name: 'Late' }))).toEqual([204]);
    await api.call('PATCH', `/users/${id}/custom-data`, { customData: { motto: 'early' } });
    expect(outcome(await interaction.call('POST', '/submit'))).toEqual([400, 'account_center.field_not_editable']);
    expect(await stored(id)).toMatchObject({ name: null, customData: { motto: 'early' } });
  });

  it('R04 a field removed in the meantime is not written', async () => {
    await configure(text('motto'));
    const { id } = await newUser(api, { username: 'removed', password });
    const interaction = await begin('removed', 'SignIn');
    expect(outcome(await tell(interaction, { motto: 'late' }))).toEqual([204]);
    await configure();
    expect(outcome(await interaction.call('POST', '/submit'))).toEqual([400, 'guard.invalid_input']);
    expect(await stored(id)).toMatchObject({ customData: {} });
  });

  it('R04 custom data has a total limit, in the interaction and in the account', async () => {
    const names = ['one', 'two', 'three'];
    await configure(...names.map((name) => text(name)));
    const interaction = await begin('bulky', 'Register');
    const big = 'x'.repeat(30_000);
    const answers = [];
    for (const name of names) answers.push(outcome(await tell(interaction, { [name]: big })));
    expect(answers).toEqual([[204], [204], [400, 'guard.invalid_input']]);
    const [row] = await server.query<{ size: number }>(
      `select max(octet_length(payload::text))::int as size from oidc_model_instances where model_name = 'Interaction'`,
    );
    expect(row?.size).toBeLessThan(80_000);

    await newUser(api, { username: 'full', password, customData: { kept: 'x'.repeat(50_000) } });
    const second = await begin('full', 'SignIn');
    expect(outcome(await tell(second, { one: big }))).toEqual([400, 'guard.invalid_input']);
    const third = await begin('full', 'SignIn');
    expect(outcome(await tell(third, { one: 'x'.repeat(10_000) }))).toEqual([204]);
    await server.query(`update users set custom_data = $1 where username = 'full'`, [{ kept: 'x'.repeat(60_000) }]);
    expect(outcome(await third.call('POST', '/submit'))).toEqual([400, 'guard.invalid_input']);
  });
});

describe('password resets', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    await allowEveryIdentifier(api, { password: true });
    const saved = await api.call('PATCH', '/sign-in-exp', { forgotPasswordMethods: ['EmailVerificationCode'] });
    expect(saved.status, saved.body).toBe(200);
    await newUser(api, { primaryEmail: 'victim@example.com', primaryPhone: '447700900123', password });
  });

  const send = async ({ call }: OpenInteraction, identifier: object) => {
    const answer = await call('POST', '/verification/verification-code', {
      identifier,
      interactionEvent: 'ForgotPassword',
    });
    expect(answer.status, answer.body).toBe(200);
    return (answer.json() as { verificationId: string }).verificationId;
  };
  const phone = { type: 'phone', value: '447700900123' };

  it('R09 a code for a phone does not verify an email record', async () => {
    const interaction = await openInteraction(server.origin, demoApp(server.origin));
    await interaction.call('PUT', '', { interactionEvent: 'ForgotPassword' });
    const ofEmail = await send(interaction, { type: 'email', value: 'thief@example.com' });
    await send(interaction, phone);
    const code = await codeFor(api, phone.value);
    const body = { identifier: phone, verificationId: ofEmail, code };
    const verified = await interaction.call('POST', '/verification/verification-code/verify', body);
    expect(outcome(verified)).toEqual([400, 'verification_code.phone_mismatch']);
    const identified = await interaction.call('POST', '/identification', { verificationId: ofEmail });
    expect(outcome(identified)).toEqual([400, 'session.verification_failed']);
  });
});
