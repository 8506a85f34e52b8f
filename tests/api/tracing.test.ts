// OpenTelemetry traces: one trace from the caller through the server to outgoing requests, without secrets.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../harness/otlp-receiver.ts';
import { startServer, type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens, password } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';
import { newWebhook, startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts';

const newTrace = () => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
};

describe('tracing', () => {
  let collector: OtlpReceiver;
  let hooks: WebhookReceiver;
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    [collector, hooks] = await Promise.all([startOtlpReceiver(), startWebhookReceiver()]);
    server = await useServer({
      env: {
        ...{ LOG_LEVEL: 'info', OUTBOUND_ALLOW: '127.0.0.1', OTEL_BSP_SCHEDULE_DELAY: '100' },
        ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=hunter2%21' },
      },
    });
    api = await managementApi(server);
  });
  afterAll(() => Promise.all([collector.stop(), hooks.stop()]));
  const nameIs = (name: string) => (span: ReceivedSpan) => span.name === name;
  const childOf = (parent: ReceivedSpan) => (span: ReceivedSpan) => span.parentSpanId === parent.spanId;

  it("continues a sign-in's trace through statements and hashes into a webhook request", async () => {
    await newWebhook(api, `${hooks.origin}/registered?key=secret-of-the-hook`, ['PostRegister']);
    const { traceId, spanId, traceparent } = newTrace();
    const base = server.base('default');
    const visitor = newVisitor({ traceparent });
    const { tokens } = await obtainTokens({ base, client: demoApp(base), username: 'ada', register: true, visitor });

    const submit = await collector.span(traceId, nameIs('experience.submit'), 'the request');
    expect(submit).toMatchObject({
      parentSpanId: spanId,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'tessera.operation': 'experience.submit',
        'tessera.tenant': 'default',
      },
    });
    await collector.span(traceId, nameIs('password hash'), 'the hash');
    const statement = await collector.span(traceId, childOf(submit), 'a statement');
    expect(statement.attributes).toMatchObject({ 'db.system.name': 'postgresql', 'db.query.summary': statement.name });

    const [told] = await hooks.arrived('/registered?key=secret-of-the-hook');
    const job = await collector.span(traceId, nameIs('job webhook'), 'the job');
    expect(job.attributes).toMatchObject({ 'tessera.tenant': 'default', 'tessera.job.outcome': 'removed' });
    const isPost = (span: ReceivedSpan) => span.name === 'POST' && span.parentSpanId === job.spanId;
    const post = await collector.span(traceId, isPost, 'the request of the webhook');
    expect(post.attributes).toMatchObject({
      'http.response.status_code': 200,
      'server.address': new URL(hooks.origin).host,
    });
    expect(told?.headers.traceparent).toBe(`00-${traceId}-${post.spanId}-01`);

    const sent = Buffer.concat(collector.requests.map(({ raw }) => raw)).toString('latin1');
    for (const secret of [password, 'secret-of-the-hook', tokens.access_token, tokens.refresh_token ?? '', 'scope=']) {
      expect(sent).not.toContain(secret);
    }
  });

  it("adds the trace to log lines, without the collector's password", async () => {
    const { traceId, traceparent } = newTrace();
    await fetch(`${server.origin}/oidc/.well-known/openid-configuration`, { headers: { traceparent } });
    const lines = () => server.output().split('\n');
    await expect.poll(() => lines().find((line) => line.includes(`"trace_id":"${traceId}"`))).toContain('"request"');
    expect(collector.requests[0]?.path).toBe('/v1/traces');
    expect(collector.requests[0]?.headers['x-collector-key']).toBe('hunter2!');
    expect(server.output()).not.toContain('hunter2');
  });

  it('continues the trace in requests of scripts', async () => {
    const { traceId, traceparent } = newTrace();
    const script = `const getCustomJwtClaims = async () => {
      const answer = await fetch('${hooks.origin}/script', { method: 'POST', body: '{}' });
      return { status: answer.status };
    };`;
    const body = { tokenType: 'client-credentials', token: {}, script };
    const answer = await api.call('POST', '/configs/jwt-customizer/test', body, { traceparent });
    expect([answer.status, answer.json()]).toEqual([200, { status: 200 }]);
    const run = await collector.span(traceId, nameIs('script'), 'the script');
    expect(run.attributes).toMatchObject({ 'tessera.script.outcome': 'claims' });
    const post = await collector.span(traceId, childOf(run), 'the request of the script');
    const [asked] = await hooks.arrived('/script');
    expect(asked?.headers.traceparent).toBe(`00-${traceId}-${post.spanId}-01`);
  });

  it('starts a new trace for a malformed traceparent', async () => {
    const { traceId } = newTrace();
    const headers = { traceparent: `00-${traceId}-0-01` };
    expect((await fetch(`${server.origin}/oidc/jwks`, { headers })).status).toBe(200);
    await expect.poll(() => collector.spans.some(({ name }) => name === 'oidc.jwks')).toBe(true);
    expect(collector.spansOf(traceId)).toEqual([]);
  });

  it('works with an unavailable collector, which is reported once', async () => {
    const lonely = await startServer({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_BSP_SCHEDULE_DELAY: '50' },
    });
    const warnings = () => lonely.output().match(/traces could not be sent/g) ?? [];
    for (let round = 0; round < 3; round += 1) {
      expect((await fetch(`${lonely.origin}/oidc/jwks`)).status).toBe(200);
      await expect.poll(() => warnings().length).toBe(1);
    }
    expect(await lonely.stop()).toBe(0);
    expect(warnings()).toHaveLength(1);
  });
});

describe('disabled tracing', () => {
  it('propagates no trace', async () => {
    const hooks = await startWebhookReceiver();
    const server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', LOG_LEVEL: 'info' } });
    const api = await managementApi(server);
    await newWebhook(api, `${hooks.origin}/role`, ['Role.Created']);
    const { traceId, traceparent } = newTrace();
    await api.call('POST', '/roles', { name: 'Reader', description: 'Reads' }, { traceparent });
    const [told] = await hooks.arrived('/role');
    expect(told?.headers.traceparent).toBeUndefined();
    expect(server.output()).not.toContain(traceId);
    await hooks.stop();
  });

  it('loads none of its libraries', () => {
    const dist = join(import.meta.dirname, '../../packages/server/dist');
    const read = (file: string) => readFileSync(join(dist, file), 'utf8');
    const loaded = new Set<string>();
    const load = (file: string) => {
      if (loaded.has(file)) return;
      loaded.add(file);
      for (const [, imported = ''] of read(file).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) load(imported);
    };
    const entry = readdirSync(dist).find((file) => /^process-.*\.js$/.test(file)) ?? '';
    load(entry);
    const holdsLibrary = (file: string) => read(file).includes('BatchSpanProcessor');
    expect(readdirSync(dist).filter((file) => file.endsWith('.js') && holdsLibrary(file))).toHaveLength(1);
    expect([...loaded].filter(holdsLibrary)).toEqual([]);
  });
});
