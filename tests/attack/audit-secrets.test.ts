// The audit log never contains anything sufficient to sign in.
import { beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '../harness/audit-log.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, demoApp, pkce } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

describe('audit log', () => {
  let server: TestServer;
  let base: string;
  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
  });

  it.each(['google_one_tap_credential', 'one_time_token'])('R21 masks %s', async (name) => {
    const value = `eyJhbGciOiJFUzI1NiJ9.${name.replaceAll('_', '')}.c2lnbmF0dXJl`;
    const url = new URL(authorizationUrl({ base, client: demoApp(base) }, pkce().challenge));
    url.searchParams.set(name, value);
    await newVisitor().get(url.href);
    const isIt = ({ payload }: { payload: object }) => name in ((payload as { params?: object }).params ?? {});
    const entries = await auditLog(server, 'default', (all) => all.some(isIt));
    expect(JSON.stringify(entries)).not.toContain(value);
    expect(entries.find(isIt)?.payload).toMatchObject({ params: { [name]: '******' } });
  });
});
