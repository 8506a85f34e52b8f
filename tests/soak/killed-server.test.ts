// F01: the server is killed repeatedly while working. Acknowledged writes are there afterwards, and unfinished ones
// leave nothing behind.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { seededRandom } from '../../scripts/suite/seed.ts';
import { managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/ports.ts';
import { startProcess } from '../harness/process.ts';
import { asSuperuser, startServer } from '../harness/server.ts';

const nodes = 2;
const killsOfEach = 8;
const writersOfEach = 4;

type Written = {
  id: string;
  /** The last acknowledged value. */
  acknowledged: string;
  /** Requested, but not acknowledged. */
  attempted?: string;
};

/** Creates and changes applications until the server is gone, recording what was acknowledged. */
const writeUntilKilled = async (origin: string, token: string, label: string, written: Written[]) => {
  const send = async (method: string, path: string, json: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${origin}/api${path}`, { method, headers, body: JSON.stringify(json) });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} ${body}`);
    return JSON.parse(body) as { id: string };
  };
  for (let number = 0; ; number += 1) {
    const description = `${label} ${number}`;
    const { id } = await send('POST', '/applications', { name: label, type: 'Traditional', description });
    const entry: Written = { id, acknowledged: description };
    written.push(entry);
    for (const change of ['changed', 'changed again']) {
      entry.attempted = `${description} ${change}`;
      await send('PATCH', `/applications/${id}`, { description: entry.attempted });
      entry.acknowledged = entry.attempted;
    }
  }
};

type Row = { id: string; description: string; secrets: string; recorded: string; created: string };
const readStored = (databaseUrl: string) =>
  asSuperuser(databaseUrl, async (client) => {
    const { rows } = await client.query<Row>(`
      select id, description,
        (select count(*) from application_secrets where tenant_id = 'default' and application_id = app.id) as secrets,
        (select after ->> 'description' from change_records
          where tenant_id = 'default' and entity = 'applications' and entity_id = app.id
          order by length(after ->> 'description') desc limit 1) as recorded,
        (select string_agg(entity, ' ' order by entity) from change_records
          where tenant_id = 'default' and operation = 'application.created'
            and split_part(entity_id, '/', 1) = app.id) as created
      from applications as app where tenant_id = 'default' and type = 'Traditional'`);
    const { rows: orphans } = await client.query(`
      select entity_id from change_records where tenant_id = 'default' and entity = 'applications'
        and entity_id not in (select id from applications where tenant_id = 'default')`);
    return { rows, orphans };
  });

it(`F01 loses nothing acknowledged and leaves nothing half done when killed ${nodes * killsOfEach} times under load`, async () => {
  const first = await startServer();
  const { databaseUrl, origin } = first;
  const { token } = await managementApi(first);
  await first.stop();
  const written: Written[][] = Array.from({ length: nodes }, () => []);
  const survivors: unknown[] = [];

  const lane = async (lane: number) => {
    const port = await freePort();
    const random = seededRandom(lane);
    const own = written[lane] ?? [];
    for (let kill = 0; kill < killsOfEach; kill += 1) {
      // One public origin for all, as behind a load balancer.
      const env = { DATABASE_URL: databaseUrl, ENDPOINT: origin, HOST: '127.0.0.1', PORT: String(port) };
      const server = await startProcess({ ...env, LOG_LEVEL: 'error' });
      const writers = Array.from({ length: writersOfEach }, (_, index) =>
        writeUntilKilled(`http://127.0.0.1:${port}`, token, `${lane} ${kill} ${index}`, own).catch((error) => error),
      );
      // At any moment of a write: the random delay is as long as one.
      const enough = own.length + 1 + Math.floor(random() * 6);
      await eventually(() => own.length >= enough, { every: 2 });
      await sleep(random() * 20);
      server.child.kill('SIGKILL');
      await server.exited;
      // A broken connection is expected; an error response is not.
      for (const error of await Promise.all(writers)) if (!(error instanceof TypeError)) survivors.push(error);
    }
  };
  await Promise.all(Array.from({ length: nodes }, (_, index) => lane(index)));
  expect(survivors).toEqual([]);

  // A new start works on what is left.
  const last = await startServer({ databaseUrl, env: { ENDPOINT: origin, HOST: '127.0.0.1' } });
  const answer = await fetch(`http://127.0.0.1:${last.port}/api/applications?page=1&page_size=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { rows, orphans } = await readStored(databaseUrl);
  expect(answer.headers.get('total-number')).toBe(String(rows.length));
  await last.stop();

  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, acknowledged, attempted } of written.flat()) {
    expect([acknowledged, attempted], `${id} was acknowledged`).toContain(byId.get(id)?.description);
  }
  for (const row of rows) {
    expect(row).toMatchObject({ secrets: '1', recorded: row.description, created: 'applicationSecrets applications' });
  }
  expect(orphans).toEqual([]);
});
