// A connector gets another provider, perhaps because the former one was compromised. Its verifications stop counting, also in
// sign-ins that are under way.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { changedConnectors, type Kind } from '../harness/changed-connectors.ts';
import { makeHoldable, overtaken } from '../harness/held-rows.ts';
import { type OpenInteraction, outcome } from '../harness/interactions.ts';
import { begin, factorTenant, identified, idIn, steps } from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { socialConnectorFolder } from '../harness/social-connectors.ts';
import { experienceSetter } from '../harness/visits-elsewhere.ts';

const folder = socialConnectorFolder();
const ended = [404, 'session.verification_session_not_found'];

let server: TestServer;
let tenant: Awaited<ReturnType<typeof factorTenant>>;
let api: ManagementApi;
let elsewhere: Awaited<ReturnType<typeof changedConnectors>>;
const configure = experienceSetter(() => api);
beforeAll(async () => {
  server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: folder.folder } });
  tenant = await factorTenant(server, 'people.example');
  api = tenant.api;
  elsewhere = await changedConnectors(server, api);
  await configure({ singleSignOnEnabled: true, signUp: { identifiers: [], password: false, verify: false } });
});
afterAll(async () => {
  await elsewhere.stop();
  folder.remove();
});

const submit = async (interaction: OpenInteraction) => outcome(await steps(interaction).submit());
const expectGone = async (interaction: OpenInteraction) =>
  expect(outcome(await interaction.call('GET', '/interaction'))).toEqual([404, 'session.interaction_not_found']);
const usersNamed = (name: string) => server.query('select id from users where name = $1', [name]);

describe.each<Kind>(['social', 'sso'])('a sign-in by %s whose connector gets another provider', (kind) => {
  const whenMoved = <T>(run: () => Promise<T>) => elsewhere.whenMoved(kind, run);
  const come = (interaction: OpenInteraction, sub: string) => elsewhere.come(interaction, kind, sub);
  const identify = (interaction: OpenInteraction, verificationId?: string) =>
    elsewhere.identify(interaction, verificationId);
  /** A user who has signed in with the provider before. */
  const register = async () => {
    const sub = elsewhere.newSub();
    const interaction = await begin(server, 'Register');
    expect(await identify(interaction, await come(interaction, sub))).toEqual([201]);
    expect(await submit(interaction)).toEqual([200]);
    return sub;
  };

  it('R156 is not answered by the new provider after it asked the former', async () => {
    const sub = await register();
    const interaction = await begin(server);
    const asked = await elsewhere.ask(interaction, kind);
    const answer = () => elsewhere.answer(interaction, kind, asked, { sub, by: elsewhere.later });
    expect(outcome(await whenMoved(answer))).toEqual(ended);
  });

  it('R156 identifies no one once verified', async () => {
    const sub = await register();
    const interaction = await begin(server);
    const verificationId = await come(interaction, sub);
    expect(await whenMoved(() => identify(interaction, verificationId))).toEqual(ended);
    expect(await identify(interaction, verificationId)).toEqual([204]);
  });

  it('R156 is not completed once identified', async () => {
    const sub = await register();
    const interaction = await begin(server);
    expect(await identify(interaction, await come(interaction, sub))).toEqual([204]);
    expect(await whenMoved(() => submit(interaction))).toEqual(ended);
    await expectGone(interaction);
  });

  it('R156 registers no one', async () => {
    const sub = elsewhere.newSub();
    const interaction = await begin(server, 'Register');
    const verificationId = await come(interaction, sub);
    expect(await whenMoved(() => identify(interaction, verificationId))).toEqual(ended);
    expect(await usersNamed(sub)).toEqual([]);
  });

  it('R156 registers no one with what a refused attempt has collected', async () => {
    const sub = elsewhere.newSub();
    const interaction = await begin(server, 'Register');
    const verificationId = await come(interaction, sub);
    await configure({ signInMode: 'SignIn' });
    expect((await identify(interaction, verificationId))[0]).toBe(403);
    await configure({ signInMode: 'SignInAndRegister' });
    expect(await whenMoved(() => identify(interaction))).toEqual(ended);
    expect(await usersNamed(sub)).toEqual([]);
  });

  it('R156 does not sign in whom it has just registered', async () => {
    const interaction = await begin(server, 'Register');
    expect(await identify(interaction, await come(interaction, elsewhere.newSub()))).toEqual([201]);
    expect(await whenMoved(() => submit(interaction))).toEqual(ended);
    await expectGone(interaction);
  });

  it('R156 goes on when the same configuration is saved, and what the provider publishes is read again', async () => {
    const sub = await register();
    const interaction = await begin(server);
    const verificationId = await come(interaction, sub);
    await elsewhere.saveAgain(kind);
    if (kind === 'sso') {
      expect((await api.call('POST', `/sso-connectors/${elsewhere.ids.sso}/refresh`)).status).toBe(200);
    }
    expect(await identify(interaction, verificationId)).toEqual([204]);
    expect(await submit(interaction)).toEqual([200]);
  });
});

describe('an identity of a social connector that gets another provider', () => {
  it('R156 is not linked at the end of a sign-in', async () => {
    const person = await tenant.add();
    const interaction = await identified(server, person);
    const verificationId = await elsewhere.come(interaction, 'social', elsewhere.newSub());
    const collect = async () => outcome(await interaction.call('POST', '/profile', { type: 'social', verificationId }));
    expect(await elsewhere.whenMoved('social', collect)).toEqual(ended);
    expect(await collect()).toEqual([204]);
    expect(await elsewhere.whenMoved('social', () => submit(interaction))).toEqual(ended);
    expect((await api.call('GET', `/users/${person.id}`)).json()).toMatchObject({ identities: {} });
  });

  it('R156 is not linked by an administrator whose call it overtakes', async () => {
    const { id } = await tenant.add();
    const body = { connectorId: elsewhere.ids.social, connectorData: { credential: elsewhere.newSub() } };
    const link = async () => outcome(await api.call('POST', `/users/${id}/identities`, body));
    await makeHoldable(server, 'replay_marks', `new.kind = 'credential'`);
    const [linked] = await overtaken(server, link, () => elsewhere.move('social'));
    await elsewhere.saveAgain('social');
    expect(linked).toEqual(ended);
    expect((await api.call('GET', `/users/${id}`)).json()).toMatchObject({ identities: {} });
    expect(await link()).toEqual([200]);
  });

  it('R156 does not count if One Tap brought it', async () => {
    const interaction = await begin(server, 'Register');
    const cookies = interaction.visitor.cookies().map(({ name, value }) => `${name}=${value}`);
    const url = `${server.origin}/api/experience${elsewhere.step('social', 'verify')}`;
    const verified = await interaction.visitor.send('POST', url, {
      json: { connectorData: { credential: elsewhere.newSub(), g_csrf_token: 'mark' } },
      headers: { cookie: [...cookies, 'g_csrf_token=mark'].join('; ') },
    });
    const register = () => elsewhere.identify(interaction, idIn(verified));
    expect(await elsewhere.whenMoved('social', register)).toEqual(ended);
  });
});
