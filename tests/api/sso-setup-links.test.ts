// Setup links: the administrator of a company completes a connector without an account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { auditLog, type LogEntry } from '../harness/audit-log.ts';
import { type CompanyIdp, startCompanyIdp } from '../harness/company-idp.ts';
import { outcome } from '../harness/interactions.ts';
import { scimClientOf } from '../harness/scim.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { inDays, newSetupLink } from '../harness/setup-links.ts';
import { newVisitor } from '../harness/visitor.ts';

describe('setup links', () => {
  let server: TestServer;
  let api: ManagementApi;
  let company: CompanyIdp;
  let id: string;
  beforeAll(async () => {
    company = await startCompanyIdp();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
    const connector = { providerName: 'OIDC', connectorName: 'Acme', domains: ['acme.example'] };
    id = ((await api.call('POST', '/sso-connectors', connector)).json() as { id: string }).id;
  });
  afterAll(() => company.stop());

  it('are created, listed without their URL, and revoked', async () => {
    const path = `/sso-connectors/${id}/setup-links`;
    const expiresAt = inDays(7);
    const created = await api.call('POST', path, { expiresAt });
    expect(created.status, created.body).toBe(201);
    const link = created.json() as { id: string; secretUrl: string };
    expect(link.secretUrl).toMatch(new RegExp(`^${server.origin}/console/sso-setup/${id}#sso_setup_[0-9A-Za-z]{32}$`));
    const { secretUrl: _, ...listed } = link;
    expect((await api.call('GET', path)).json()).toEqual([listed]);
    expect(listed).toMatchObject({ expiresAt, lastUsedAt: null });
    expect((await api.call('DELETE', `${path}/${link.id}`)).status).toBe(204);
    expect((await api.call('DELETE', `${path}/${link.id}`)).status).toBe(404);
    expect((await api.call('GET', path)).json()).toEqual([]);
  });

  it('work for at most 30 days, and a connector has at most ten', async () => {
    const path = `/sso-connectors/${id}/setup-links`;
    for (const expiresAt of [inDays(-1), inDays(31)]) {
      expect(outcome(await api.call('POST', path, { expiresAt }))).toEqual([422, 'single_sign_on.setup_link_expiry']);
    }
    expect((await api.call('POST', '/sso-connectors/unknown/setup-links', { expiresAt: inDays(1) })).status).toBe(404);
    expect((await api.call('GET', '/sso-connectors/unknown/setup-links')).status).toBe(404);
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => api.call('POST', path, { expiresAt: inDays(1) })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(outcome(await api.call('POST', path, { expiresAt: inDays(1) }))).toEqual([
      422,
      'single_sign_on.setup_link_limit',
    ]);
    await server.query(`delete from sso_setup_links`);
  });

  it('complete a connector: guide, configuration, test, domain, SCIM', async () => {
    const link = await newSetupLink(server, api, id);
    const providers = (await link.call('GET', '/sso-connector-providers')).json() as { readme: string }[];
    expect(providers[0]?.readme).toBeTruthy();
    expect((await link.call('GET', '/domains')).status).toBe(200);
    const saved = await link.call('PATCH', `/sso-connectors/${id}`, { config: company.config });
    expect(saved.status, saved.body).toBe(200);
    expect(saved.json()).toMatchObject({ connectorName: 'Acme', providerConfig: { issuer: company.config.issuer } });
    expect((await link.call('POST', `/sso-connectors/${id}/refresh`)).status).toBe(200);

    const test = await link.call('POST', `/sso-connectors/${id}/tests`);
    expect(test.status, test.body).toBe(201);
    const { id: testId } = test.json() as { id: string };
    expect((await link.call('GET', `/sso-connectors/${id}/tests/${testId}`)).json()).toMatchObject({
      status: 'waiting',
    });

    const checked = await link.call('POST', `/sso-connectors/${id}/domains/acme.example/verification`);
    expect(checked.status, checked.body).toBe(200);

    const scim = `/sso-connectors/${id}/scim`;
    expect((await link.call('PATCH', scim, { isEnabled: true })).json()).toMatchObject({ isEnabled: true });
    const token = (await link.call('POST', `${scim}/tokens`, { name: 'Okta' })).json() as { id: string; value: string };
    expect((await scimClientOf(server, id, token.value)('GET', '/Users')).status).toBe(200);
    expect((await link.call('GET', `${scim}/tokens`)).json()).toMatchObject([{ id: token.id, name: 'Okta' }]);
    expect((await link.call('GET', `${scim}/requests?page=1&page_size=10`)).status).toBe(200);
    expect((await link.call('DELETE', `${scim}/tokens/${token.id}`)).status).toBe(204);
    const [listed] = (await api.call('GET', link.path)).json() as { lastUsedAt: number | null }[];
    expect(listed?.lastUsedAt).toBeGreaterThan(0);

    const actor = { type: 'system', id: `setup-link/${link.id}` };
    const uses = (entries: LogEntry[]) => entries.filter(({ key }) => key === 'SsoConnector.SetupLink');
    const written = [
      'ssoConnectors.update',
      'ssoConnectors.refresh',
      'ssoConnectorTests.create',
      'ssoConnectors.verifyDomain',
      'scimProvisioning.update',
      'scimProvisioning.createToken',
      'scimProvisioning.removeToken',
    ];
    const log = uses(await auditLog(server, 'default', (entries) => uses(entries).length > written.length));
    const operations = log.map(({ payload }) => String(payload.operation));
    expect(operations.map((name) => name.replaceAll('-', '').toLowerCase())).toEqual(
      expect.arrayContaining(written.map((name) => name.toLowerCase())),
    );
    expect(log[0]).toMatchObject({ payload: { actor, connectorId: id, setupLinkId: link.id } });
    const changes = await server.query<{ operation: string; actor_id: string }>(
      `select operation, actor_id from change_records where actor_id = $1 order by created_at`,
      [actor.id],
    );
    expect(changes.map(({ operation }) => operation)).toContain('scim-token.created');
  });

  it('are refused with the reason, which administrators find in the audit log', async () => {
    const [expired, revoked] = [await newSetupLink(server, api, id), await newSetupLink(server, api, id)];
    await server.query(`update sso_setup_links set expires_at = now() where id = $1`, [expired.id]);
    expect((await api.call('DELETE', `${revoked.path}/${revoked.id}`)).status).toBe(204);
    const half = { authorization: `Bearer ${expired.token.slice(0, 20)}` };
    const url = `${server.base('default')}/api/sso-connectors/${id}`;
    const answers = [
      await expired.call('GET', `/sso-connectors/${id}`),
      await revoked.call('GET', `/sso-connectors/${id}`),
      await newVisitor().send('GET', url, { headers: half }),
    ];
    const codes = ['expired', 'revoked', 'unknown'].map((reason) => `single_sign_on.setup_link_${reason}`);
    expect(answers.map(outcome)).toEqual(codes.map((code) => [401, code]));
    const refusals = (entries: LogEntry[]) =>
      entries.filter(({ key, payload }) => key === 'SsoConnector.SetupLink' && payload.result === 'Error');
    const log = refusals(await auditLog(server, 'default', (entries) => refusals(entries).length === 3));
    const about = [{ setupLinkId: expired.id }, { setupLinkId: revoked.id }, {}];
    expect(log.map(({ payload }) => payload)).toMatchObject(
      about.map((link, index) => ({ ...link, connectorId: id, error: { code: codes[index] } })),
    );
    expect(JSON.stringify(log)).not.toContain('sso_setup_');
  });

  it('leave an entry where they are used for something else', async () => {
    const link = await newSetupLink(server, api, id);
    expect((await link.call('GET', '/users')).status).toBe(403);
    expect((await link.call('PATCH', `/sso-connectors/${id}`, { connectorName: 'Mine' })).status).toBe(403);
    expect((await link.call('POST', '/sso-connectors/elsewhere/refresh')).status).toBe(404);
    const refusals = (entries: LogEntry[]) =>
      entries.filter(({ payload }) => payload.setupLinkId === link.id && payload.result === 'Error');
    const log = refusals(await auditLog(server, 'default', (entries) => refusals(entries).length === 3));
    const error = { code: 'single_sign_on.setup_link_forbidden' };
    expect(log.map(({ payload }) => payload)).toMatchObject(
      ['users.list', 'sso-connectors.update', 'sso-connectors.refresh'].map((operation) => ({
        ...{ operation, connectorId: id, error },
        actor: { type: 'system', id: `setup-link/${link.id}` },
      })),
    );
  });
});
