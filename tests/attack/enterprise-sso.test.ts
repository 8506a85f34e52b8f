// Attacks on enterprise SSO: foreign domains, responses of another connector, unverified addresses, and ways around it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type CompanyIdp, startCompanyIdp } from '../harness/company-idp.ts';
import { companySignIn } from '../harness/company-sign-in.ts';
import { startDnsServer } from '../harness/dns-server.ts';
import { eventually } from '../harness/eventually.ts';
import { outcome } from '../harness/interactions.ts';
import { scimClientOf } from '../harness/scim.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainCode } from '../harness/sign-in.ts';
import { experienceSetter } from '../harness/visits-elsewhere.ts';

type Verification = {
  status: string;
  problem: string | null;
  dnsRecord: { type: string; name: string; value: string };
};
const password = 'a sturdy Passphrase 47';

describe('enterprise SSO under attack', () => {
  let server: TestServer;
  let api: ManagementApi;
  let dns: Awaited<ReturnType<typeof startDnsServer>>;
  let honest: CompanyIdp;
  let hostile: CompanyIdp;
  beforeAll(async () => {
    dns = await startDnsServer();
    [honest, hostile] = [await startCompanyIdp(), await startCompanyIdp()];
    const env = {
      OUTBOUND_ALLOW: '127.0.0.1',
      DNS_SERVERS: dns.address,
      SSO_DOMAIN_VERIFICATION: 'on',
      RATE_LIMIT: '0',
    };
    server = await useServer({ env });
    api = await managementApi(server);
    await experience({ singleSignOnEnabled: true });
  });
  afterAll(async () => {
    await Promise.all([honest.stop(), hostile.stop(), dns.stop()]);
  });
  const experience = experienceSetter(() => api);

  const newConnector = async (idp: CompanyIdp, domains: string[]): Promise<string> => {
    const body = { providerName: 'OIDC', connectorName: `${domains} at ${idp.url}`, config: idp.config, domains };
    const answer = await api.call('POST', '/sso-connectors', body);
    expect(answer.status, answer.body).toBe(200);
    return (answer.json() as { id: string }).id;
  };
  const verifyDomain = async (id: string, domain: string): Promise<Verification> => {
    const answer = await api.call('POST', `/sso-connectors/${id}/domains/${domain}/verification`);
    expect(answer.status, answer.body).toBe(200);
    return answer.json();
  };
  const verifiedConnector = async (idp: CompanyIdp, domain: string) => {
    const id = await newConnector(idp, [domain]);
    const { dnsRecord } = await verifyDomain(id, domain);
    dns.zone.set(dnsRecord.name, { texts: ['v=spf1 -all', dnsRecord.value] });
    expect(await verifyDomain(id, domain)).toMatchObject({ status: 'Verified', problem: null });
    return id;
  };

  /** The claimant's user first, since it has no address. */
  const usersKnownAs = (identityId: string) =>
    server.query(
      `select sso_connector_id as connector, primary_email from user_sso_identities as one
       join users on users.id = one.user_id where identity_id = $1 order by primary_email nulls first`,
      [identityId],
    );

  it('R49 a domain routes nobody and vouches for nobody until DNS proves who owns it', async () => {
    const domain = 'victim.example';
    await server.query(`insert into users (tenant_id, id, primary_email) values ('default', 'vera', 'vera@${domain}')`);
    const id = await newConnector(hostile, [domain]);
    const company = companySignIn(server, hostile);
    hostile.hire('mallory', { email: `vera@${domain}` });
    const interaction = await company.begin();
    expect(await company.connectorsFor(interaction, `vera@${domain}`)).toEqual([]);
    expect(await company.finish('SignIn', id, 'mallory')).toEqual([404, 'user.identity_not_exist']);
    expect(await company.finish('Register', id, 'mallory')).toEqual([200]);
    const [mallory] = await server.query(
      `select primary_email from users join user_sso_identities as one on one.user_id = users.id
       where identity_id = 'mallory'`,
    );
    expect(mallory).toEqual({ primary_email: null });

    const missing = await verifyDomain(id, domain);
    expect(missing).toMatchObject({ status: 'Pending', problem: expect.stringContaining('No TXT record') });
    const { name, value } = missing.dnsRecord;
    expect(name).toBe(`_tessera-verification.${domain}`);
    dns.zone.set(name, { texts: [`${value}0`] });
    expect(await verifyDomain(id, domain)).toMatchObject({
      status: 'Pending',
      problem: expect.stringContaining('another'),
    });
    // A record next to it, or of another domain, proves nothing.
    dns.zone.set(domain, { texts: [value] });
    expect(await verifyDomain(id, domain)).toMatchObject({ status: 'Pending' });
    dns.beSilent(true);
    expect(await verifyDomain(id, domain)).toMatchObject({
      status: 'Pending',
      problem: expect.stringContaining('respond'),
    });
    dns.beSilent(false);
    expect(await company.connectorsFor(interaction, `vera@${domain}`)).toEqual([]);

    dns.zone.set(name, { texts: [value] });
    await server.query(`update job_queue set due_at = now() where kind = 'sso-refresh'`);
    await server.query(`select pg_notify('tessera_changes', 'admin/jobQueue')`);
    const isRouted = async () => (await company.connectorsFor(interaction, `vera@${domain}`)).includes(id);
    await eventually(isRouted, { what: 'the verified domain' });

    // A domain that no connector has any more starts over with another record.
    await api.call('PATCH', `/sso-connectors/${id}`, { domains: ['other.example'] });
    await api.call('PATCH', `/sso-connectors/${id}`, { domains: [domain] });
    const again = await verifyDomain(id, domain);
    expect(again.status).toBe('Pending');
    expect(again.dnsRecord.value).not.toBe(value);
    expect(await company.connectorsFor(interaction, `vera@${domain}`)).toEqual([]);
    expect(outcome(await api.call('POST', `/sso-connectors/${id}/domains/foreign.example/verification`))).toEqual([
      ...[404, 'entity.not_exists_with_id'],
    ]);
  });

  it('R50 a response of one connector is worth nothing at another', async () => {
    const [good, bad] = [
      await verifiedConnector(honest, 'good.example'),
      await verifiedConnector(hostile, 'bad.example'),
    ];
    const [atGood, atBad] = [companySignIn(server, honest), companySignIn(server, hostile)];
    honest.hire('boss', { email: 'boss@good.example' });
    hostile.hire('boss', { email: 'boss@good.example' });
    expect(await atGood.finish('Register', good, 'boss')).toEqual([200]);

    // The same subject and address from another provider is another user.
    expect(await atBad.finish('SignIn', bad, 'boss')).toEqual([404, 'user.identity_not_exist']);

    const interaction = await atBad.begin();
    const asked = await atBad.ask(interaction, bad);
    const answer = await atBad.signInAtCompany(asked.authorizationUri, 'boss');
    expect(outcome(await atBad.verify(interaction, good, asked.verificationId, answer))).toEqual([
      ...[422, 'session.invalid_connector_id'],
    ]);
    const wanted = await atGood.ask(interaction, good);
    expect(outcome(await atGood.verify(interaction, good, asked.verificationId, answer))).toEqual([
      ...[404, 'session.verification_session_not_found'],
    ]);
    expect(outcome(await atGood.verify(interaction, good, wanted.verificationId, answer))).toEqual([
      ...[401, 'connector.social_auth_code_invalid'],
    ]);
  });

  it('R69 a connector that claims the issuer of another does not reach its users', async () => {
    const owner = await verifiedConnector(honest, 'owner.example');
    const claimant = await verifiedConnector(honest, 'claimant.example');
    const company = companySignIn(server, honest);
    honest.hire('olga', { email: 'olga@owner.example' });
    expect(await company.finish('Register', owner, 'olga')).toEqual([200]);
    expect(await company.finish('SignIn', claimant, 'olga')).toEqual([404, 'user.identity_not_exist']);
    expect(await company.finish('Register', claimant, 'olga')).toEqual([200]);
    expect(await company.finish('SignIn', owner, 'olga')).toEqual([200]);
    expect(await usersKnownAs('olga')).toEqual([
      { connector: claimant, primary_email: null },
      { connector: owner, primary_email: 'olga@owner.example' },
    ]);
  });

  it('R123 a connector that claims the issuer of another keeps none of its users out', async () => {
    const claimant = await verifiedConnector(honest, 'early.example');
    const owner = await verifiedConnector(honest, 'late.example');
    const company = companySignIn(server, honest);
    honest.hire('otto', { email: 'otto@late.example' });
    expect(await company.finish('Register', claimant, 'otto')).toEqual([200]);
    expect(await company.finish('Register', owner, 'otto')).toEqual([200]);
    expect(await company.finish('SignIn', owner, 'otto')).toEqual([200]);
    expect(await usersKnownAs('otto')).toEqual([
      { connector: claimant, primary_email: null },
      { connector: owner, primary_email: 'otto@late.example' },
    ]);
  });

  it('R124 a further address that SCIM lists for a user does not lead to their account', async () => {
    const id = await verifiedConnector(honest, 'listing.example');
    const path = `/sso-connectors/${id}/scim`;
    await api.call('PATCH', path, { isEnabled: true });
    const { value } = (await api.call('POST', `${path}/tokens`, { name: 'Directory' })).json() as { value: string };
    const emails = ['mia@listing.example', 'chief@listing.example'].map((one) => ({ value: one }));
    const created = await scimClientOf(server, id, value)('POST', '/Users', { userName: 'mia', emails });
    expect(created.status, created.body).toBe(201);
    const company = companySignIn(server, honest);
    honest.hire('chief', { email: 'chief@listing.example' });
    expect(await company.finish('SignIn', id, 'chief')).toEqual([404, 'user.identity_not_exist']);
    expect(await company.finish('Register', id, 'chief')).toEqual([200]);
    expect(await usersKnownAs('chief')).toEqual([{ connector: id, primary_email: 'chief@listing.example' }]);
  });

  it('R70 a disabled enterprise SSO starts and finishes no sign-in', async () => {
    const id = await verifiedConnector(honest, 'disabled.example');
    const company = companySignIn(server, honest);
    const interaction = await company.begin();
    const asked = await company.ask(interaction, id);
    honest.hire('dina', { email: 'dina@disabled.example' });
    const answer = await company.signInAtCompany(asked.authorizationUri, 'dina');
    await experience({ singleSignOnEnabled: false });
    const refusal = [422, 'user.sign_in_method_not_enabled'];
    expect(outcome(await company.verify(interaction, id, asked.verificationId, answer))).toEqual(refusal);
    await experience({ singleSignOnEnabled: true });
  });

  it('R80 enterprise SSO that is disabled halfway registers no user and signs no user in', async () => {
    const id = await verifiedConnector(honest, 'halfway.example');
    const company = companySignIn(server, honest);
    const refusal = [422, 'user.sign_in_method_not_enabled'];
    for (const name of ['old', 'new']) honest.hire(name, { email: `${name}@halfway.example` });
    expect(await company.finish('Register', id, 'old')).toEqual([200]);
    const registering = await company.begin('Register');
    const registered = { verificationId: await company.come(registering, id, 'new') };
    const signingIn = await company.begin();
    const known = { verificationId: await company.come(signingIn, id, 'old') };
    expect(outcome(await signingIn.call('POST', '/identification', known))).toEqual([204]);
    await experience({ singleSignOnEnabled: false });
    expect(outcome(await registering.call('POST', '/identification', registered))).toEqual(refusal);
    expect(outcome(await signingIn.call('POST', '/submit'))).toEqual(refusal);
    await experience({ singleSignOnEnabled: true });
    expect(outcome(await signingIn.call('POST', '/submit'))).toEqual([200]);
  });

  it('R73 a user of a routed domain signs in by no other identifier, and gets no password', async () => {
    const domain = 'whole.example';
    await experience({
      signUp: { identifiers: ['username'], password: true, verify: false },
      signIn: {
        methods: [{ identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true }],
      },
    });
    const people = accounts(server);
    await people.allow();
    const uma = await people.person('uma');
    const proof = await uma.proveByPassword();
    await server.query(`update users set primary_email = $1 where username = 'uma'`, [`uma@${domain}`]);
    await verifiedConnector(honest, domain);
    const company = companySignIn(server, honest);
    const refusal = [422, 'session.sso_enabled'];
    const { call } = await company.begin();
    const identifier = { type: 'username', value: 'uma' };
    const proved = await call('POST', '/verification/password', { identifier, password });
    expect(outcome(await call('POST', '/identification', proved.json()))).toEqual(refusal);
    const another = { password: 'another sturdy Passphrase 48' };
    expect(outcome(await uma.call('POST', '/my-account/password', another, proof))).toEqual(refusal);
  });

  it('R51 links no account by an unverified or foreign address', async () => {
    const id = await verifiedConnector(honest, 'links.example');
    const company = companySignIn(server, honest);
    for (const name of ['lea@links.example', 'lea@elsewhere.example']) {
      await server.query(`insert into users (tenant_id, id, primary_email) values ('default', $1, $2)`, [
        name.slice(0, 12),
        name,
      ]);
    }
    const attempts = [
      { email: 'lea@links.example', email_verified: false },
      { email: 'lea@links.example', email_verified: 'true' as unknown as boolean },
      { email: 'lea@elsewhere.example', email_verified: true },
      { email: 'lea@sub.links.example', email_verified: true },
    ];
    for (const [index, claims] of attempts.entries()) {
      honest.hire(`lea-${index}`, claims);
      expect(await company.finish('SignIn', id, `lea-${index}`), JSON.stringify(claims)).toEqual([
        ...[404, 'user.identity_not_exist'],
      ]);
    }
  });

  it('A44 a suspended or deleted user does not come back', async () => {
    const id = await verifiedConnector(honest, 'gone.example');
    const company = companySignIn(server, honest);
    const signedUp = async (name: string): Promise<string> => {
      honest.hire(name, { email: `${name}@gone.example` });
      expect(await company.finish('Register', id, name)).toEqual([200]);
      const [user] = await server.query<{ user_id: string }>(
        `select user_id from user_sso_identities where sso_connector_id = $1 and identity_id = $2`,
        [id, name],
      );
      return user?.user_id ?? '';
    };
    const identified = async (name: string) => {
      const interaction = await company.begin();
      const verificationId = await company.come(interaction, id, name);
      expect(outcome(await interaction.call('POST', '/identification', { verificationId }))).toEqual([204]);
      return interaction;
    };
    const sue = await signedUp('sue');
    const before = await identified('sue');
    await api.call('PATCH', `/users/${sue}/is-suspended`, { isSuspended: true });
    expect(outcome(await before.call('POST', '/submit'))).toEqual([401, 'user.suspended']);
    expect(await company.finish('SignIn', id, 'sue')).toEqual([401, 'user.suspended']);
    expect(await company.finish('Register', id, 'sue')).toEqual([422, 'user.identity_already_in_use']);

    const del = await signedUp('del');
    const late = await identified('del');
    expect((await api.call('DELETE', `/users/${del}`)).status).toBe(204);
    expect((await late.call('POST', '/submit')).status).toBeGreaterThanOrEqual(400);
    expect(await company.finish('SignIn', id, 'del')).toEqual([404, 'user.identity_not_exist']);
  });

  it('A78 the connectors of a domain are the same for its users and for strangers', async () => {
    const id = await verifiedConnector(honest, 'listed.example');
    await server.query(
      `insert into users (tenant_id, id, primary_email) values
       ('default', 'lou', 'lou@listed.example'), ('default', 'max', 'max@unlisted.example')`,
    );
    const company = companySignIn(server, honest);
    const interaction = await company.begin();
    for (const [domain, expected] of [
      ['listed.example', [id]],
      ['unlisted.example', []],
    ] as const) {
      for (const name of ['lou', 'max', 'stranger']) {
        expect(await company.connectorsFor(interaction, `${name}@${domain}`)).toEqual(expected);
      }
    }
  });

  it('R52 a routed domain cannot be entered with a password, a code or a reset', async () => {
    const domain = 'routed.example';
    const email = `rita@${domain}`;
    await experience({ signUp: { identifiers: ['username'], password: true, verify: false } });
    await obtainCode({ base: server.origin, client: demoApp(server.origin), username: 'rita', register: true });
    await server.query(`update users set primary_email = $1 where username = 'rita'`, [email]);
    const method = { password: true, verificationCode: true, isPasswordPrimary: true };
    await experience({ signIn: { methods: [{ identifier: 'email', ...method }] } });
    const id = await verifiedConnector(honest, domain);
    const company = companySignIn(server, honest);
    const refusal = [422, 'session.sso_enabled'];
    for (const value of [email, `RITA@${domain.toUpperCase()}`]) {
      const { call } = await company.begin();
      const identifier = { type: 'email', value };
      const proved = await call('POST', '/verification/password', { identifier, password });
      expect(proved.status, proved.body).toBe(200);
      const refused = await call('POST', '/identification', proved.json());
      expect(outcome(refused)).toEqual(refusal);
      expect((refused.json() as { data: object }).data).toMatchObject({ ssoConnectors: [{ id }] });
      expect(refused.body).not.toContain(honest.config.clientSecret);
    }
    const sent = await (await company.begin()).call('POST', '/verification/verification-code', {
      identifier: { type: 'email', value: email },
      interactionEvent: 'SignIn',
    });
    expect(sent.status, sent.body).toBe(200);
    await experience({ singleSignOnEnabled: false });
    const { call } = await company.begin();
    const proved = await call('POST', '/verification/password', {
      identifier: { type: 'email', value: email },
      password,
    });
    expect(outcome(await call('POST', '/identification', proved.json()))).toEqual([204]);
    await experience({ singleSignOnEnabled: true });
  });
});
