// Enterprise SSO with `oidc-provider` as the identity provider of a company, set up through the Management API.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type CompanyIdp, startCompanyIdp } from '../harness/company-idp.ts';
import { companySignIn } from '../harness/company-sign-in.ts';
import { eventually } from '../harness/eventually.ts';
import { outcome } from '../harness/interactions.ts';
import { newOrganization } from '../harness/organizations.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { experienceSetter } from '../harness/visits-elsewhere.ts';

const unverified = { email_verified: false };

describe('enterprise SSO with a company', () => {
  let server: TestServer;
  let api: ManagementApi;
  let idp: CompanyIdp;
  let connectorId: string;
  let company: ReturnType<typeof companySignIn>;
  beforeAll(async () => {
    idp = await startCompanyIdp();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', RATE_LIMIT: '0' } });
    api = await managementApi(server);
    company = companySignIn(server, idp);
    connectorId = await newConnector({ connectorName: 'The Firm', domains: ['firm.example'] });
    await experience({ singleSignOnEnabled: true });
  });
  afterAll(() => idp.stop());
  beforeEach(() => idp.setOutage('none'));
  const experience = experienceSetter(() => api);

  const newConnector = async (more: object, providerName = 'OIDC'): Promise<string> => {
    const answer = await api.call('POST', '/sso-connectors', { providerName, config: idp.config, ...more });
    expect(answer.status, answer.body).toBe(200);
    return (answer.json() as { id: string }).id;
  };
  const userOf = async (sub: string) => {
    const [user] = await server.query<{ id: string; name: string; email: string; verified: boolean }>(
      `select users.id, users.name, primary_email as email, primary_email_verified as verified
       from user_sso_identities as one join users on users.id = one.user_id
       where one.tenant_id = 'default' and identity_id = $1`,
      [sub],
    );
    return user;
  };

  it('routes by domain, registers on first and signs in on repeated visits', async () => {
    idp.hire('ann', { name: 'Ann', email: 'ann@firm.example' });
    const organizationId = await newOrganization(api);
    await api.call('PUT', `/organizations/${organizationId}/jit/sso-connectors`, { ssoConnectorIds: [connectorId] });
    const interaction = await company.begin();
    expect(await company.connectorsFor(interaction, 'Ann@FIRM.example')).toEqual([connectorId]);
    expect(await company.connectorsFor(interaction, 'ann@firm.example.org')).toEqual([]);
    expect(await company.finish('SignIn', connectorId, 'ann')).toEqual([404, 'user.identity_not_exist']);
    expect(await company.finish('Register', connectorId, 'ann')).toEqual([200]);
    const ann = await userOf('ann');
    expect(ann).toMatchObject({ name: 'Ann', email: 'ann@firm.example', verified: true });
    const members = await server.query(`select organization_id from organization_users where user_id = $1`, [ann?.id]);
    expect(members).toEqual([{ organization_id: organizationId }]);

    idp.hire('ann', { name: 'Ann Other', email: 'ann@firm.example' });
    expect(await company.finish('SignIn', connectorId, 'ann')).toEqual([200]);
    expect(await userOf('ann')).toMatchObject({ id: ann?.id, name: 'Ann' });
    await api.call('PATCH', `/sso-connectors/${connectorId}`, { syncProfile: true });
    expect(await company.finish('SignIn', connectorId, 'ann')).toEqual([200]);
    expect(await userOf('ann')).toMatchObject({ id: ann?.id, name: 'Ann Other' });
  });

  it('links by a verified address of its domain only, and lets the user join organizations', async () => {
    const add = (id: string, email: string) =>
      server.query(`insert into users (tenant_id, id, primary_email) values ('default', $1, $2)`, [id, email]);
    await add('bea', 'bea@firm.example');
    await add('cleo', 'cleo@elsewhere.example');
    idp.hire('bea-at-firm', { email: 'bea@firm.example', ...unverified });
    expect(await company.finish('SignIn', connectorId, 'bea-at-firm')).toEqual([404, 'user.identity_not_exist']);
    idp.hire('cleo-at-firm', { email: 'cleo@elsewhere.example' });
    expect(await company.finish('SignIn', connectorId, 'cleo-at-firm')).toEqual([404, 'user.identity_not_exist']);
    idp.hire('bea-at-firm', { email: 'bea@firm.example' });
    expect(await company.finish('SignIn', connectorId, 'bea-at-firm')).toEqual([200]);
    expect(await userOf('bea-at-firm')).toMatchObject({ id: 'bea', verified: true });
    const members = await server.query(`select organization_id from organization_users where user_id = 'bea'`);
    expect(members).toHaveLength(1);
  });

  it('offers all connectors of a domain', async () => {
    const second = await newConnector({ connectorName: 'The Sister', domains: ['firm.example', 'sister.example'] });
    const interaction = await company.begin();
    expect(await company.connectorsFor(interaction, 'ann@firm.example')).toEqual([connectorId, second]);
    expect(await company.connectorsFor(interaction, 'ann@sister.example')).toEqual([second]);
    const shown = async () => (await fetch(`${server.origin}/api/.well-known/sign-in-exp`)).text();
    // Names of connectors are for administrators.
    expect(await shown()).not.toContain('The Sister');
    await api.call('PATCH', `/sso-connectors/${second}`, { branding: { displayName: 'Sister Inc.' } });
    expect(await shown()).toContain('Sister Inc.');
    await api.call('DELETE', `/sso-connectors/${second}`);
    expect(await company.connectorsFor(interaction, 'ann@sister.example')).toEqual([]);
  });

  it('needs no request for documents at sign-in, and survives their outage', async () => {
    idp.hire('dan', { email: 'dan@firm.example' });
    idp.requests.length = 0;
    idp.setOutage('documents');
    expect(await company.finish('Register', connectorId, 'dan')).toEqual([200]);
    expect(await company.finish('SignIn', connectorId, 'dan')).toEqual([200]);
    expect(idp.requests.filter((path) => path.startsWith('/.well-known') || path === '/jwks')).toEqual([]);
    idp.setOutage('all');
    const interaction = await company.begin();
    const { verificationId } = await company.ask(interaction, connectorId);
    const answer = await company.verify(interaction, connectorId, verificationId, { code: 'x', state: 'a state' });
    expect(outcome(answer)).toEqual([400, 'connector.general']);
  });

  it('follows new keys without any action', async () => {
    idp.hire('eve', { email: 'eve@firm.example' });
    await idp.rotateKeys();
    await idp.rotateKeys();
    const attempt = async () => {
      const interaction = await company.begin();
      const { authorizationUri, verificationId } = await company.ask(interaction, connectorId);
      const back = await company.signInAtCompany(authorizationUri, 'eve');
      return (await company.verify(interaction, connectorId, verificationId, back)).status === 200;
    };
    await eventually(attempt, { what: 'a sign-in with the new key' });
  });

  it('A42 accepts a response once, with its own state and code', async () => {
    idp.hire('fay', { email: 'fay@firm.example' });
    const interaction = await company.begin();
    const { authorizationUri, verificationId } = await company.ask(interaction, connectorId, 'expected');
    const back = await company.signInAtCompany(authorizationUri, 'fay');
    const other = await company.begin();
    const asked = await company.ask(other, connectorId, 'expected');
    // PKCE and the nonce belong to the request of one browser.
    expect(outcome(await company.verify(other, connectorId, asked.verificationId, back))).toEqual([
      ...[401, 'connector.social_auth_code_invalid'],
    ]);
    const again = await company.ask(interaction, connectorId, 'expected');
    const second = await company.signInAtCompany(again.authorizationUri, 'fay');
    expect(outcome(await company.verify(interaction, connectorId, verificationId, second))).toEqual([
      ...[404, 'session.verification_session_not_found'],
    ]);
    const tampered = { ...second, state: 'tampered' };
    expect(outcome(await company.verify(interaction, connectorId, again.verificationId, tampered))).toEqual([
      ...[400, 'session.verification_failed'],
    ]);
    expect(outcome(await company.verify(interaction, connectorId, again.verificationId, second))).toEqual([
      ...[400, 'session.connector_session_not_found'],
    ]);
  });

  it('stores tokens while it is enabled, and forgets them when it is turned off', async () => {
    idp.hire('gus', { email: 'gus@firm.example' });
    await api.call('PATCH', `/sso-connectors/${connectorId}`, { enableTokenStorage: true });
    expect(await company.finish('Register', connectorId, 'gus')).toEqual([200]);
    const gus = await userOf('gus');
    const stored = () => server.query(`select id from secrets where user_id = $1`, [gus?.id]);
    expect(await stored()).toHaveLength(1);
    await api.call('PATCH', `/sso-connectors/${connectorId}`, { enableTokenStorage: false });
    expect(await stored()).toEqual([]);
  });

  it('trusts unverified addresses of one Entra ID tenant if it is told to', async () => {
    idp.hire('hal', { email: 'hal@entra.example', ...unverified });
    const facts = { connectorName: 'Entra', domains: ['entra.example'] };
    const entra = await newConnector({ ...facts, config: idp.config }, 'AzureAdOidc');
    expect(await company.finish('Register', entra, 'hal')).toEqual([200]);
    expect(await userOf('hal')).toMatchObject({ email: null });
    const config = { ...idp.config, trustUnverifiedEmail: true };
    await api.call('PATCH', `/sso-connectors/${entra}`, { config });
    idp.hire('ida', { email: 'ida@entra.example', ...unverified });
    expect(await company.finish('Register', entra, 'ida')).toEqual([200]);
    expect(await userOf('ida')).toMatchObject({ email: 'ida@entra.example', verified: true });
  });

  it('signs in through Okta', async () => {
    idp.hire('kim', { email: 'kim@okta.example' });
    const okta = await newConnector({ connectorName: 'Okta', domains: ['okta.example'] }, 'Okta');
    expect(await company.finish('Register', okta, 'kim')).toEqual([200]);
    expect(await userOf('kim')).toMatchObject({ email: 'kim@okta.example' });
  });
});
