// The audit log in the Management API: events, changes, filters, paging, and what is never shown.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { eventually } from '../harness/eventually.ts';
import { openInteraction } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

type Entry = {
  id: string;
  key: string;
  createdAt: number;
  tenantId: string;
  payload: Record<string, unknown> & { result: string };
};

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const dayMs = 86_400_000;

describe('logs', () => {
  let server: TestServer;
  let api: ManagementApi;
  let userId: string;
  beforeAll(async () => {
    server = await useServer({ env: { LOG_RETENTION_DAYS: '60' } });
    api = await managementApi(server);
    const base = server.base('default');
    const visitor = newVisitor({ 'user-agent': iphone });
    await obtainTokens({ base, client: demoApp(base), username: 'ada', register: true, visitor });
    const { call } = await openInteraction(base, demoApp(base));
    await call('PUT', '', { interactionEvent: 'SignIn' });
    await call('POST', '/verification/password', { identifier: { type: 'username', value: 'ada' }, password: 'wrong' });
    const [user] = await server.query<{ id: string }>(`select id from users where username = 'ada'`);
    userId = String(user?.id);
    // The last entry.
    await eventually(async () => (await list('logKey=Interaction.SignIn.Verification')).length > 0);
  });

  const get = (query: string) => api.call('GET', `/logs?${query}`);
  const list = async (query: string): Promise<Entry[]> => {
    const answer = await get(`page_size=100&${query}`);
    expect(answer.status, answer.body).toBe(200);
    return answer.json();
  };
  const read = async (id: string): Promise<Entry> => (await api.call('GET', `/logs/${id}`)).json();
  /** Inserts `count` entries as the server writes them, one per millisecond until `until`. */
  const write = (tenantId: string, key: string, count: number, until = Date.now(), payload: object = {}) =>
    server.query(
      `insert into logs (tenant_id, id, key, payload, created_at)
       select $1, left(md5($2 || n || $4::text), 21), $2, $5::jsonb || jsonb_build_object('key', $2, 'result', 'Success'),
         to_timestamp(($4::bigint - n) / 1000.0)
       from generate_series(1, $3::int) as n`,
      [tenantId, key, count, until, JSON.stringify(payload)],
    );

  describe('events', () => {
    it('come newest first, filtered by user, application, event and group', async () => {
      const all = await list('');
      const times = all.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      expect(all[0]).toMatchObject({ tenantId: 'default', payload: { result: expect.any(String) } });
      const keys = async (query: string) => new Set((await list(query)).map(({ key }) => key));
      expect(await keys('logKey=Interaction.Register')).toContain('Interaction.Register.Submit');
      expect(await keys('logKey=Interaction.Register')).not.toContain('Interaction.Create');
      expect(await keys('logKey=Interaction.Register.Submit')).toEqual(new Set(['Interaction.Register.Submit']));
      expect(await keys('logKey=Interaction.Regis')).toEqual(new Set());
      expect(await keys('applicationId=demo-app&logKey=ExchangeTokenBy')).toEqual(
        new Set(['ExchangeTokenBy.AuthorizationCode']),
      );
      expect(await keys('applicationId=another')).toEqual(new Set());
      expect(await keys(`applicationId=demo-app&userId=nobody`)).toEqual(new Set());
      expect(await keys('')).toEqual(await keys('logKey=&userId=&applicationId='));
    });

    it('name the user as soon as the step knows them, also after a wrong password', async () => {
      const ofAda = await list(`userId=${userId}`);
      expect(ofAda.map(({ key, payload: { result } }) => `${key} ${result}`)).toEqual(
        expect.arrayContaining([
          'Interaction.Register.Identifier.Submit Success',
          'Interaction.Register.Submit Success',
          'ExchangeTokenBy.AuthorizationCode Success',
          'Interaction.SignIn.Verification.Password.Submit Error',
        ]),
      );
      expect(ofAda.every(({ payload }) => payload.userId === userId)).toBe(true);
    });

    it('are filtered by time, to the millisecond', async () => {
      const all = await list('');
      const middle = all[Math.floor(all.length / 2)]?.createdAt ?? 0;
      const [older, newer] = [await list(`to=${middle}`), await list(`from=${middle + 1}`)];
      expect([...newer, ...older]).toEqual(all);
      expect(newer.length).toBeGreaterThan(0);
      expect(older.length).toBeGreaterThan(0);
      expect(await list(`from=${middle}&to=${middle - 1}`)).toEqual([]);
      for (const bad of ['from=yesterday', 'to=-1', 'from=1.5', 'to=9e99']) expect((await get(bad)).status).toBe(400);
    });

    it('include the device when one is read', async () => {
      const [entry] = await list(`logKey=Interaction.Register.Submit`);
      expect((entry as Entry).payload).not.toHaveProperty('userAgentParsed');
      expect(await read(String(entry?.id))).toEqual({
        ...entry,
        payload: {
          ...entry?.payload,
          userAgentParsed: {
            browser: { name: 'Safari', version: '18.1' },
            os: { name: 'iOS', version: '18.1' },
            device: { type: 'mobile', model: 'iPhone' },
          },
        },
      });
      const missing = await api.call('GET', '/logs/nobody-wrote-this');
      expect([missing.status, missing.json()]).toMatchObject([404, { code: 'entity.not_exists_with_id' }]);
    });

    it('exclude webhook deliveries, which can be read individually', async () => {
      await write('default', 'TriggerHook.User.Created', 3, Date.now(), { hookId: 'hook' });
      expect((await list('')).map(({ key }) => key)).not.toContain('TriggerHook.User.Created');
      expect(await list('logKey=TriggerHook.User.Created')).toEqual([]);
      const [row] = await server.query<{ id: string }>(`select id from logs where key like 'TriggerHook%' limit 1`);
      expect(await read(String(row?.id))).toMatchObject({
        key: 'TriggerHook.User.Created',
        payload: { hookId: 'hook' },
      });
    });

    it('past their retention are hidden immediately', async () => {
      await write('default', 'RevokeToken', 1, Date.now() - 61 * dayMs);
      await write('default', 'RevokeToken', 1, Date.now() - 59 * dayMs);
      const kept = await list('logKey=RevokeToken&from=0');
      expect(kept).toHaveLength(1);
      const rows = await server.query<{ id: string }>(`select id from logs where key = 'RevokeToken'`);
      const statuses = await Promise.all(rows.map(async ({ id }) => (await api.call('GET', `/logs/${id}`)).status));
      expect(statuses.sort()).toEqual([200, 404]);
    });
  });

  describe('pages', () => {
    const total = 10_300;
    let first: number;
    beforeAll(async () => {
      first = Date.now() - 10 * dayMs;
      await write('admin', 'Interaction.Create', total, first);
      await write('admin', 'Interaction.SignIn.Submit', 7, first - dayMs);
    });
    const pageOf = async (query: string) => {
      const admin = await managementApi(server, 'admin');
      return admin.call('GET', `/logs?to=${first}&${query}`);
    };

    it('have an exact total up to the count limit, and links', async () => {
      const rare = await pageOf('logKey=Interaction.SignIn&page=2&page_size=5');
      expect(rare.headers.get('total-number')).toBe('7');
      expect(rare.json() as Entry[]).toHaveLength(2);
      expect(rare.headers.get('link')).toMatch(/page=1.*rel="first".*rel="prev".*rel="last"/);
      expect(rare.headers.get('next-cursor')).toBeNull();
      const many = await pageOf('page=2');
      expect(many.headers.get('total-number')).toBe('10001');
      expect(many.headers.get('link')).toContain('rel="next"');
      // Paging continues beyond the counted entries.
      const last = await pageOf('page=104&page_size=100');
      expect((last.json() as Entry[]).map(({ key }) => key)).toContain('Interaction.SignIn.Submit');
      for (const bad of ['page=0', 'page_size=101', 'page=100001&page_size=100', 'cursor=x', 'cursor=zzzzzzzzzzz.a']) {
        const answer = await pageOf(bad);
        expect([bad, answer.status, answer.json()]).toMatchObject([bad, 400, { code: 'guard.invalid_pagination' }]);
      }
    });

    it('are traversed completely by cursor, without duplicates or gaps', async () => {
      const admin = await managementApi(server, 'admin');
      const seen: string[] = [];
      let url = `/logs?to=${first}&page_size=100&logKey=Interaction&page=1`;
      for (let pages = 0; url !== '' && pages < 200; pages += 1) {
        const answer = await admin.call('GET', url);
        expect(answer.status, answer.body).toBe(200);
        seen.push(...(answer.json() as Entry[]).map(({ id }) => id));
        const cursor = answer.headers.get('next-cursor');
        // New entries don't shift the pages.
        if (pages === 1) await write('admin', 'Interaction.Create', 250, Date.now());
        url = cursor === null ? '' : `/logs?to=${first}&page_size=100&logKey=Interaction&cursor=${cursor}`;
        expect(answer.headers.get('total-number') === null).toBe(pages > 0);
      }
      expect(seen).toHaveLength(total + 7);
      expect(new Set(seen).size).toBe(total + 7);
      // The same in one export.
      const whole = await admin.call('GET', `/log-exports?to=${first}&logKey=Interaction&format=ndjson`);
      const lines = whole.body.trim().split('\n');
      expect(lines.map((line) => (JSON.parse(line) as Entry).id)).toEqual(seen);
      expect(whole.headers.get('next-cursor')).toBeNull();
    });
  });

  describe('exports', () => {
    const file = (query: string) => api.call('GET', `/log-exports?${query}`);

    it('contain the filtered list as JSON lines or CSV', async () => {
      for (const query of [`userId=${userId}`, 'logKey=ExchangeTokenBy&applicationId=demo-app', 'logKey=Change']) {
        const shown = await list(query);
        const lines = await file(`${query}&format=ndjson`);
        expect(lines.headers.get('content-type')).toBe('application/x-ndjson');
        const entries = lines.body
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Entry);
        expect(entries.length).toBeGreaterThan(0);
        expect(entries).toMatchObject(shown);
        const table = await file(query);
        expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
        const rows = table.body.trim().split('\r\n');
        expect(rows[0]).toMatch(/^id,createdAt,key,/);
        expect(rows.slice(1).map((row) => row.split(',').slice(0, 3))).toEqual(
          shown.map(({ id, createdAt, key }) => [id, new Date(createdAt).toISOString(), key]),
        );
      }
      expect((await file('userId=nobody')).body.trim().split('\r\n')).toHaveLength(1);
      expect((await file('userId=nobody&format=ndjson')).body).toBe('');
      for (const bad of ['format=xlsx', 'from=yesterday', 'cursor=x']) {
        expect([bad, (await file(bad)).status]).toEqual([bad, 400]);
      }
    });

    it('include changes before and after', async () => {
      const { id } = await newApplication(api, { type: 'SPA', name: 'Earlier' });
      await api.call('PATCH', `/applications/${id}`, { name: 'Later' });
      const { body, headers } = await file('logKey=Change.Application.Updated&format=ndjson');
      expect(headers.get('content-disposition')).toBe('attachment; filename="audit-log-changes.ndjson"');
      const [newest = ''] = body.split('\n');
      expect(JSON.parse(newest).payload).toMatchObject({
        ...{ entityId: id, before: { name: 'Earlier' }, after: { name: 'Later' }, actor: { id: 'm-default' } },
      });
      const [, row] = (await file('logKey=Change.Application.Updated')).body.split('\r\n');
      expect(row).toContain(`,applications,${id},application,m-default,`);
    });

    it('contain no CSV formulas', async () => {
      const userAgent = `=HYPERLINK("https://evil.example","Click")`;
      await write('default', 'RevokeToken', 1, Date.now(), { userId: 'formula', userAgent, ip: '@SUM(1)' });
      const { body } = await file('userId=formula');
      expect(body).toContain(`,'@SUM(1),"'=HYPERLINK(""https://evil.example"",""Click"")",`);
    });

    it('are split at a limit, with a cursor for the next part', async () => {
      const until = Date.now() - 20 * dayMs;
      await write('default', 'RevokeToken', 1203, until);
      const next = async (query: string) => {
        const answer = await file(`logKey=RevokeToken&from=${until - dayMs}&to=${until}&format=ndjson${query}`);
        return { lines: answer.body.trim().split('\n'), cursor: answer.headers.get('next-cursor') };
      };
      const one = await next('&limit=1200');
      const other = await next(`&limit=1200&cursor=${one.cursor}`);
      expect([one.lines.length, other.lines.length, other.cursor]).toEqual([1200, 3, null]);
      expect([...one.lines, ...other.lines]).toEqual((await next('&limit=1203')).lines);
      expect((await next('&limit=1203')).cursor).toBeNull();
      for (const bad of ['limit=0', 'limit=100001', 'limit=all']) expect((await file(bad)).status).toBe(400);
    });
  });

  describe('changes', () => {
    it('are returned only on request, with their actor', async () => {
      const { id } = await newApplication(api, { type: 'Traditional', name: 'Before' });
      await api.call('PATCH', `/applications/${id}`, { name: 'After' });
      expect((await list('')).filter(({ key }) => key.startsWith('Change'))).toEqual([]);
      const changes = (await list('logKey=Change')).filter(({ payload }) => String(payload.entityId).startsWith(id));
      expect(changes.map(({ key, payload: { entity } }) => [key, entity])).toEqual([
        ['Change.Application.Updated', 'applications'],
        ...(['applications', 'applicationSecrets'] as const)
          .map((entity) => ['Change.Application.Created', entity])
          .sort((a, b) => changesOrder(changes, a[1]) - changesOrder(changes, b[1])),
      ]);
      const [updated] = await list('logKey=Change.Application.Updated');
      expect(updated?.payload).toEqual({
        ...{ key: 'Change.Application.Updated', result: 'Success', applicationId: 'm-default' },
        ...{
          operation: 'application.updated',
          entity: 'applications',
          entityId: id,
          entityName: 'After',
          ip: '127.0.0.1',
        },
        ...{ requestId: expect.any(String), actor: { type: 'application', id: 'm-default', name: expect.any(String) } },
      });
      expect(await list('logKey=Change.Application&applicationId=m-default')).not.toEqual([]);
      expect(await list('logKey=Change.Application&userId=m-default')).toEqual([]);
      expect(await list('logKey=Change.Role')).toEqual([]);
      expect(await list('logKey=Change.Nothing.Known')).toEqual([]);
      expect((await read(String(updated?.id))).payload).toMatchObject({
        before: { name: 'Before' },
        after: { name: 'After' },
      });
      expect((await read(String(updated?.id))).payload.after).not.toHaveProperty('searchText');
    });
    const changesOrder = (changes: Entry[], entity: string | undefined) =>
      changes.findIndex(({ key, payload }) => key.endsWith('Created') && payload.entity === entity);

    it('do not include sign-in steps', async () => {
      const [{ count } = { count: 0 }] = await server.query<{ count: number }>(
        `select count(*)::int as count from change_records
         where tenant_id = 'default' and operation = 'user.registered'`,
      );
      expect(count).toBeGreaterThan(0);
      expect((await list('logKey=Change')).map(({ key }) => key)).not.toContain('Change.User.Registered');
    });

    it('A51 never contain a secret, whatever changes', async () => {
      const { id } = await newApplication(api, { type: 'MachineToMachine' });
      const secrets = [];
      for (const name of ['One', 'Two']) {
        const { value } = (await api.call('POST', `/applications/${id}/secrets`, { name })).json() as { value: string };
        secrets.push(value);
      }
      const { value } = (
        await api.call('POST', `/users/${userId}/personal-access-tokens`, { name: 'Laptop' })
      ).json() as { value: string };
      const environmentVariables = { apiKey: 'a-key-for-the-script' };
      const script = 'const getCustomJwtClaims = () => ({});';
      await api.call('PUT', '/configs/jwt-customizer/access-token', { script, environmentVariables });
      const config = { endpoint: 'https://mail.example.com', authorization: 'a-mail-password' };
      await api.call('POST', '/connectors', { connectorId: 'http-email', config });
      const customData = { password: { old: 'one-of-before' }, client_secret: 'hidden-in-data', accessTokenTtl: 60 };
      await api.call('PATCH', `/applications/${id}`, { customData });
      const kept = await Promise.all((await list('logKey=Change')).map((entry) => read(entry.id)));
      const text = JSON.stringify(kept) + (await api.call('GET', '/log-exports?logKey=Change')).body;
      expect(text).toContain('personalAccessTokens');
      expect(text).toContain('"accessTokenTtl":60');
      const hidden = [...secrets, value, 'a-key-for-the-script', 'a-mail-password', 'one-of-before', 'hidden-in-data'];
      for (const secret of hidden) expect(text).not.toContain(secret);
    });
  });

  it('F12 a log that cannot be written affects no request, is reported, and is written later', async () => {
    const base = server.base('default');
    await server.query(`
      create function refuse() returns trigger language plpgsql as $$ begin
        raise exception 'the log is full' using errcode = 'disk_full';
      end $$;
      create trigger refuse before insert on logs for each statement execute function refuse()`);
    const { tokens } = await obtainTokens({ base, client: demoApp(base), username: 'grace', register: true });
    expect(tokens.access_token).toBeTruthy();
    await eventually(() => /the log is full.*audit entries could not be written/.test(server.output()));
    const [user] = await server.query<{ id: string }>(`select id from users where username = 'grace'`);
    expect(await list(`userId=${user?.id}`)).toEqual([]);
    await server.query('drop trigger refuse on logs');
    await eventually(async () => (await list(`userId=${user?.id}&logKey=ExchangeTokenBy`)).length === 1);
  });
});
