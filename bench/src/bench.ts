// Runs the measurements, all or those named, and prints one report: `npm run bench -- gateway scim`. A missed target is
// reported but does not fail the run, since times depend on the machine; ratios and CPU time much less so.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleGoals } from './bundles.ts';
import { conditions } from './conditions.ts';
import { dashboardGoals, dashboardTable, measureDashboard } from './dashboard.ts';
import { gatewayGoals, gatewayTable, measureGateway } from './gateway.ts';
import { guideTable } from './guides.ts';
import { hostileGoals, hostileTable, measureHostileTenant } from './hostile-tenant.ts';
import { listGoals, listTable, measureLists } from './lists.ts';
import { logGoals, logTable, measureLogs } from './logs.ts';
import { measureMessages, messageGoals, messageTable } from './messages.ts';
import { measurePasswordSignIn, signInGoals, signInTable } from './password-sign-in.ts';
import { canMeasure, memoryOf } from './process-numbers.ts';
import { type Inspected, inspect, startProduct } from './product.ts';
import { measureReads, readGoals, readTable } from './reads.ts';
import { type Goal, goalTable, show, summary, table } from './report.ts';
import { measureSaml, samlGoals, samlTable } from './saml.ts';
import { measureScim, scimGoals, scimTable } from './scim.ts';
import { measureScopes, scopeGoals, scopeTable } from './scopes.ts';
import { measureScripts, scriptGoals, scriptTable } from './scripts.ts';
import { measureSsoLookup, ssoLookupGoals, ssoLookupTable } from './sso-lookup.ts';
import { measureStartUp, startUpGoals, startUpTable } from './start-up.ts';
import { measureTokens, tokenGoals, tokenTable } from './tokens.ts';
import { measureNodes, nodeGoals, nodeTable } from './two-nodes.ts';
import { importGoals, importTable, measureImports } from './user-imports.ts';
import { measureUsers, userGoals, userTable } from './users.ts';
import { measureWebhooks, webhookGoals, webhookTable } from './webhooks.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);
const goals: Goal[] = [];

/** Measures, prints the table and keeps the targets for the end of the report. */
const step =
  <P, N>(measure: (product: P) => N | Promise<N>, tableOf: (numbers: N) => string, goalsOf: (numbers: N) => Goal[]) =>
  async (product: P) => {
    const numbers = await measure(product);
    say(tableOf(numbers));
    goals.push(...goalsOf(numbers));
  };

const memoryTable = (resident: number) =>
  table([
    ['Memory of the server process', 'resident'],
    ['after the load', show(resident, 'MiB')],
  ]);
const memoryGoals = (measured: number): Goal[] => [
  { name: 'memory after the load', measured, limit: 238, unit: 'MiB', digits: 0 },
];

/** Against one running product, in this order: the later ones leave a lot of data in the database. */
const onProduct: Record<string, (product: Inspected) => Promise<void>> = {
  tokens: step(measureTokens, tokenTable, tokenGoals),
  reads: step(({ server }) => measureReads(server), readTable, readGoals),
  scopes: step(({ server }) => measureScopes(server), scopeTable, scopeGoals),
  lists: step(({ server }) => measureLists(server), listTable, listGoals),
  'password-sign-in': step(({ server }) => measurePasswordSignIn(server), signInTable, signInGoals),
  'sso-lookup': step(({ server }) => measureSsoLookup(server), ssoLookupTable, ssoLookupGoals),
  gateway: step(({ server }) => measureGateway(server), gatewayTable, gatewayGoals),
  memory: step(({ server }) => memoryOf(server.pid), memoryTable, memoryGoals),
  webhooks: step(({ server }) => measureWebhooks(server), webhookTable, webhookGoals),
  messages: step(({ server }) => measureMessages(server), messageTable, messageGoals),
  scim: step(({ server }) => measureScim(server), scimTable, scimGoals),
  'user-imports': step(({ server }) => measureImports(server), importTable, importGoals),
  users: step(({ server }) => measureUsers(server), userTable, userGoals),
  dashboard: step(({ server }) => measureDashboard(server), dashboardTable, dashboardGoals),
  logs: step(({ server }) => measureLogs(server), logTable, logGoals),
};

/** They start what they need themselves. */
const onTheirOwn: Record<string, (nothing: undefined) => Promise<void>> = {
  'start-up': step(measureStartUp, startUpTable, startUpGoals),
  scripts: step(measureScripts, scriptTable, scriptGoals),
  saml: step(measureSaml, samlTable, samlGoals),
  'hostile-tenant': step(measureHostileTenant, hostileTable, hostileGoals),
  'two-nodes': step(measureNodes, nodeTable, nodeGoals),
  bundles: async () => void goals.push(...bundleGoals()),
  guides: async () => say(await guideTable()),
};

const names = [...Object.keys(onProduct), ...Object.keys(onTheirOwn)];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  say(`There is no measurement ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(2);
}
const chosen = <S>(steps: Record<string, S>): S[] =>
  Object.entries(steps).flatMap(([name, run]) => (asked.length === 0 || asked.includes(name) ? [run] : []));

const measureProduct = async (steps: ((product: Inspected) => Promise<void>)[]) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
  const { running } = await startProduct(dataDir);
  try {
    const product = await inspect(running, dataDir);
    try {
      for (const run of steps) await run(product);
    } finally {
      await product.leave();
    }
  } finally {
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const began = performance.now();
say(`${conditions()}\n`);
if (!canMeasure) say('CPU and memory of a process are read from /proc, which this system does not have.\n');
const productSteps = chosen(onProduct);
if (productSteps.length > 0) await measureProduct(productSteps);
for (const run of chosen(onTheirOwn)) await run(undefined);
if (goals.length > 0) say(`${goalTable(goals)}\n${summary(goals)}`);
say(`Took ${show((performance.now() - began) / 1000, 's')}.`);
