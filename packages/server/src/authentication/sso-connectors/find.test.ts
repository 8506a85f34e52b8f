// The connectors of an email domain are found by indexes, among many connectors and as the role that serves requests.
import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { useScratchDatabase } from '../../infrastructure/database/scratch-database.ts';
import { become } from '../../infrastructure/database/scratch-server.ts';
import type { Tables } from '../../infrastructure/database/tables.gen.ts';
import { connectorsOfDomain } from './find.ts';

let owner: pg.Client;
let runtime: pg.Client;
useScratchDatabase((scratch) => {
  ({ owner, runtime } = scratch);
});

/** Only writes SQL. */
const writer = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin()],
});

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] };
const stepsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];

const fill = async (tenant: string) => {
  await become(owner, tenant);
  await owner.query(
    `insert into sso_connectors (id, provider_name, connector_name, config, domains)
     select 'connector' || n, 'OIDC', 'Connector ' || n, '{}', jsonb_build_array('company' || n || '.example')
     from generate_series(1, 1000) as n`,
  );
  await owner.query('update sso_connector_domains set verified_at = now()');
};

it.each([true, false])(
  'one query with indexes finds the connector among 1,000 (verification: %s)',
  async (verifies) => {
    for (const tenant of ['a', 'b']) await fill(tenant);
    await owner.query('analyze sso_connectors');
    await owner.query('analyze sso_connector_domains');
    const { sql, parameters } = connectorsOfDomain(writer, 'company7.example', {
      ssoDomainVerification: verifies,
    }).compile();
    const { rows } = await runtime.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${sql}`, [
      ...parameters,
    ]);
    const steps = rows.flatMap((row) => stepsOf(row['QUERY PLAN'][0].Plan));
    expect(steps.filter((step) => step['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(steps.flatMap((step) => step['Index Name'] ?? []).sort()).toEqual([
      'sso_connector_domains_pkey',
      'sso_connectors_pkey',
    ]);
    await become(owner, 'a');
    expect((await runtime.query(sql, [...parameters])).rows).toMatchObject([{ tenant_id: 'a', id: 'connector7' }]);
  },
);
