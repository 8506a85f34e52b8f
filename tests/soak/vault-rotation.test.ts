// F24: the data key is rotated while two nodes serve. Nothing fails, everything is encrypted with the new key
// afterwards, and an interrupted rotation is completed by the next one.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVault, decrypt } from '@tessera/server/infrastructure/vault/vault';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ManagementApi, managementApi, managementResource } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { eventually } from '../harness/eventually.ts';
import { runCommand, startProcess, vaultKey } from '../harness/process.ts';
import { newDatabase, startServer, type TestServer } from '../harness/server.ts';
import { demoApp, obtainCode, tokenRequest } from '../harness/sign-in.ts';

let databaseUrl: string;
let nodes: [TestServer, TestServer];
let apis: [ManagementApi, ManagementApi];
beforeAll(async () => {
  databaseUrl = await newDatabase();
  const start = () => startServer({ databaseUrl, env: { DATABASE_POOL_SIZE: '4', LOG_LEVEL: 'warn' } });
  nodes = [await start(), await start()];
  apis = [await managementApi(nodes[0]), await managementApi(nodes[1])];
  const [{ origin }] = nodes;
  await obtainCode({ base: origin, client: demoApp(origin), username: 'erika', register: true });
});
afterAll(async () => void (await Promise.all((nodes ?? []).map((node) => node.stop()))));

const signIn = async ({ origin }: TestServer) => {
  const client = demoApp(origin);
  const { code, verifier } = await obtainCode({ base: origin, client, username: 'erika' });
  const { status } = await tokenRequest(origin, client, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: client.redirectUri,
  });
  if (status !== 200) throw new Error(`sign-in: ${status}`);
};

/** A secret sealed by one node is immediately readable by the other. */
const useSecret = async (api: ManagementApi, other: TestServer) => {
  const application = await newApplication(api, { type: 'MachineToMachine' });
  const { status, body } = await tokenRequest(other.origin, application, {
    grant_type: 'client_credentials',
    resource: managementResource('default'),
  });
  // It has no role, so the scope may be refused, but not the secret.
  if (status !== 200 && body.error === 'invalid_client') throw new Error(`secret: ${status} ${JSON.stringify(body)}`);
};

const startWork = () => {
  const state = { running: true, done: [0, 0, 0, 0], failures: [] as string[] };
  const [one, other] = nodes;
  const work = [() => signIn(one), () => signIn(other), () => useSecret(apis[0], other), () => useSecret(apis[1], one)];
  const loops = work.map(async (act, index) => {
    while (state.running) {
      await act().then(
        () => {
          state.done[index] = (state.done[index] ?? 0) + 1;
        },
        (error: Error) => state.failures.push(error.message),
      );
    }
  });
  /** Everything was done twice more, at least once from the beginning. */
  const progress = () => {
    const enough = state.done.map((count) => count + 2);
    return eventually(() => state.done.every((count, index) => count >= (enough[index] ?? 0)));
  };
  return {
    state,
    progress,
    stop: async () => {
      state.running = false;
      await Promise.all(loops);
    },
  };
};

const sealedSecrets = async () =>
  (await nodes[0].query<{ tenant_id: string; value: string }>('select tenant_id, value from application_secrets')).map(
    (row) => ({ tenantId: row.tenant_id, sealed: row.value.replace('$sealed:', '') }),
  );
const storedKey = async () => (await nodes[0].query<{ key: Buffer }>('select key from vault_keys'))[0]?.key as Buffer;
const opens = (key: Buffer) => {
  const vault = createVault(decrypt(Buffer.from(vaultKey, 'base64'), key, 'data key'));
  return ({ tenantId, sealed }: { tenantId: string; sealed: string }) => {
    try {
      return vault.open({ tenantId, column: 'application_secrets.value' }, sealed).length > 0;
    } catch {
      return false;
    }
  };
};

it('F24 rotates while two nodes serve: nothing fails, and nothing is left under the old key', async () => {
  const before = await storedKey();
  const work = startWork();
  await work.progress();
  const { code, output } = await runCommand('rotate-vault-key', { DATABASE_URL: databaseUrl });
  await work.progress();
  await work.stop();
  expect(output).toMatch(/Sealed \d+ values again\nThe key was rotated\n$/);
  expect(code).toBe(0);
  expect(work.state.failures).toEqual([]);
  const after = await storedKey();
  expect(after.length).toBe(before.length);
  const secrets = await sealedSecrets();
  expect(secrets.filter(opens(before))).toEqual([]);
  expect(secrets.every(opens(after))).toBe(true);
});

it('F24 completes an interrupted rotation, and a node can start during one', async () => {
  const before = await storedKey();
  const killed = runCommand('rotate-vault-key', { DATABASE_URL: databaseUrl });
  await expect.poll(async () => (await storedKey()).length).toBe(2 * before.length);
  await nodes[0].query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'tessera rotation' and datname = current_database()`,
  );
  expect((await killed).code).toBe(1);
  const late = await startServer({ databaseUrl, env: { LOG_LEVEL: 'warn' } });
  try {
    await signIn(late);
    const { code, output } = await runCommand('rotate-vault-key', { DATABASE_URL: databaseUrl });
    expect([code, output]).toEqual([0, expect.stringContaining('An earlier rotation was interrupted')]);
    for (const node of [...nodes, late]) await signIn(node);
  } finally {
    await late.stop();
  }
  expect((await sealedSecrets()).every(opens(await storedKey()))).toBe(true);
});

it('F24 replaces the key file of an embedded database next to a running server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-key-file-'));
  const env = { DATA_DIR: folder, SECRET_VAULT_KEK: '' };
  const file = join(folder, 'secret-vault.key');
  try {
    const server = await startProcess(env);
    const before = readFileSync(file, 'utf8');
    const { code, output } = await runCommand('rotate-vault-key', env);
    expect([code, output]).toEqual([0, expect.stringContaining('Replaced the key file')]);
    expect((await fetch(`${server.origin}/oidc/jwks`)).status).toBe(200);
    await server.stop();
    const after = readFileSync(file, 'utf8');
    expect(after).not.toBe(before);
    expect([after.trim().split('\n').length, statSync(file).mode & 0o777]).toEqual([1, 0o600]);
    const again = await startProcess(env);
    expect((await fetch(`${again.origin}/oidc/jwks`)).status).toBe(200);
    await again.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
