// C07: signing keys are rotated under load on two nodes. A verifier that refetches unknown keys can verify every token,
// from any node.
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machineCredentials, managementResource } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/ports.ts';
import { type RunningProcess, startProcess } from '../harness/process.ts';
import { asSuperuser, newDatabase, type TestServer } from '../harness/server.ts';

const audience = managementResource('default');

describe('C07 key rotation under load', () => {
  let nodes: RunningProcess[];
  let ports: [number, number];
  let issuer: string;
  let credentials: Awaited<ReturnType<typeof machineCredentials>>;
  const at = (node: number) => `http://127.0.0.1:${ports[node]}`;

  beforeAll(async () => {
    const databaseUrl = await newDatabase();
    ports = [await freePort(), await freePort()];
    const ENDPOINT = `http://localhost:${ports[0]}`;
    issuer = `${ENDPOINT}/t/admin/oidc`;
    const env = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: '4', ENDPOINT, HOST: '127.0.0.1', LOG_LEVEL: 'error' };
    nodes = await Promise.all(ports.map((port) => startProcess({ ...env, PORT: String(port) })));
    const query = (sql: string, values?: unknown[]) =>
      asSuperuser(databaseUrl, async (client) => (await client.query(sql, values)).rows);
    credentials = await machineCredentials({ query } as unknown as TestServer);
    const second = await machineCredentials({ query } as unknown as TestServer, 'admin');
    machines = { default: credentials, admin: second };
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  });
  let machines: Record<string, typeof credentials>;

  const token = async (node: number, tenantId = 'default'): Promise<string> => {
    const { clientId = '', clientSecret = '' } = machines[tenantId] ?? {};
    const response = await fetch(`${at(node)}/t/admin/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        resource: managementResource(tenantId),
        scope: 'all',
      }),
    });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return ((await response.json()) as { access_token: string }).access_token;
  };

  /** Caches keys like any API, and refetches from one node when a signature names an unknown key. */
  const verifierAt = (node: number) => {
    const known: { keys: JSONWebKeySet } = { keys: { keys: [] } };
    return async (jwt: string) => {
      const { kid } = decodeProtectedHeader(jwt);
      if (!known.keys.keys.some((key) => key.kid === kid)) {
        known.keys = (await (await fetch(`${at(node)}/t/admin/oidc/jwks`)).json()) as JSONWebKeySet;
      }
      await jwtVerify(jwt, createLocalJWKSet(known.keys), { issuer, audience });
    };
  };
  /** The other node's Management API, which verifies with the keys it knows. */
  const apiAt = (node: number) => async (jwt: string) => {
    const response = await fetch(`${at(node)}/api/configs/admin-console`, {
      headers: { authorization: `Bearer ${jwt}` },
    });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  };

  it('no verification fails at either node, through two rotations', async () => {
    const state = { running: true, failures: [] as string[], kids: new Set<string>() };
    const pairs = [
      [0, verifierAt(1)],
      [1, verifierAt(0)],
      [0, apiAt(1)],
      [1, apiAt(0)],
    ] as const;
    const loops = pairs.map(async ([node, verify]) => {
      while (state.running) {
        try {
          const jwt = await token(node);
          await verify(jwt);
          state.kids.add(String(decodeProtectedHeader(jwt).kid));
        } catch (error) {
          state.failures.push(String(error));
        }
      }
    });
    const admin = await token(0, 'admin');
    const call = async (node: number, method: string, path: string, json?: object) => {
      const response = await fetch(`${at(node)}/t/admin/api${path}`, {
        method,
        headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
        ...(json && { body: JSON.stringify(json) }),
      });
      expect(response.status).toBeLessThan(300);
      return response.status === 204 ? [] : ((await response.json()) as { id: string }[]);
    };
    const seen = (count: number) => eventually(() => state.kids.size >= count || state.failures.length > 0);
    await seen(1);
    await call(0, 'POST', '/configs/oidc/private-keys/rotate', { signingKeyAlgorithm: 'EC' });
    await seen(2);
    const rsa = await call(1, 'POST', '/configs/oidc/private-keys/rotate', { signingKeyAlgorithm: 'RSA' });
    expect(decodeProtectedHeader(await token(0)).kid).toBe(rsa[0]?.id);
    await seen(3);
    state.running = false;
    await Promise.all(loops);
    expect(state.failures).toEqual([]);
    expect(state.kids.size).toBe(3);
  });
});
