// Applications authenticate only with their named secrets.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi, managementResource } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newVisitor } from '../harness/visitor.ts';

const stringsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
};

describe('R02 with all named secrets deleted', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  /** Each application with every value that a response or the database contains. */
  let machine: Application & { guesses: string[] };
  let site: Application & { guesses: string[] };

  const withoutSecrets = async (type: 'MachineToMachine' | 'Traditional') => {
    const application = await newApplication(api, { type });
    if (type === 'MachineToMachine') await api.call('PATCH', `/applications/${application.id}`, { isAdmin: true });
    const removed = await api.call('DELETE', `/applications/${application.id}/secrets/Default%20secret`);
    expect(removed.status).toBe(204);
    expect((await api.call('GET', `/applications/${application.id}/secrets`)).json()).toEqual([]);
    const answers = [
      (await api.call('GET', `/applications/${application.id}`)).json(),
      (await api.call('GET', '/applications')).json(),
    ];
    const rows = await server.query('select to_jsonb(a) as row from applications a where id = $1', [application.id]);
    const known = stringsOf([answers, rows]).filter((text) => /^[\x21-\x7e]{1,64}$/.test(text));
    return {
      ...application,
      guesses: [...new Set([application.clientSecret, application.id, '#internal:', ...known])],
    };
  };

  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    machine = await withoutSecrets('MachineToMachine');
    site = await withoutSecrets('Traditional');
  });

  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
  });
  const plainBasic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  });
  const send = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    newVisitor().send('POST', `${base}/oidc/${path}`, { form, headers });
  const machineForm = () => ({
    grant_type: 'client_credentials',
    resource: managementResource('default'),
    scope: 'all',
  });
  const exchangeForm = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: 'x',
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  };
  const ways: Record<string, (guess: string) => ReturnType<typeof send>> = {
    'client credentials, Basic': (guess) => send('token', machineForm(), basic(machine.id, guess)),
    'client credentials, Basic without encoding': (guess) =>
      send('token', machineForm(), plainBasic(machine.id, guess)),
    'client credentials, body': (guess) =>
      send('token', { ...machineForm(), client_id: machine.id, client_secret: guess }),
    'token exchange, Basic': (guess) => send('token', exchangeForm, basic(site.id, guess)),
    'token exchange, body': (guess) => send('token', { ...exchangeForm, client_id: site.id, client_secret: guess }),
    'authorization code': (guess) =>
      send(
        'token',
        { grant_type: 'authorization_code', code: 'x', redirect_uri: site.redirectUri },
        basic(site.id, guess),
      ),
    'refresh token': (guess) =>
      send('token', { grant_type: 'refresh_token', refresh_token: 'x' }, basic(site.id, guess)),
    introspection: (guess) => send('token/introspection', { token: 'x' }, basic(site.id, guess)),
    'introspection, body': (guess) =>
      send('token/introspection', { token: 'x', client_id: site.id, client_secret: guess }),
    revocation: (guess) => send('token/revocation', { token: 'x' }, basic(site.id, guess)),
    'pushed authorization': (guess) =>
      send(
        'request',
        { response_type: 'code', redirect_uri: site.redirectUri, scope: 'openid' },
        basic(site.id, guess),
      ),
  };

  it.each(Object.keys(ways))('R02 nothing authenticates: %s', async (way) => {
    const { guesses } = way.startsWith('client') ? machine : site;
    for (const guess of guesses) {
      const answer = await ways[way]?.(guess);
      const { error } = JSON.parse(answer?.body || '{}') as { error?: string };
      expect([guess, answer?.status, error]).toEqual([guess, 401, 'invalid_client']);
    }
  });

  it('R02 a new secret authenticates, so the refusals are meaningful', async () => {
    for (const { id } of [machine, site]) {
      const added = await api.call('POST', `/applications/${id}/secrets`, { name: 'New' });
      const { value } = added.json() as { value: string };
      const answer = await send('token/introspection', { token: 'x' }, basic(id, value));
      expect([answer.status, answer.json()]).toEqual([200, { active: false }]);
    }
  });

  it('R02 no response and no column contains a placeholder', async () => {
    const listed = (await api.call('GET', '/applications')).json() as { secret: string }[];
    expect(listed.length).toBeGreaterThan(1);
    expect(new Set(listed.map(({ secret }) => secret))).toEqual(new Set(['']));
    const rows = await server.query(`select 1 from applications a where to_jsonb(a)::text like '%#internal:%'`);
    expect(rows).toEqual([]);
  });
});
