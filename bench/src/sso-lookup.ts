// The enterprise SSO connector of an email address, among 1,000 connectors.
import { managementApi } from '@tessera/tests/harness/api';
import { openInteraction } from '@tessera/tests/harness/interactions';
import { demoApp } from '@tessera/tests/harness/sign-in';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { measure, type Round, warmUp } from './load.ts';
import { backendsOf } from './product.ts';
import { type Goal, show, table } from './report.ts';

const seconds = 2;
const connectors = 1000;

export type SsoLookupNumbers = { lookup: Round };

const fill = async ({ query }: TestServer) => {
  const config = { issuer: 'https://idp.example', clientId: 'bench', clientSecret: 'of the bench' };
  await query(
    `insert into sso_connectors (tenant_id, id, provider_name, connector_name, config, domains)
     select 'default', 'bench' || n, 'OIDC', 'Bench ' || n, $1, jsonb_build_array('company' || n || '.example')
     from generate_series(1, $2::int) as n`,
    [JSON.stringify(config), connectors],
  );
  await query('analyze sso_connectors');
  await query('analyze sso_connector_domains');
};

const clear = async ({ query }: TestServer) => {
  await query(`delete from sso_connectors where tenant_id = 'default' and id like 'bench%'`);
};

export const measureSsoLookup = async (server: TestServer): Promise<SsoLookupNumbers> => {
  const { call } = await managementApi(server);
  await fill(server);
  const enabled = await call('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
  if (enabled.status !== 200) throw new Error(`no enterprise SSO: ${enabled.body}`);
  const interaction = await openInteraction(server.origin, demoApp(server.origin));
  await interaction.call('PUT', '', { interactionEvent: 'SignIn' });
  const path = '/sso-connectors?email=ann%40company700.example';
  const found = await interaction.call('GET', path);
  if (!found.body.includes('"bench700"')) throw new Error(`no connector: ${found.body}`);
  const cookie = interaction.visitor
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const lookup = {
    ...{ pid: server.pid, url: `${server.origin}/api/experience${path}`, headers: { cookie } },
    backends: backendsOf(server),
  };
  await warmUp(lookup);
  const measured = await measure({ lookup }, seconds);
  await call('PATCH', '/sign-in-exp', { singleSignOnEnabled: false });
  await clear(server);
  return measured;
};

export const ssoLookupTable = ({ lookup: { perSecond, cpu, databaseCpu } }: SsoLookupNumbers): string =>
  table([
    ['Enterprise SSO', 'a second', 'CPU each', 'of the database'],
    [
      `connector of an email among ${show(connectors)}`,
      show(perSecond),
      show(cpu, 'ms', 3),
      show(databaseCpu, 'ms', 3),
    ],
  ]);

export const ssoLookupGoals = ({ lookup }: SsoLookupNumbers): Goal[] => [
  { name: 'database CPU of an email lookup', measured: lookup.databaseCpu, limit: 0.4, unit: 'ms', digits: 2 },
];
