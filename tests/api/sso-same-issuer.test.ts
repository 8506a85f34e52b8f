// Several enterprise SSO connectors with one issuer: identities, and the organizations that users join, belong to the
// connector of the sign-in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type CompanyIdp, startCompanyIdp } from '../harness/company-idp.ts';
import { companySignIn } from '../harness/company-sign-in.ts';
import { outcome } from '../harness/interactions.ts';
import { newOrganization } from '../harness/organizations.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { experienceSetter } from '../harness/visits-elsewhere.ts';

describe('connectors with the same issuer', () => {
  let server: TestServer;
  let api: ManagementApi;
  let idp: CompanyIdp;
  beforeAll(async () => {
    idp = await startCompanyIdp();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', RATE_LIMIT: '0', SSO_DOMAIN_VERIFICATION: 'off' } });
    api = await managementApi(server);
    await experienceSetter(() => api)({ singleSignOnEnabled: true, signInMode: 'SignInAndRegister' });
  });
  afterAll(() => idp.stop());

  /** A connector whose users join an organization of its own. */
  const newCompany = async (...domains: string[]) => {
    const id = await newSsoConnector(server, { issuer: idp.url, domains, config: idp.config });
    const organizationId = await newOrganization(api);
    const path = `/organizations/${organizationId}/jit/sso-connectors`;
    expect((await api.call('PUT', path, { ssoConnectorIds: [id] })).status).toBe(204);
    return { id, organizationId };
  };
  /** Who is known by this ID, at which connector, and their organizations. */
  const usersKnownAs = async (sub: string) => {
    const rows = await server.query<{ user: string; connector: string; organizations: string[] }>(
      `select user_id as "user", sso_connector_id as connector,
         array(select organization_id from organization_users as o where o.user_id = i.user_id order by created_at)
           as organizations
       from user_sso_identities as i where identity_id = $1 order by created_at, id`,
      [sub],
    );
    return new Map(rows.map(({ connector, ...rest }) => [connector, rest]));
  };
  const company = () => companySignIn(server, idp);

  it('join the organizations of the connector that they come through, each once', async () => {
    const [old, next] = [await newCompany('moved.example'), await newCompany('moved.example')];
    idp.hire('mona', { email: 'mona@moved.example' });
    expect(await company().finish('Register', old.id, 'mona')).toEqual([200]);
    const [mona] = [...(await usersKnownAs('mona')).values()];
    expect([...(await usersKnownAs('mona'))]).toEqual([
      [old.id, { user: mona?.user, organizations: [old.organizationId] }],
    ]);

    // The address of the company leads to the same user.
    expect(await company().finish('SignIn', next.id, 'mona')).toEqual([200]);
    const both = [old.organizationId, next.organizationId].sort();
    const known = await usersKnownAs('mona');
    expect([...known.keys()].sort()).toEqual([old.id, next.id].sort());
    for (const one of known.values()) {
      expect({ ...one, organizations: one.organizations.toSorted() }).toEqual({
        user: mona?.user,
        organizations: both,
      });
    }

    // Members who were removed stay out.
    for (const { organizationId } of [old, next]) {
      expect((await api.call('DELETE', `/organizations/${organizationId}/users/${mona?.user}`)).status).toBe(204);
    }
    for (const { id } of [old, next]) expect(await company().finish('SignIn', id, 'mona')).toEqual([200]);
    expect((await usersKnownAs('mona')).get(old.id)?.organizations).toEqual([]);
  });

  it('bring no user into the organization of another connector', async () => {
    const [owner, claimant] = [await newCompany('owner.example'), await newCompany('claimant.example')];
    idp.hire('olaf', { email: 'olaf@owner.example' });
    expect(await company().finish('Register', claimant.id, 'olaf')).toEqual([200]);
    expect(await company().finish('Register', owner.id, 'olaf')).toEqual([200]);
    const known = await usersKnownAs('olaf');
    expect(known.get(claimant.id)?.organizations).toEqual([claimant.organizationId]);
    expect(known.get(owner.id)?.organizations).toEqual([owner.organizationId]);
    expect(known.get(owner.id)?.user).not.toBe(known.get(claimant.id)?.user);

    // Removing one leaves the other's identity and user alone.
    expect((await api.call('DELETE', `/sso-connectors/${claimant.id}`)).status).toBe(204);
    expect([...(await usersKnownAs('olaf')).keys()]).toEqual([owner.id]);
    expect(await company().finish('SignIn', owner.id, 'olaf')).toEqual([200]);
  });

  it('identify a user only by the verification of the connector that registered them', async () => {
    const [one, other] = [await newCompany('both.example'), await newCompany('elsewhere.example')];
    idp.hire('bo', { email: 'bo@both.example' });
    const interaction = await company().begin('Register');
    const foreign = await company().come(interaction, other.id, 'bo');
    const own = await company().come(interaction, one.id, 'bo');
    expect(outcome(await interaction.call('POST', '/identification', { verificationId: own }))).toEqual([201]);
    const second = await interaction.call('POST', '/identification', { verificationId: foreign });
    expect(second.status).toBeGreaterThanOrEqual(400);
    expect(outcome(await interaction.call('POST', '/submit'))).toEqual([200]);
    expect([...(await usersKnownAs('bo')).keys()]).toEqual([one.id]);
  });
});
