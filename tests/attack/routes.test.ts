// The server has exactly the contract's routes.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Described, filled, isCloud, operations } from '../harness/contract.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newVisitor } from '../harness/visitor.ts';

const unknownRoute = [404, 'request.not_found'];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

describe('T04 routes', () => {
  let oss: TestServer;
  let cloud: TestServer;
  beforeAll(async () => {
    [oss, cloud] = [await useServer(), await useServer({ edition: 'cloud' })];
  });

  const addressOf = (one: Described) => {
    const path = filled(one.path);
    if (isCloud(one)) return `${cloud.origin}${path}`;
    // The admin tenant also tells where the others are.
    const isAdmin = one.resource.access === 'me' || one.label === 'wellKnown.endpoints';
    return `${oss.base(isAdmin ? 'admin' : 'default')}${path}`;
  };
  const send = (method: string, url: string) => newVisitor().send(method, url, method === 'GET' ? {} : { json: {} });

  it.each(operations)('serves $label', async (one) => {
    const answer = await send(one.operation.method, addressOf(one));
    if (answer.status >= 400) expect(outcome(answer)).not.toEqual(unknownRoute);
    expect(answer.status).toBeLessThan(500);
  });

  const paths = [...new Map(operations.map((one) => [`${isCloud(one)} ${one.path}`, one])).values()];
  it.each(paths)('serves nothing else at $path', async (one) => {
    // A parameter can have any value, including a literal segment of another path.
    const isAt = ({ path }: Described) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(filled(one.path));
    const served = operations
      .filter((other) => isAt(other) && isCloud(other) === isCloud(one))
      .map(({ operation }) => operation.method as string);
    for (const method of methods.filter((candidate) => !served.includes(candidate))) {
      const answer = await send(method, addressOf(one));
      expect(outcome(answer), `${method} ${one.path}`).toEqual(unknownRoute);
    }
  });

  it.each([
    ...['/api', '/api/', '/api/debug', '/api/health', '/api/metrics', '/api/graphql', '/api/internal', '/api/test'],
    ...[
      '/api/interaction',
      '/api/interaction/sign-in',
      '/api/experience/admin',
      '/api/swagger',
      '/api/docs',
      '/api/v1/applications',
    ],
    ...[
      '/API/applications',
      '/api/Applications',
      '/api/tenants',
      '/api/configs',
      '/me',
      '/me/mfa',
      '/m/default/api/applications',
    ],
  ])('has no %s', async (path) => {
    for (const method of methods) {
      const answer = await send(method, `${oss.origin}${path}`);
      expect([404, 405]).toContain(answer.status);
    }
  });

  it.each([
    ...[
      '/.env',
      '/.git/config',
      '/metrics',
      '/debug',
      '/server-status',
      '/admin',
      '/phpmyadmin',
      '/actuator/env',
      '/config.json',
    ],
    ...[
      '/package.json',
      '/server.js',
      '/src/server.ts',
      '/migrations/0001-tenants.sql',
      '/swagger',
      '/graphql',
      '/springboard',
    ],
  ])('shows no more at %s than the sign-in page', async (path) => {
    const answer = await newVisitor().get(`${oss.origin}${path}`, { accept: 'text/html' });
    if (answer.status === 200) {
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(answer.body).toContain('/sign-in-assets/');
    } else {
      expect(answer.status).toBe(404);
    }
    for (const method of methods.slice(1))
      expect(outcome(await send(method, `${oss.origin}${path}`))).toEqual(unknownRoute);
  });

  it.each([
    '/sign-in-assets/index.html',
    '/console-assets/index.html',
    '/console-assets/',
    '/sign-in-assets/nothing.js',
    '/health',
    '/health/metrics',
    '/health/ready/more',
  ])('has no file %s', async (path) => {
    expect((await newVisitor().get(`${oss.origin}${path}`)).status).toBe(404);
  });

  it.each(['TRACE', 'PROPFIND', 'SEARCH', 'LINK'])('knows no method %s', async (method) => {
    // fetch refuses TRACE.
    if (method === 'TRACE') await expect(send(method, `${oss.origin}/api/status`)).rejects.toThrow();
    else expect((await send(method, `${oss.origin}/api/status`)).status).toBe(404);
  });
});
