// A setup link of an enterprise SSO connector, and Management API calls with it.
import type { ManagementApi } from './api.ts';
import type { TestServer } from './test-server.ts';
import { newVisitor } from './visitor.ts';

export const inDays = (days: number) => Date.now() + days * 86_400_000;

export const newSetupLink = async (server: TestServer, api: ManagementApi, ssoConnectorId: string) => {
  const path = `/sso-connectors/${ssoConnectorId}/setup-links`;
  const created = await api.call('POST', path, { expiresAt: inDays(7) });
  if (created.status !== 201) throw new Error(`no setup link: ${created.status} ${created.body}`);
  const { id, secretUrl: url } = created.json() as { id: string; secretUrl: string };
  const token = new URL(url).hash.slice(1);
  const visitor = newVisitor();
  const call = (method: string, target: string, json?: unknown, base = server.base('default')) =>
    visitor.send(method, `${base}/api${target}`, {
      headers: { authorization: `Bearer ${token}` },
      ...(json !== undefined && { json }),
    });
  return { id, url, path, token, call };
};
