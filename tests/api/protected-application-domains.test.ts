// Custom domains of protected applications.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { type DnsServer, findAtLoopback, startDnsServer } from '../harness/dns-server.ts';
import { eventually } from '../harness/eventually.ts';
import { outcome } from '../harness/interactions.ts';
import {
  gatewaySettings,
  newBrowser,
  newProtectedApplication,
  type Origin,
  startOrigin,
} from '../harness/protected-site.ts';
import { type TestServer, useServer } from '../harness/server.ts';

type Domain = { domain: string; status: string; errorMessage: string | null; dnsRecords: object[] };
type Protected = { id: string; oidcClientMetadata: object; protectedAppMetadata: { customDomains?: Domain[] } };

const target = 'default.domains.tessera.test';

describe('custom domains of protected applications', () => {
  let dns: DnsServer;
  let server: TestServer;
  let api: ManagementApi;
  let origin: Origin;
  let restoreLookup: (() => void) | undefined;
  beforeAll(async () => {
    restoreLookup = findAtLoopback('.test');
    origin = await startOrigin();
    dns = await startDnsServer();
    dns.zone.set(target, { address: '127.0.0.1' });
    server = await useServer({
      env: { ...gatewaySettings, CUSTOM_DOMAIN_TARGET: '{tenantId}.domains.tessera.test', DNS_SERVERS: dns.address },
    });
    api = await managementApi(server);
  });
  afterAll(async () => {
    restoreLookup?.();
    await dns.stop();
    await origin.stop();
  });
  const newSite = async (subDomain: string) => {
    const site = await newProtectedApplication(server, api, { subDomain, origin: origin.url });
    const path = `/applications/${site.id}/protected-app-metadata/custom-domains`;
    const list = async (headers = {}) => (await api.call('GET', path, undefined, headers)).json() as Domain[];
    return { ...site, path, list, add: (domain: string) => api.call('POST', path, { domain }) };
  };
  const reached = async (domain: string) => {
    const { headers } = await newBrowser().open(`http://${domain}:${server.port}/`);
    return headers.get('location')?.includes('/oidc/auth?') === true;
  };

  it('serve the application once their record leads here', async () => {
    const { id, path, list, add } = await newSite('domains');
    expect(await list()).toEqual([]);
    const added = await add('WWW.acme.test');
    expect([added.status, added.body]).toEqual([201, '']);
    const dnsRecords = [{ type: 'CNAME', name: 'www.acme.test', value: target }];
    const pending = { domain: 'www.acme.test', status: 'PendingVerification', errorMessage: null, dnsRecords };
    expect(await list()).toEqual([{ ...pending, cloudflareData: null }]);
    expect(await reached('www.acme.test')).toBe(false);
    const { oidcClientMetadata, protectedAppMetadata } = (
      await api.call('GET', `/applications/${id}`)
    ).json() as Protected;
    expect(oidcClientMetadata).toEqual({
      redirectUris: ['domains.apps.test', 'www.acme.test'].map(
        (host) => `http://${host}:${server.port}/sign-in-callback`,
      ),
      postLogoutRedirectUris: ['domains.apps.test', 'www.acme.test'].map((host) => `http://${host}:${server.port}`),
    });
    expect(protectedAppMetadata.customDomains).toMatchObject([pending]);

    dns.zone.set('www.acme.test', { cname: 'elsewhere.test' });
    const german = { 'accept-language': 'de' };
    const wrong = { status: 'Error', errorMessage: expect.stringMatching(/zeigt auf elsewhere.test/) };
    expect(await list(german)).toMatchObject([wrong]);
    const shown = (await api.call('GET', `/applications/${id}`, undefined, german)).json() as Protected;
    expect(shown.protectedAppMetadata.customDomains).toMatchObject([wrong]);
    dns.zone.set('www.acme.test', { cname: target });
    expect(await list()).toMatchObject([{ status: 'Active', errorMessage: null }]);
    expect(await reached('www.acme.test')).toBe(true);

    expect(outcome(await api.call('DELETE', `/applications/${id}`))).toEqual([
      422,
      'application.should_delete_custom_domains_first',
    ]);
    // It would lead requests of another application back here.
    const elsewhere = { subDomain: 'elsewhere', origin: 'https://www.acme.test' };
    const refused = { name: 'Elsewhere', type: 'Protected', protectedAppMetadata: elsewhere };
    expect(outcome(await api.call('POST', '/applications', refused))).toEqual([400, 'guard.invalid_input']);
    expect((await api.call('DELETE', `${path}/WWW.acme.test`)).status).toBe(204);
    expect(outcome(await api.call('DELETE', `${path}/www.acme.test`))).toEqual([
      404,
      'application.custom_domain_not_found',
    ]);
    expect(await reached('www.acme.test')).toBe(false);
    expect((await api.call('DELETE', `/applications/${id}`)).status).toBe(204);
  });

  it('are limited to one, and to names that are free', async () => {
    const [first, second] = [await newSite('first'), await newSite('second')];
    dns.zone.set('www.first.test', { cname: target });
    expect((await first.add('www.first.test')).status).toBe(201);
    expect(outcome(await first.add('shop.first.test'))).toEqual([422, 'domain.limit_to_one_domain']);
    expect(await first.list()).toMatchObject([{ status: 'Active' }]);
    const taken = [422, 'domain.hostname_already_exists'];
    expect(outcome(await second.add('www.first.test'))).toEqual(taken);
    for (const own of ['x.apps.test', 'a.b.apps.test', 'x.domains.tessera.test', 'a.b.localhost']) {
      expect(outcome(await second.add(own)), own).toEqual([422, 'domain.domain_is_not_allowed']);
    }
    for (const bad of ['first.test', 'https://www.first.test', '10.0.0.1', 'a'.repeat(260)]) {
      expect(outcome(await second.add(bad)), bad).toEqual([400, 'guard.invalid_input']);
    }
    const { clientId } = await newApplication(api, { type: 'SPA' });
    const path = `/applications/${clientId}/protected-app-metadata/custom-domains`;
    const only = [422, 'application.protected_application_only'];
    expect(outcome(await api.call('GET', path))).toEqual(only);
    expect(outcome(await api.call('POST', path, { domain: 'www.other.test' }))).toEqual(only);
    expect(outcome(await api.call('DELETE', `${path}/www.other.test`))).toEqual(only);
  });

  it('are checked step by step, with the site', async () => {
    const { id, add } = await newSite('health');
    const ask = async (headers = {}) => {
      const answer = await api.call('GET', `/applications/${id}/health/domain`, undefined, headers);
      expect(answer.status, answer.body).toBe(200);
      return answer.json();
    };
    const check = (name: string, result: string, problem: unknown = null) => ({ check: name, result, problem });
    expect(await ask()).toEqual({ domain: null, checks: [check('origin', 'passed')] });

    await add('www.health.test');
    expect(await ask()).toEqual({
      domain: 'www.health.test',
      checks: [
        check('dns', 'failed', `www.health.test has no CNAME record yet. Add one that points to ${target}.`),
        check('certificate', 'skipped'),
        check('origin', 'passed'),
      ],
    });
    dns.zone.set('www.health.test', { cname: 'elsewhere.test' });
    expect(await ask({ 'accept-language': 'de' })).toMatchObject({
      checks: [{ result: 'failed', problem: expect.stringMatching(/zeigt auf elsewhere.test/) }, {}, {}],
    });
    dns.zone.set('www.health.test', { cname: target });
    const passed = [check('dns', 'passed'), check('certificate', 'passed')];
    expect(await ask()).toMatchObject({ checks: [...passed, check('origin', 'passed')] });

    const closed = await startOrigin();
    await closed.stop();
    await api.call('PATCH', `/applications/${id}`, { protectedAppMetadata: { origin: closed.url } });
    expect(await ask()).toMatchObject({
      checks: [...passed, check('origin', 'failed', "The site doesn't respond. Try again later.")],
    });
    // An active domain is asked again, too.
    dns.zone.set(target, { address: '127.0.0.2' });
    expect(await ask()).toMatchObject({ checks: [check('dns', 'passed'), { result: 'failed' }, {}] });
    dns.zone.set(target, { address: '127.0.0.1' });

    const { clientId } = await newApplication(api, { type: 'SPA' });
    expect(outcome(await api.call('GET', `/applications/${clientId}/health/domain`))).toEqual([
      422,
      'application.protected_application_only',
    ]);
  });

  it('belong to the first application that proves them', async () => {
    const [first, second] = [await newSite('proof1'), await newSite('proof2')];
    for (const { add } of [first, second]) expect((await add('www.proof.test')).status).toBe(201);
    dns.zone.set('www.proof.test', { cname: target });
    expect(await second.list()).toMatchObject([{ status: 'Active' }]);
    expect(await first.list()).toMatchObject([{ status: 'Error', errorMessage: 'www.proof.test is already in use.' }]);
  });

  it('are checked by a job at intervals', async () => {
    const { id, add, list } = await newSite('checked');
    dns.zone.set('www.checked.test', { cname: target });
    await add('www.checked.test');
    expect(await list()).toMatchObject([{ status: 'Active' }]);
    dns.zone.delete('www.checked.test');
    await server.query(`update job_queue set due_at = now() where kind = 'domain-checks'`);
    await server.query(`select pg_notify('tessera_changes', 'admin/jobQueue')`);
    const status = async () => {
      const query = `select protected_app_metadata #>> '{customDomains,0,status}' as status from applications where id = $1`;
      return (await server.query<{ status: string }>(query, [id]))[0]?.status;
    };
    await eventually(async () => (await status()) === 'PendingVerification', { what: 'the domain is not verified' });
    await eventually(async () => !(await reached('www.checked.test')), { what: 'the domain is not served' });
  });

  it('C05 do not disturb a form that is being edited', async () => {
    const { id, add, list } = await newSite('edited');
    await add('www.edited.test');
    const etag = (await api.call('GET', `/applications/${id}`)).headers.get('etag') ?? '';
    dns.zone.set('www.edited.test', { cname: target });
    expect(await list()).toMatchObject([{ status: 'Active' }]);
    const saved = await api.call('PATCH', `/applications/${id}`, { name: 'Edited' }, { 'if-match': etag });
    expect(saved.status).toBe(200);
    const again = await api.call('PATCH', `/applications/${id}`, { name: 'Again' }, { 'if-match': etag });
    expect(outcome(again)).toEqual([412, 'entity.changed_meanwhile']);
  });
});
