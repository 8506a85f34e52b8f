// The guide that protects an API made with Express, followed to the letter.
import { readFileSync } from 'node:fs';
import { compileGuide } from '@tessera/console/guides/compile';
import { fill, valuesOfApi } from '@tessera/console/guides/values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managementApi, managementResource } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { freePort } from '../harness/cluster.ts';
import { newMachineRole, newResource } from '../harness/roles.ts';
import { startServer, type TestServer } from '../harness/server.ts';
import { tokenRequest } from '../harness/sign-in.ts';
import type { PrintedGuide } from './printed-guide.ts';
import { newProject, type Project } from './project.ts';
import { patience } from './running-guide.ts';

const content = new URL('../../packages/console/src/guides/content/api-express.md', import.meta.url);
const identifier = 'https://orders.example.com';

describe('the guide of an API with Express', () => {
  let server: TestServer;
  let project: Project;
  let origin: string;
  beforeAll(async () => {
    server = await startServer();
    project = newProject();
    const port = await freePort();
    origin = `http://localhost:${port}`;
    const facts = {
      endpoint: server.base('default'),
      namespace: 'tessera',
      managementResource: managementResource('default'),
    };
    const values = { ...valuesOfApi(facts, identifier), appPort: String(port), appOrigin: origin };
    const blocks = compileGuide(readFileSync(content, 'utf8')).steps.flatMap((step) => step.blocks);
    const guide: PrintedGuide = {
      appId: '',
      values,
      blocks: blocks.map((block) => ('code' in block ? { ...block, code: fill(block.code, values) } : block)),
    };
    await project.follow(guide);
    await project.start(guide);
  }, patience);
  afterAll(async () => {
    await project.remove();
    await server.stop();
  });

  const ask = async (path: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${origin}${path}`, { headers });
    return [response.status, await response.text()];
  };

  it('lets in who has a token for it, with the permission, and nobody else', { timeout: patience }, async () => {
    const api = await managementApi(server);
    const orders = await newResource(api, identifier, ['read:orders']);
    const other = await newResource(api, 'https://other.example.com', ['read:orders']);
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    const role = await newMachineRole(api, {
      scopeIds: [orders.scopeId('read:orders'), other.scopeId('read:orders')],
    });
    const tokenFor = async (resource: string, scope = 'read:orders') => {
      const form = { grant_type: 'client_credentials', resource, scope };
      return (await tokenRequest(server.base('default'), machine, form)).body.access_token;
    };
    const without = await tokenFor(identifier);
    expect(await ask('/orders', without)).toEqual([403, '{"error":"insufficient_scope"}']);
    expect(await ask('/profile', without)).toEqual([200, JSON.stringify({ subject: machine.id })]);
    await api.call('POST', `/applications/${machine.id}/roles`, { roleIds: [role.id] });
    const token = await tokenFor(identifier);
    expect(await ask('/orders', token)).toEqual([200, '[{"id":1,"item":"A sturdy box"}]']);
    expect(await ask('/orders')).toEqual([401, '{"error":"token_missing"}']);
    for (const wrong of [await tokenFor(other.indicator), `${token.slice(0, -4)}AAAA`, 'nonsense', api.token]) {
      expect(await ask('/orders', wrong)).toEqual([401, '{"error":"invalid_token"}']);
    }
  });
});
