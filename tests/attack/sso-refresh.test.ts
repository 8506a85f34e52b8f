// R65: identity providers of one tenant that fail or never answer take little of the job that all tenants share.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompanyIdp, startCompanyIdp } from '../harness/company-idp.ts';
import { eventually } from '../harness/eventually.ts';
import { type TestServer, useServer } from '../harness/server.ts';

const count = 1_000;
const mostPerRun = 200;
const mostAtOnce = 10;

describe('R65 the refresh of enterprise SSO', () => {
  let server: TestServer;
  let idp: CompanyIdp;
  const isDone = async () => {
    const [job] = await server.query<{ done: boolean }>(
      // While it runs, it is due again at the end of its lease, which is earlier.
      `select due_at > now() + interval '6 minutes' as done from job_queue where kind = 'sso-refresh'`,
    );
    return job?.done === true;
  };
  beforeAll(async () => {
    idp = await startCompanyIdp();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    await eventually(isDone, { what: 'the run at the start, which would ask some of them' });
    await server.query(
      `insert into sso_connectors (tenant_id, id, provider_name, connector_name, config, domains)
       select 'default', 'connector' || at, 'OIDC', 'Connector ' || at, $1, '[]' from generate_series(1, $2::int) at`,
      [JSON.stringify(idp.config), count],
    );
    await server.query(
      `insert into sso_connector_documents (tenant_id, sso_connector_id, source)
       select tenant_id, id, $1 from sso_connectors`,
      [`${idp.url}/.well-known/openid-configuration`],
    );
  });
  afterAll(() => idp.stop());

  /** All are due, and were fetched this long ago. */
  const expire = (age: string) =>
    server.query(
      `update sso_connector_documents
       set failed_at = null, refresh_at = now() - interval '1 second', fetched_at = now() - interval '${age}'`,
    );
  const run = async () => {
    await eventually(isDone, { what: 'the end of the run before' });
    await server.query(`update job_queue set due_at = now() where kind = 'sso-refresh'`);
    await server.query(`select pg_notify('tessera_changes', 'admin/jobQueue')`);
    await eventually(isDone, { what: 'the end of the run' });
  };
  const failures = async () => {
    const rows = await server.query<{ minutes: number }>(
      `select round(extract(epoch from refresh_at - failed_at) / 60)::int as minutes
       from sso_connector_documents where failed_at is not null`,
    );
    return rows.map(({ minutes }) => minutes);
  };

  it('R65 asks a limited number of providers per tenant and run, and the others next', async () => {
    idp.setOutage('all');
    await expire('1 hour');
    await run();
    const { length } = await failures();
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThanOrEqual(mostPerRun);
    const areAllAsked = async () => {
      await run();
      return (await failures()).length === count;
    };
    await eventually(areAllAsked, { what: 'a request to every provider' });
  });

  it('R65 ends after the first few that do not answer in time', async () => {
    idp.setOutage('slow');
    await expire('1 hour');
    await run();
    expect(await failures()).toHaveLength(mostAtOnce);
  });

  it.each([
    ['1 hour', 10],
    ['4 hours', 180],
    ['30 days', 360],
  ])('R65 waits longer the longer a provider fails: after %s, %i minutes', async (age, minutes) => {
    idp.setOutage('all');
    await expire(age);
    await run();
    const pauses = await failures();
    expect(pauses.length).toBeGreaterThan(0);
    expect(new Set(pauses)).toEqual(new Set([minutes]));
  });
});
