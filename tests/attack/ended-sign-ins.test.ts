// What has ended does not come back with a request that was under way at that moment.
import { beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { callerWith, meResource, registerConsoleUser } from '../harness/console-user.ts';
import { makeHoldable, overtaken } from '../harness/held-rows.ts';
import { type OpenInteraction, openInteraction, outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizeAgain } from '../harness/session.ts';
import { obtainTokens, password } from '../harness/sign-in.ts';
import { newUser } from '../harness/users.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

const another = 'another sturdy Passphrase 48';
const stolen = 'a stolen Passphrase 49';
const notVerified = [401, 'verification_record.permission_denied'];
const outdated = [404, 'session.verification_session_not_found'];
const ended = [400, 'session.not_found'];

let server: TestServer;
let api: ManagementApi;
let base: string;
let app: Application;
let foreign: Application;
beforeAll(async () => {
  server = await useServer({ env: { LOG_LEVEL: 'error' } });
  api = await managementApi(server);
  base = server.base('default');
  await accounts(server).allow();
  app = await newApplication(api, { type: 'SPA', name: 'Shop' });
  foreign = await newApplication(api, { type: 'Traditional', isThirdParty: true, name: 'Calendar' });
  const scopes = { userScopes: ['profile'] };
  expect((await api.call('POST', `/applications/${foreign.id}/user-consent-scopes`, scopes)).status).toBe(201);
});

const register = (username: string) => newUser(api, { username, password });
const signOutEverywhere = (id: string) => api.call('DELETE', `/users/${id}/sessions`);
const replacePassword = (id: string, to = another) =>
  api.call('PATCH', `/users/${id}/password`, { password: to, keepSessions: true });

/** A sign-in of the attacker. */
const park = async (username: string, visitor?: Visitor, client = app) => {
  const sign = await openInteraction(base, client, {
    scope: 'openid profile',
    prompt: 'login consent',
    ...(visitor && { visitor }),
  });
  await sign.call('PUT', '', { interactionEvent: 'SignIn' });
  const prove = () => {
    const identifier = { type: 'username', value: username };
    return sign.call('POST', '/verification/password', { identifier, password });
  };
  return { ...sign, prove };
};
const idOf = async (proof: Promise<{ json: () => never }>) =>
  ((await proof).json() as { verificationId: string }).verificationId;
const identify = ({ call }: Pick<OpenInteraction, 'call'>, verificationId: string) =>
  call('POST', '/identification', { verificationId });

describe('a sign-in with a password that is replaced, while sessions are kept', () => {
  it.each(['proved', 'identified', 'submitted'] as const)('R113 cannot be completed once %s', async (until) => {
    const { id } = await register(`parked_${until}`);
    const thief = await park(`parked_${until}`);
    const verificationId = await idOf(thief.prove());
    if (until !== 'proved') expect((await identify(thief, verificationId)).status).toBe(204);
    const submitted = until === 'submitted' ? await thief.call('POST', '/submit') : undefined;
    expect((await replacePassword(id)).status).toBe(200);
    expect(outcome(await identify(thief, verificationId))).toEqual(ended);
    expect(outcome(await thief.call('POST', '/submit'))).toEqual(ended);
    if (!submitted) return;
    const { redirectTo } = submitted.json() as { redirectTo: string };
    expect((await thief.visitor.follow(redirectTo, [app.redirectUri])).answer?.status).toBe(400);
  });

  it('R113 cannot be completed if the password is being verified at that moment', async () => {
    const { id } = await register('verifying');
    const thief = await park('verifying');
    await makeHoldable(server, 'oidc_model_instances', `new.model_name = 'Interaction' and new.consumed_at is null`);
    const [proof, replaced] = await overtaken(server, thief.prove, () => replacePassword(id));
    expect([proof.status, replaced.status]).toEqual([200, 200]);
    expect(outcome(await identify(thief, await idOf(Promise.resolve(proof))))).toEqual(outdated);
  });

  it('R113 cannot be submitted while the password is being replaced', async () => {
    const { id } = await register('submitting');
    const thief = await park('submitting');
    expect((await identify(thief, await idOf(thief.prove()))).status).toBe(204);
    await makeHoldable(server, 'users', `new.id = '${id}'`);
    const [replaced, submitted] = await overtaken(
      server,
      () => replacePassword(id),
      () => thief.call('POST', '/submit'),
    );
    expect(replaced.status).toBe(200);
    expect(outcome(submitted)).toEqual(outdated);
  });

  it('R113 begins again after the password was typed twice, and with an imported password', async () => {
    const id = 'imported';
    const hash = { passwordDigest: '7c6a180b36896a0a8c02787eeafb0e4c', passwordAlgorithm: 'MD5' };
    const created = await api.call('POST', '/users', { username: id, ...hash });
    expect(created.status, created.body).toBe(200);
    const { call } = await park(id);
    const identifier = { type: 'username', value: id };
    const verify = () => idOf(call('POST', '/verification/password', { identifier, password: 'password1' }));
    await verify();
    expect((await identify({ call }, await verify())).status).toBe(204);
    expect(outcome(await call('POST', '/submit'))).toEqual([200]);
  });
});

describe('a verification by a password that is replaced, while sessions are kept', () => {
  const verified = async (username: string) => {
    const { tokens } = await obtainTokens({ base, client: app, username });
    const call = accounts(server).callerWith(tokens.access_token);
    const answer = await call('POST', '/verifications/password', { password });
    return { call, proof: (answer.json() as { verificationRecordId: string }).verificationRecordId };
  };

  it('R113 no longer counts in the account API', async () => {
    const { id } = await register('verified');
    const { call, proof } = await verified('verified');
    expect((await replacePassword(id)).status).toBe(200);
    expect(outcome(await call('DELETE', '/my-account/sessions', undefined, proof))).toEqual(notVerified);
    expect(outcome(await call('POST', '/my-account/password', { password: stolen }, proof))).toEqual(notVerified);
  });

  it('R113 does not replace the new password with another', async () => {
    const { id } = await register('replacing');
    const { call, proof } = await verified('replacing');
    await makeHoldable(server, 'users', `new.id = '${id}'`);
    const [replaced, changed] = await overtaken(
      server,
      () => replacePassword(id),
      () => call('POST', '/my-account/password', { password: stolen }, proof),
    );
    expect(replaced.status).toBe(200);
    expect(outcome(changed)).toEqual(notVerified);
    expect((await api.call('POST', `/users/${id}/password/verify`, { password: another })).status).toBe(204);
  });

  it('R113 still counts for the user who replaced it', async () => {
    await register('own');
    const { call, proof } = await verified('own');
    const other = await verified('own');
    const changed = await call('POST', '/my-account/password', { password: another, keepSessions: true }, proof);
    expect(outcome(changed)).toEqual([204]);
    expect(outcome(await other.call('DELETE', '/my-account/sessions', undefined, other.proof))).toEqual(notVerified);
    expect(outcome(await call('DELETE', '/my-account/sessions', undefined, proof))).toEqual([204]);
  });

  it('R113 no longer counts in the console', async () => {
    const console = await useServer();
    const own = await registerConsoleUser(console, 'ada');
    const thief = callerWith(console, await own.accessToken(meResource));
    const verify = () => thief('POST', '/t/admin/me/password/verify', { password });
    expect((await verify()).status).toBe(204);
    const [user] = await console.query<{ id: string }>(`select id from users where username = 'ada'`);
    const admin = await managementApi(console, 'admin');
    const path = `/users/${user?.id}/password`;
    const body = { password: another, keepSessions: true };
    expect((await admin.call('PATCH', path, body)).status).toBe(200);
    const refusal = [400, 'session.verification_session_not_found'];
    expect(outcome(await thief('POST', '/t/admin/me/password', { password: stolen }))).toEqual(refusal);
    expect(outcome(await thief('PATCH', '/t/admin/me', { primaryEmail: 'thief@example.com' }))).toEqual(refusal);
  });
});

describe('an interaction that is ended', () => {
  it('R114 does not come back with a request that is under way', async () => {
    const { id } = await register('returning');
    const thief = await park('returning');
    const verificationId = await idOf(thief.prove());
    expect((await identify(thief, verificationId)).status).toBe(204);
    await makeHoldable(server, 'oidc_model_instances', `new.model_name = 'Interaction' and new.consumed_at is null`);
    const [proof, signedOut] = await overtaken(server, thief.prove, () => signOutEverywhere(id));
    expect(signedOut.status).toBe(204);
    expect(outcome(proof)).toEqual(ended);
    expect(outcome(await thief.call('POST', '/submit'))).toEqual(ended);
  });

  it('R114 does not come back with a submission that is under way', async () => {
    const { id } = await register('late');
    const thief = await park('late');
    expect((await identify(thief, await idOf(thief.prove()))).status).toBe(204);
    await makeHoldable(server, 'users', `new.id = '${id}'`);
    const [submitted, signedOut] = await overtaken(
      server,
      () => thief.call('POST', '/submit'),
      () => signOutEverywhere(id),
    );
    expect(signedOut.status).toBe(204);
    const { redirectTo } = submitted.json() as { redirectTo: string };
    expect((await thief.visitor.follow(redirectTo, [app.redirectUri])).answer?.status).toBe(400);
  });
});

describe('a session that is ended', () => {
  const left = async (id: string) => {
    const rows = await server.query<{ kind: string }>(
      `select model_name as kind from oidc_model_instances where account_id = $1 and consumed_at is null`,
      [id],
    );
    return rows.map(({ kind }) => kind);
  };
  const isSignedIn = async (visitor: Visitor) =>
    (await authorizeAgain({ base, client: app, visitor, prompt: 'none', scope: 'openid' })).response.has('code');
  /** A sign-in that only has to be resumed, by a browser with or without a session. */
  const ready = async (username: string, visitor?: Visitor, client = app) => {
    const sign = await park(username, visitor, client);
    await identify(sign, await idOf(sign.prove()));
    const { redirectTo } = (await sign.call('POST', '/submit')).json() as { redirectTo: string };
    return { visitor: sign.visitor, resume: () => sign.visitor.follow(redirectTo, [client.redirectUri]) };
  };
  /** A sign-in to a third-party application that has reached the consent page. */
  const asked = async (username: string, browser?: Visitor) => {
    const { visitor, resume } = await ready(username, browser, foreign);
    expect((await resume()).url).toBe(`${base}/consent`);
    const agree = () => visitor.send('POST', `${base}/api/interaction/consent`, { json: {} });
    const agreed = async () => {
      const { redirectTo } = (await agree()).json() as { redirectTo?: string };
      return redirectTo ? visitor.follow(redirectTo, [foreign.redirectUri]) : undefined;
    };
    return { visitor, agree, agreed };
  };
  const signedIn = async (username: string) => {
    const { visitor } = await obtainTokens({ base, client: app, username });
    return { visitor, copy: newVisitor({}, visitor.jar()) };
  };

  it('R115 before its first sign-in is completed', async () => {
    const { id } = await register('resuming');
    // The first sign-in of a user writes the user, so the sign-out would wait until it has gone on.
    await server.query('update users set application_id = $1 where id = $2', [app.id, id]);
    const { visitor, resume } = await ready('resuming');
    await makeHoldable(server, 'oidc_session_extensions', `new.account_id = '${id}'`);
    const [landed, signedOut] = await overtaken(server, resume, () => signOutEverywhere(id));
    expect(signedOut.status).toBe(204);
    expect(landed.answer?.status).toBe(400);
    expect(await left(id)).toEqual([]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it('R115 on its own, while another sign-in of its browser is completed', async () => {
    const { id } = await register('again');
    const { visitor } = await signedIn('again');
    const [session] = (await api.call('GET', `/users/${id}/sessions`)).json() as { id: string }[];
    const { resume } = await ready('again', visitor);
    await makeHoldable(server, 'oidc_session_extensions', `new.account_id = '${id}'`);
    const end = () => api.call('DELETE', `/users/${id}/sessions/${session?.id}`);
    const [landed, signedOut] = await overtaken(server, resume, end);
    expect(signedOut.status).toBe(204);
    expect(landed.answer?.status).toBe(400);
    expect(await left(id)).toEqual([]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it.each(['Grant', 'AuthorizationCode', 'Session'])('R115 while a sign-in stores its %s', async (kind) => {
    const { id } = await register(`storing_${kind}`);
    const { visitor, resume } = await ready(`storing_${kind}`);
    await makeHoldable(server, 'oidc_model_instances', `new.model_name = '${kind}' and new.account_id = '${id}'`);
    const [, signedOut] = await overtaken(server, resume, () => signOutEverywhere(id));
    expect(signedOut.status).toBe(204);
    expect(await left(id)).toEqual([]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it('R115 while it changes its ID', async () => {
    const { id } = await register('renewing');
    const { visitor } = await signedIn('renewing');
    const { resume } = await ready('renewing', visitor);
    const which = `new.model_name = 'Session' and new.consumed_at is null and new.account_id = '${id}'`;
    await makeHoldable(server, 'oidc_model_instances', which);
    const [, signedOut] = await overtaken(server, resume, () => signOutEverywhere(id));
    expect(signedOut.status).toBe(204);
    expect(await left(id)).toEqual([]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it('R115 while another application gets a grant and a code', async () => {
    const { id } = await register('granting');
    const { visitor } = await signedIn('granting');
    const client = await newApplication(api, { type: 'SPA', name: 'Forum' });
    await makeHoldable(server, 'oidc_model_instances', `new.model_name = 'Grant' and new.account_id = '${id}'`);
    const authorize = () => authorizeAgain({ base, client, visitor, prompt: 'none', scope: 'openid' });
    const [, signedOut] = await overtaken(server, authorize, () => signOutEverywhere(id));
    expect(signedOut.status).toBe(204);
    expect(await left(id)).toEqual([]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  const endOne = async (id: string) => {
    const [session] = (await api.call('GET', `/users/${id}/sessions`)).json() as { id: string }[];
    return () => api.call('DELETE', `/users/${id}/sessions/${session?.id}`);
  };
  const ends = {
    alone: endOne,
    everywhere: async (id: string) => () => signOutEverywhere(id),
    'with a new password': async (id: string) => () =>
      api.call('PATCH', `/users/${id}/password`, { password: another }),
  };
  const stored = ['Interaction', 'Grant', 'AuthorizationCode'].flatMap((kind) =>
    (Object.keys(ends) as (keyof typeof ends)[]).map((how) => [how, kind] as const),
  );

  it.each(stored)('R115 %s, while an agreement at the consent page stores its %s', async (how, kind) => {
    const username = `agreeing_${how.replaceAll(' ', '_')}_${kind}`;
    const { id } = await register(username);
    const { visitor, agreed } = await asked(username);
    const end = await ends[how](id);
    const which = kind === 'Interaction' ? `new.payload #> '{result,consent}' is not null` : `new.account_id = '${id}'`;
    await makeHoldable(server, 'oidc_model_instances', `new.model_name = '${kind}' and ${which}`);
    const [, ended] = await overtaken(server, agreed, end);
    expect(ended.status, ended.body).toBeLessThan(300);
    expect(await left(id)).toEqual([]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it('R115 everywhere, however often its browser agrees at that moment', async () => {
    const { id } = await register('agreeing_again');
    const first = await asked('agreeing_again');
    await first.agreed();
    const { visitor, agree } = await asked('agreeing_again', first.visitor);
    await makeHoldable(server, 'oidc_session_extensions', `new.account_id = '${id}'`, 'update');
    const [agreement, signedOut] = await overtaken(server, agree, () => signOutEverywhere(id));
    expect([agreement.status, signedOut.status]).toEqual([200, 204]);
    expect(await left(id)).toEqual([]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it('R115 by its own browser, while another tab gets a code', async () => {
    const { id } = await register('leaving');
    const { visitor, copy } = await signedIn('leaving');
    const page = await visitor.get(`${base}/oidc/session/end`, { accept: 'text/html' });
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const form = { xsrf, logout: 'yes' };
    await makeHoldable(server, 'oidc_model_instances', `new.model_name = 'Grant' and new.account_id = '${id}'`);
    const client = await newApplication(api, { type: 'SPA', name: 'Wiki' });
    const authorize = () => authorizeAgain({ base, client, visitor: copy, prompt: 'none', scope: 'openid' });
    const [, left] = await overtaken(server, authorize, () =>
      visitor.send('POST', `${base}/oidc/session/end/confirm`, { form }),
    );
    expect(left.status).toBe(303);
    expect(await isSignedIn(copy)).toBe(false);
  });
});
