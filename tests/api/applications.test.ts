import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type TestServer, useServer } from '../harness/server.ts';

type Application = { id: string; name: string; secret: string; type: string; createdAt: number };

describe('applications', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
  });

  const create = async (body: object): Promise<Application> => {
    const answer = await api.call('POST', '/applications', { name: 'App', type: 'SPA', ...body });
    expect(answer.status, answer.body).toBe(200);
    return answer.json();
  };

  it('creates, reads, changes and deletes one', async () => {
    const { id, secret } = await create({ name: 'Shop', type: 'Traditional' });
    expect(secret).toBe('');
    const changed = await api.call('PATCH', `/applications/${id}`, { description: 'Sells things' });
    expect(changed.json()).toMatchObject({ id, name: 'Shop', description: 'Sells things' });
    expect((await api.call('GET', `/applications/${id}`)).json()).toMatchObject({ id, isAdmin: false });
    expect((await api.call('DELETE', `/applications/${id}`)).status).toBe(204);
    const gone = await api.call('GET', `/applications/${id}`);
    expect([gone.status, gone.json()]).toMatchObject([404, { code: 'entity.not_exists_with_id' }]);
  });

  it('records every change with before and after, without secrets', async () => {
    const { id } = await create({ name: 'Before', type: 'Traditional' });
    await api.call('PATCH', `/applications/${id}`, { name: 'After' });
    const records = await server.query<{ operation: string; entity: string }>(
      `select operation, entity, before, after, actor_type, actor_id from change_records
       where tenant_id = 'default' and entity_id like $1 order by created_at, entity_id`,
      [`${id}%`],
    );
    expect(records.map(({ operation, entity }) => [operation, entity])).toEqual([
      ['application.created', 'applications'],
      ['application.created', 'applicationSecrets'],
      ['application.updated', 'applications'],
    ]);
    expect(records[2]).toMatchObject({
      before: { name: 'Before' },
      after: { name: 'After' },
      actor_type: 'application',
      actor_id: 'm-default',
    });
  });

  it('merges custom data, also concurrently, up to a limit', async () => {
    const { id } = await create({ name: 'Annotated', type: 'SPA', customData: { kept: 1, changed: 1 } });
    const path = `/applications/${id}/custom-data`;
    const answers = await Promise.all([{ changed: 2 }, { added: [3] }].map((body) => api.call('PATCH', path, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const customData = { kept: 1, changed: 2, added: [3] };
    expect((await api.call('PATCH', path, {})).json()).toEqual(customData);
    expect((await api.call('GET', `/applications/${id}`)).json()).toMatchObject({ customData });
    const tooMuch = await api.call('PATCH', path, { text: 'x'.repeat(70_000) });
    expect([tooMuch.status, tooMuch.json()]).toMatchObject([400, { code: 'guard.invalid_input' }]);
    expect((await api.call('PATCH', '/applications/nobody/custom-data', {})).status).toBe(404);
  });

  it('pages with a total and links, newest first', async () => {
    for (let number = 0; number < 5; number += 1) await create({ name: `Paged ${number}` });
    const answer = await api.call('GET', '/applications?search=Paged%25&page=2&page_size=2');
    expect((answer.json() as Application[]).map(({ name }) => name)).toEqual(['Paged 2', 'Paged 1']);
    expect(answer.headers.get('total-number')).toBe('5');
    expect(answer.headers.get('link')).toContain('rel="prev"');
    expect((await api.call('GET', '/applications?page=0')).json()).toMatchObject({ code: 'guard.invalid_pagination' });
    expect((await api.call('GET', '/applications?page_size=101')).status).toBe(400);
  });
});
