// Observability: metrics, access log and effective settings.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { freePort } from '../harness/ports.ts';
import { failedStart } from '../harness/process.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';
import { userImports } from '../harness/user-imports.ts';

const smtpUrl = 'smtp://mailer:hunter2@mail.example.com:587';

describe('observability', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-observability-'));
  const smtpFile = join(folder, 'smtp-url');
  let server: TestServer;
  let api: ManagementApi;
  let scrape: () => Promise<string>;
  beforeAll(async () => {
    writeFileSync(smtpFile, `${smtpUrl}\n`);
    const metricsPort = await freePort();
    server = await useServer({
      env: { METRICS_PORT: String(metricsPort), METRICS_HOST: '127.0.0.2', LOG_LEVEL: 'info', SMTP_URL_FILE: smtpFile },
    });
    scrape = async () => (await fetch(`http://127.0.0.2:${metricsPort}/metrics`)).text();
    api = await managementApi(server);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const lines = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('counts requests by operation, method and status class', async () => {
    await api.call('GET', '/roles');
    await api.call('GET', '/roles/unknown');
    await fetch(`${server.origin}/oidc/nothing/at/all`);
    await expect
      .poll(scrape)
      .toContain('tessera_requests_total{surface="tenant",operation="roles.list",method="GET",status="2xx"} 1');
    const metrics = await scrape();
    expect(metrics).toContain(
      'tessera_requests_total{surface="tenant",operation="roles.get",method="GET",status="4xx"} 1',
    );
    expect(metrics).toMatch(/operation="oidc.token",method="POST",status="2xx"} 1/);
    expect(metrics).toContain('operation="oidc.other"');
    expect(metrics).toMatch(/tessera_request_seconds_count\{surface="tenant",operation="roles.list"\} 1/);
  });

  it('counts sign-ins by outcome, and reports queues', async () => {
    const base = server.base('default');
    await obtainTokens({ base, client: demoApp(base), username: 'ada', register: true });
    // Housekeeping first runs at startup.
    await expect.poll(scrape).toMatch(/tessera_jobs_total\{kind="housekeeping",outcome="done"\} 1/);
    const metrics = await scrape();
    expect(metrics).toMatch(/tessera_audit_events_total\{key="Interaction.Register.Submit",result="Success"\} 1/);
    expect(metrics).toContain('tessera_job_queue_jobs{kind="housekeeping"} 1');
    expect(metrics).toMatch(/tessera_job_queue_age_seconds\{kind="housekeeping"\} \d/);
    expect(metrics).toMatch(/tessera_job_last_success_timestamp_seconds\{kind="housekeeping"\} \d/);
    expect(metrics).toMatch(/tessera_cache_requests_total\{cache="tenants",result="hit"\} [1-9]/);
    expect(metrics).toMatch(/tessera_audit_backlog \d/);
    expect(metrics).toContain('tessera_audit_dropped_total 0');
    expect(metrics).toMatch(/tessera_database_connections\{state="waiting"\} 0/);
    expect(metrics).toMatch(/tessera_queue_started_total\{queue="password-hashes"\} [1-9]/);
    expect(metrics).toContain('tessera_queue_started_total{queue="scripts"} 0');
  });

  it('counts the rows of user imports by phase and outcome', async () => {
    const imports = userImports({ origin: server.origin, token: api.token });
    const rows = async () => {
      const found = (await scrape()).matchAll(
        /^tessera_user_import_rows_total\{phase="(\w+)",outcome="(\w+)"\} (\d+)$/gm,
      );
      return Object.fromEntries([...found].map(([, phase, outcome, count]) => [`${phase} ${outcome}`, Number(count)]));
    };
    expect(await rows()).toEqual({});
    const file = 'username\nimported_a\nimported_b\nimported_a\nnot a name\n';
    const { id } = await imports.run(file, { query: { dryRun: 'true' } });
    const checked = { 'checking created': 2, 'checking updated': 0, 'checking conflict': 1, 'checking invalid': 1 };
    await expect.poll(rows).toEqual(checked);
    await imports.start(id);
    await imports.ended(id);
    const imported = {
      'importing created': 2,
      'importing updated': 0,
      'importing conflict': 1,
      'importing invalid': 1,
    };
    await expect.poll(rows).toEqual({ ...checked, ...imported });
    await imports.run('username,name\nimported_a,Ann\n', { query: { onConflict: 'update' } });
    await expect.poll(rows).toEqual({ ...checked, ...imported, 'importing updated': 1 });
  });

  it('writes an access log at level info, without query strings', async () => {
    await fetch(`${server.origin}/api/.well-known/sign-in-exp?organizationId=not-in-the-log`);
    const entry = () => lines().find(({ path }) => path === '/api/.well-known/sign-in-exp');
    await expect.poll(entry).toMatchObject({
      ...{ msg: 'request', method: 'GET', status: 200, tenantId: 'default', ip: expect.any(String) },
      ...{ requestId: expect.any(String), ms: expect.any(Number), operation: expect.stringContaining('.') },
    });
    expect(server.output()).not.toContain('not-in-the-log');
  });

  it('logs the effective settings at startup without secrets, and reads secrets from files', () => {
    const { settings } = lines().find(({ msg }) => msg === 'settings') as { settings: Record<string, unknown> };
    expect(settings).toMatchObject({ edition: 'oss', metricsHost: '127.0.0.2' });
    expect([settings.databaseUrl, settings.smtpUrl]).toEqual(['******', '******']);
    expect(server.output()).not.toContain('hunter2');
    expect(server.output()).not.toContain(server.databaseUrl);
  });

  it('rejects a secret given twice or in an unreadable file', async () => {
    const start = async (env: Record<string, string>) => (await failedStart(env)).output.trim();
    expect(await start({ SMTP_URL: smtpUrl, SMTP_URL_FILE: smtpFile })).toBe(
      'Tessera cannot start: SMTP_URL and SMTP_URL_FILE are both set: remove one of them',
    );
    expect(await start({ SMTP_URL_FILE: join(folder, 'missing') })).toBe(
      `Tessera cannot start: SMTP_URL_FILE=${join(folder, 'missing')} cannot be read: ENOENT`,
    );
  });
});
