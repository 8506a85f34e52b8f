// Runs all measurements and prints one report. A missed target is reported but does not fail the run, since times
// depend on the machine; ratios and CPU time much less so.
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
import { median, rounds } from './load.ts';
import { logGoals, logTable, measureLogs } from './logs.ts';
import { measureMessages, messageGoals, messageTable } from './messages.ts';
import { measurePasswordSignIn, signInGoals, signInTable } from './password-sign-in.ts';
import { canMeasure, memoryOf } from './process-numbers.ts';
import { inspect, type StartUp, startProduct } from './product.ts';
import { measureReads, readGoals, readTable } from './reads.ts';
import { type Goal, goalTable, show, summary, table } from './report.ts';
import { measureSaml, samlGoals, samlTable } from './saml.ts';
import { measureScim, scimGoals, scimTable } from './scim.ts';
import { measureScopes, scopeGoals, scopeTable } from './scopes.ts';
import { measureScripts, scriptGoals, scriptTable } from './scripts.ts';
import { measureSsoLookup, ssoLookupGoals, ssoLookupTable } from './sso-lookup.ts';
import { measureTokens, tokenGoals, tokenTable } from './tokens.ts';
import { measureNodes, nodeGoals, nodeTable } from './two-nodes.ts';
import { importGoals, importTable, measureImports } from './user-imports.ts';
import { measureUsers, userGoals, userTable } from './users.ts';
import { measureWebhooks, webhookGoals, webhookTable } from './webhooks.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);

const startUps = async (dataDir: string) => {
  const cold = await startProduct(dataDir);
  await cold.running.stop();
  const warm: StartUp[] = [];
  for (let round = 1; round < rounds; round += 1) {
    const { running, startUp } = await startProduct(dataDir);
    warm.push(startUp);
    await running.stop();
  }
  const { running, startUp } = await startProduct(dataDir);
  warm.push(startUp);
  const middle = { wall: median(warm.map(({ wall }) => wall)), cpu: median(warm.map(({ cpu }) => cpu)) };
  return { running, cold: cold.startUp, warm: middle };
};

const run = async (dataDir: string) => {
  const goals: Goal[] = [];
  const tell = <N>(numbers: N, tableOf: (numbers: N) => string, goalsOf: (numbers: N) => Goal[]) => {
    say(tableOf(numbers));
    goals.push(...goalsOf(numbers));
  };
  const { running, cold, warm } = await startUps(dataDir);
  try {
    const idle = memoryOf(running.pid);
    say(
      table([
        ['Start-up, to the first answer', 'wall', 'CPU'],
        ['cold: empty data folder', show(cold.wall, 'ms'), show(cold.cpu, 'ms')],
        ['warm', show(warm.wall, 'ms'), show(warm.cpu, 'ms')],
      ]),
    );
    goals.push({ name: 'CPU of a warm start', measured: warm.cpu, limit: 2000, unit: 'ms', digits: 0 });

    const product = await inspect(running, dataDir);
    const { server } = product;
    try {
      tell(await measureTokens(product), tokenTable, tokenGoals);
      tell(await measureReads(server), readTable, readGoals);
      tell(await measureScopes(server), scopeTable, scopeGoals);
      tell(await measureLists(server), listTable, listGoals);
      tell(await measurePasswordSignIn(server), signInTable, signInGoals);
      tell(await measureSsoLookup(server), ssoLookupTable, ssoLookupGoals);
      tell(await measureGateway(server), gatewayTable, gatewayGoals);
      const loaded = memoryOf(running.pid);
      say(
        table([
          ['Memory of the server process', 'resident'],
          ['idle', show(idle, 'MiB')],
          ['after the load', show(loaded, 'MiB')],
        ]),
      );
      goals.push({ name: 'memory after the load', measured: loaded, limit: 238, unit: 'MiB', digits: 0 });
      tell(await measureWebhooks(server), webhookTable, webhookGoals);
      tell(await measureMessages(server), messageTable, messageGoals);
      // Last, because they leave a lot of data in the database.
      tell(await measureUsers(server), userTable, userGoals);
      tell(await measureScim(server), scimTable, scimGoals);
      tell(await measureImports(server), importTable, importGoals);
      tell(await measureDashboard(server), dashboardTable, dashboardGoals);
      tell(await measureLogs(server), logTable, logGoals);
    } finally {
      await product.leave();
    }
  } finally {
    await running.stop();
  }
  // In this process, without the server running.
  tell(await measureScripts(), scriptTable, scriptGoals);
  tell(measureSaml(), samlTable, samlGoals);
  tell(await measureHostileTenant(), hostileTable, hostileGoals);
  tell(await measureNodes(), nodeTable, nodeGoals);
  goals.push(...bundleGoals());
  say(goalTable(goals));
  say(summary(goals));
};

const began = performance.now();
say(`${conditions()}\n`);
const dataDir = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
if (!canMeasure) say('CPU and memory of a process are read from /proc, which this system does not have.\n');
try {
  await run(dataDir);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
say(await guideTable());
say(`Took ${show((performance.now() - began) / 1000, 's')}.`);
