// F01: servers are killed while importing users. Afterwards every user exists once, with one change record and one
// webhook event, whichever node did how much.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { startProcess } from '../harness/process.ts';
import { asSuperuser, startServer } from '../harness/server.ts';
import { userImports } from '../harness/user-imports.ts';
import { waitingFor } from '../harness/waiting-statements.ts';
import { newWebhook } from '../harness/webhook-receiver.ts';

const users = 8_000;
const kills = 3;
const broken = 1_000;

/** One invalid row at regular intervals. */
const rows = Array.from({ length: users }, (_, at) =>
  at % broken === broken - 1 ? '!,' : `user_${at},user_${at}@example.com`,
);
const file = `username,primaryEmail\n${rows.join('\n')}\n`;
const good = users - users / broken;

it(`F01 an import of ${users} users survives ${kills} kills, without losses or duplicates`, async () => {
  const first = await startServer();
  const { databaseUrl, origin, query } = first;
  const api = await managementApi(first);
  const { token } = api;
  // Delay deliveries so that they can be counted.
  await query(`
    create function wait_an_hour() returns trigger language plpgsql as $$
    begin new.due_at = now() + interval '1 hour'; return new; end $$;
    create trigger wait_an_hour before insert on job_queue for each row
    when (new.kind = 'webhook') execute function wait_an_hour()`);
  // Batches can be held while they insert users.
  await query(`
    create function wait_for_holder() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(1); return null; end $$;
    create trigger wait_for_holder after insert on users for each statement execute function wait_for_holder()`);
  await newWebhook(api, 'https://example.com', ['User.Created']);
  const { id } = (await userImports({ origin, token }).upload(file)).json<{ id: string }>();
  const count = async (sql: string) => Number((await query<{ count: string }>(sql))[0]?.count);
  const countCreated = () => count(`select count(*) from users where tenant_id = 'default'`);
  const env = { DATABASE_URL: databaseUrl, ENDPOINT: origin, HOST: '127.0.0.1', LOG_LEVEL: 'error' };

  let running: Pick<typeof first, 'child' | 'exited'> = first;
  for (let kill = 0; kill < kills; kill += 1) {
    await asSuperuser(databaseUrl, async (holder) => {
      await holder.query('select pg_advisory_lock(1)');
      await eventually(async () => (await waitingFor(holder)).length > 0);
      running.child.kill('SIGKILL');
      await running.exited;
    });
    running = await startProcess(env);
  }
  const [left] = await query<{ status: string }>('select status from user_imports');
  expect(left?.status, 'the kills came too late').toBe('importing');

  // Two nodes finish the rest.
  const [one, other] = [await startProcess(env), running as Awaited<ReturnType<typeof startProcess>>];
  const done = await userImports({ origin: `http://127.0.0.1:${one.port}`, token }).ended(id);
  await Promise.all([one.stop(), other.stop()]);
  expect(done).toMatchObject({
    ...{ status: 'finished', rowCount: users, createdCount: good, conflictCount: 0, invalidCount: users / broken },
  });
  expect(await countCreated()).toBe(good);
  expect(
    await count(
      `select count(*) from (select entity_id from change_records where operation = 'user.created' and entity = 'users'
         and request_id = 'user-import/${id}' group by entity_id having count(*) = 1) as recorded`,
    ),
  ).toBe(good);
  const told = `select count(*), count(distinct (payload ->> 'body')::jsonb -> 'data' ->> 'id') as users
    from jobs where kind = 'webhook'`;
  expect(await query(told)).toEqual([{ count: String(good), users: String(good) }]);
  expect(await count('select count(*) from user_import_problems')).toBe(users / broken);
  expect(await count('select count(*) from user_import_chunks')).toBe(0);
});

it('F01 an interrupted upload leaves nothing behind', async () => {
  const server = await startServer();
  const { token } = await managementApi(server);
  const leaving = new AbortController();
  const endless = new ReadableStream({
    pull: async (controller) => {
      controller.enqueue(Buffer.alloc(200_000, 'x'));
      await sleep(5);
    },
  });
  const uploading = fetch(`${server.origin}/api/user-imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: endless,
    duplex: 'half',
    signal: leaving.signal,
  } as RequestInit).catch((error: Error) => error.name);
  await eventually(async () => (await server.query('select from user_import_chunks')).length > 2);
  leaving.abort();
  expect(await uploading).toBe('AbortError');
  await eventually(async () => (await server.query('select from user_imports')).length === 0);
  expect(await server.query('select from user_import_chunks')).toEqual([]);
  expect(server.output()).not.toMatch(/"level":(50|60)/);
  await server.stop();
});
