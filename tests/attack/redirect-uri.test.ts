// Authorization responses go only to an exactly matching registered URI.
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, pkce } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';
import { redirectVariants } from './redirect-variants.ts';

const registered = 'https://app.example.com/callback';
const withQuery = 'https://app.example.com/callback?tenant=1';

describe('redirect URIs', () => {
  let server: TestServer;
  let base: string;
  let web: Application;
  let confidential: Application;
  let native: Application;

  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
    const api = await managementApi(server);
    web = await newApplication(api, {
      type: 'SPA',
      redirectUris: [registered, withQuery, 'http://localhost:3000/callback'],
    });
    confidential = await newApplication(api, { type: 'Traditional', redirectUris: [registered] });
    native = await newApplication(api, {
      type: 'Native',
      redirectUris: [
        'http://127.0.0.1/callback',
        'http://localhost:5000/cb',
        'http://[::1]/callback',
        'com.example.app://callback',
      ],
    });
  });

  const urlFor = (client: Application, redirectUri: string, extra: Record<string, string> = {}) =>
    authorizationUrl({ base, client: { ...client, redirectUri }, extra }, pkce().challenge);
  const open = (client: Application, redirectUri: string, accept: string) =>
    newVisitor().get(urlFor(client, redirectUri), { accept });
  const leadsToSignIn = async (client: Application, redirectUri: string) => {
    const answer = await open(client, redirectUri, 'text/html');
    return answer.status === 303 && new URL(answer.headers.get('location') ?? base, base).pathname === '/sign-in';
  };

  it('accepts each registered one', async () => {
    for (const uri of [registered, withQuery, 'http://localhost:3000/callback']) {
      expect([uri, await leadsToSignIn(web, uri)]).toEqual([uri, true]);
    }
  });

  it.each(redirectVariants(registered))('A01 rejects %s', async (_, uri) => {
    const page = await open(web, uri, 'text/html');
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.body).not.toMatch(/http-equiv="refresh"/i);
    const json = await open(web, uri, 'application/json');
    expect([json.status, json.headers.get('location')]).toEqual([400, null]);
    expect((json.json() as { error: string }).error).toMatch(/^invalid_(redirect_uri|request)$/);
  });

  it.each(redirectVariants(registered))('A01 rejects %s in a pushed request', async (_, uri) => {
    const response = await fetch(`${base}/oidc/request`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: confidential.id,
        client_secret: confidential.clientSecret,
        redirect_uri: uri,
        response_type: 'code',
        scope: 'openid',
      }),
    });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    expect(await response.json()).not.toHaveProperty('request_uri');
  });

  it.each([
    ['an added parameter', `${withQuery}&x=1`],
    ['another value', `${withQuery}2`],
    ['another order of parameters', 'https://app.example.com/callback?x=1&tenant=1'],
    ['a doubled parameter', `${withQuery}&tenant=2`],
    ['a semicolon', `${withQuery};x=1`],
  ])('A01 rejects a registered query with %s', async (_, uri) => {
    const page = await open(web, uri, 'text/html');
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
  });

  it('A01 sends no error to an unregistered URI', async () => {
    for (const extra of [
      { scope: 'nonsense' },
      { response_type: 'token' },
      { prompt: 'none' },
      { response_mode: 'form_post' },
    ]) {
      const page = await newVisitor().get(
        urlFor(web, 'https://evil.example/', extra as unknown as Record<string, string>),
        {
          accept: 'text/html',
        },
      );
      expect([page.status, page.headers.get('location')]).toEqual([400, null]);
      expect(page.body).not.toContain('action="https://evil.example');
    }
  });

  it.each([
    'http://127.0.0.1:49152/callback',
    'http://127.0.0.1:1/callback',
    'http://localhost:8400/cb',
    'http://localhost/cb',
    'http://[::1]:61023/callback',
    'com.example.app://callback',
  ])('A02 a native application can use any loopback port: %s', async (uri) => {
    expect(await leadsToSignIn(native, uri)).toBe(true);
  });

  it.each([
    ['https', 'https://127.0.0.1:49152/callback'],
    ['another loopback name', 'http://localhost:49152/callback'],
    ['another loopback address', 'http://127.0.0.2:49152/callback'],
    ['any address', 'http://0.0.0.0:49152/callback'],
    ['a decimal address', 'http://2130706433:49152/callback'],
    ['a hexadecimal address', 'http://0x7f.1:49152/callback'],
    ['an octal address', 'http://0177.0.0.1:49152/callback'],
    ['a short address', 'http://127.1:49152/callback'],
    ['a long IPv6 form', 'http://[0:0:0:0:0:0:0:1]:49152/callback'],
    ['a mapped address', 'http://[::ffff:127.0.0.1]:49152/callback'],
    ['another path', 'http://127.0.0.1:49152/callback/'],
    ['a dot segment', 'http://127.0.0.1:49152/./callback'],
    ['an encoded letter', 'http://127.0.0.1:49152/%63allback'],
    ['a query', 'http://127.0.0.1:49152/callback?x=1'],
    ['a fragment', 'http://127.0.0.1:49152/callback#x'],
    ['a user', 'http://user@127.0.0.1:49152/callback'],
    ['the address as user', 'http://127.0.0.1:49152@evil.example/callback'],
    ['the address as prefix', 'http://127.0.0.1.evil.example:49152/callback'],
    ['an upper-case scheme', 'HTTP://127.0.0.1:49152/callback'],
    ['a backslash', 'http://127.0.0.1:49152\\callback'],
    ['a tab in the port', 'http://127.0.0.1:49\t152/callback'],
    ['a port too large', 'http://127.0.0.1:65536/callback'],
    ['a trailing dot', 'http://localhost.:5000/cb'],
    ['an upper-case name', 'http://LOCALHOST:5000/cb'],
    ['another scheme of its own', 'com.example.other://callback'],
    ['more behind its own scheme', 'com.example.app://callback/more'],
    ['its own scheme in upper case', 'COM.example.app://callback'],
  ])('A02 rejects a native application %s', async (_, uri) => {
    const page = await open(native, uri, 'text/html');
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
  });

  it.each(['http://localhost:3001/callback', 'http://localhost/callback', 'http://127.0.0.1:3000/callback'])(
    'A02 a web application cannot use another port: %s',
    async (uri) => {
      const page = await open(web, uri, 'text/html');
      expect([page.status, page.headers.get('location')]).toEqual([400, null]);
    },
  );
});
