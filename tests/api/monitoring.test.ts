// Alert rules and dashboard in deploy/monitoring: Prometheus accepts them, and the server exports every metric they
// use.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../harness/ports.ts';
import { asSuperuser, type TestServer, useServer } from '../harness/server.ts';
import { systemProgram } from '../harness/system-program.ts';

const monitoring = join(import.meta.dirname, '../../deploy/monitoring');
const alerts = join(monitoring, 'alerts.yaml');
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };
const dashboard = JSON.parse(readFileSync(join(monitoring, 'grafana-dashboard.json'), 'utf8')) as Dashboard;
const panelExpressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

const metricsIn = (text: string) => new Set(text.match(/\b(tessera|process|nodejs)_[a-z0-9_]+/g));
const withoutSuffix = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

describe('monitoring', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-monitoring-'));
  let server: TestServer;
  let scrape: () => Promise<string>;
  beforeAll(async () => {
    systemProgram('/usr/bin/promtool', 'prometheus');
    const metricsPort = await freePort();
    server = await useServer({ env: { METRICS_PORT: String(metricsPort), DATABASE_POOL_SIZE: '4' } });
    scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const promtool = (args: string[], input?: string) =>
    execFileSync('promtool', args, { ...(input !== undefined && { input }), encoding: 'utf8', stdio: 'pipe' });

  it('has alert rules that Prometheus accepts, and that fire when they should', () => {
    expect(promtool(['check', 'rules', alerts])).toContain('SUCCESS');
    expect(promtool(['test', 'rules', join(monitoring, 'alerts.test.yaml')])).toContain('SUCCESS');
  });

  it('has a dashboard whose expressions Prometheus accepts', () => {
    const rules = panelExpressions.map((expr, index) => ({ record: `panel:${index}`, expr }));
    const file = join(folder, 'dashboard.yaml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(promtool(['check', 'rules', file])).toContain(`${rules.length} rules found`);
  });

  it('names only metrics that a running server exports', async () => {
    const exported = new Set([...(await scrape()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const named = [...metricsIn(readFileSync(alerts, 'utf8')), ...metricsIn(panelExpressions.join('\n'))];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !exported.has(name) && !exported.has(withoutSuffix(name)))).toEqual([]);
  });

  it('exports metrics as Prometheus recommends', async () => {
    // Node.js metrics keep the library's names.
    const own = (await scrape()).split(/^(?=# HELP )/m).filter((metric) => metric.startsWith('# HELP tessera_'));
    expect(own.length).toBeGreaterThan(10);
    expect(promtool(['check', 'metrics'], own.join(''))).toBe('');
  });

  it('reports how many requests wait for a connection, and for how long', async () => {
    const read = async (name: string) => {
      const [, value] = new RegExp(`^${name}\\{queue="connections"\\} (\\S+)$`, 'm').exec(await scrape()) ?? [];
      return Number(value);
    };
    const refusedBefore = await read('tessera_queue_refused_total');
    await asSuperuser(server.databaseUrl, async (client) => {
      await client.query('begin');
      await client.query('lock table oidc_model_instances in access exclusive mode');
      const requests = Array.from({ length: 12 }, (_, index) =>
        fetch(`${server.origin}/oidc/token`, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'refresh_token',
            client_id: 'demo-app',
            refresh_token: `made-up-${index}`.padEnd(43, 'x'),
          }),
        }),
      );
      await expect.poll(() => read('tessera_queue_waiting')).toBeGreaterThan(0);
      expect(await read('tessera_queue_running')).toBeGreaterThan(0);
      await client.query('commit');
      await Promise.all(requests);
    });
    expect(await read('tessera_queue_waiting')).toBe(0);
    expect(await read('tessera_queue_wait_seconds_total')).toBeGreaterThan(0);
    expect(await read('tessera_queue_refused_total')).toBe(refusedBefore);
  });
});
