// Runs an API made by following an API guide next to a server, for the duration of the tests.
import { readFileSync } from 'node:fs';
import { compileGuide } from '@tessera/console/authentication/guides/compile';
import type { ApiGuideMeta } from '@tessera/console/authentication/guides/registry';
import { sampleOf } from '@tessera/console/authentication/guides/sample';
import { fill, valuesOfApi } from '@tessera/console/authentication/guides/values';
import { afterAll, beforeAll, expect } from 'vitest';
import { managementApi, managementResource } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { freePort } from '../harness/ports.ts';
import { newMachineRole, newResource } from '../harness/roles.ts';
import { startServer, type TestServer } from '../harness/server.ts';
import { tokenRequest } from '../harness/sign-in.ts';
import type { PrintedGuide } from './printed-guide.ts';
import { newProject, type Project } from './project.ts';
import { checkLock, patience } from './running-guide.ts';

const identifier = 'https://orders.example.com';
const content = (id: string) =>
  new URL(`../../packages/console/src/authentication/guides/content/${id}.md`, import.meta.url);

const print = (id: string, endpoint: string, port: number): PrintedGuide => {
  const facts = { endpoint, namespace: 'tessera', managementResource: managementResource('default') };
  const values = {
    ...valuesOfApi(facts, identifier),
    appPort: String(port),
    appOrigin: `http://localhost:${port}`,
  };
  const guide = compileGuide(readFileSync(content(id), 'utf8'));
  const blocks = guide.steps.flatMap((step) => step.blocks);
  return {
    appId: '',
    values,
    sample: sampleOf(guide, id, values),
    blocks: blocks.map((block) => ('code' in block ? { ...block, code: fill(block.code, values) } : block)),
  };
};

type Options = {
  /** Prepended to PATH. */
  path?: string;
  /** Prerequisites before the guide begins. */
  before?: (project: Project, guide: PrintedGuide) => Promise<void>;
};

export const useProtectedApi = (id: ApiGuideMeta['id'], { path = '', before }: Options = {}) => {
  let server: TestServer;
  let project: Project;
  let guide: PrintedGuide;
  beforeAll(async () => {
    server = await startServer();
    project = newProject({ path });
    guide = print(id, server.base('default'), await freePort());
    await before?.(project, guide);
    await project.follow(guide, id);
    checkLock(id, guide, project);
    await project.start(guide);
  }, patience);
  afterAll(async () => {
    await project.remove();
    await server.stop();
  });

  const ask = async (address: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${guide.values.appOrigin}${address}`, { headers });
    return [response.status, response.status === 200 ? await response.json() : undefined] as const;
  };

  /** Checks that only tokens with the permission are accepted. */
  return async () => {
    const api = await managementApi(server);
    const orders = await newResource(api, identifier, ['read:orders']);
    const other = await newResource(api, 'https://other.example.com', ['read:orders']);
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    const role = await newMachineRole(api, {
      scopeIds: [orders.scopeId('read:orders'), other.scopeId('read:orders')],
    });
    const tokenFor = async (resource: string) => {
      const form = { grant_type: 'client_credentials', resource, scope: 'read:orders' };
      return (await tokenRequest(server.base('default'), machine, form)).body.access_token;
    };
    const without = await tokenFor(identifier);
    expect(await ask('/orders', without)).toEqual([403, undefined]);
    expect(await ask('/profile', without)).toEqual([200, { subject: machine.id }]);
    await api.call('POST', `/applications/${machine.id}/roles`, { roleIds: [role.id] });
    const token = await tokenFor(identifier);
    expect(await ask('/orders', token)).toEqual([200, [{ id: 1, item: 'A sturdy box' }]]);
    expect(await ask('/orders')).toEqual([401, undefined]);
    const [head, body] = token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`;
    for (const wrong of [await tokenFor(other.indicator), `${head}.${body}.AAAA`, unsigned, 'nonsense', api.token]) {
      expect(await ask('/orders', wrong), wrong).toEqual([401, undefined]);
    }
  };
};
