// Upgrades from an earlier release (`npm run test:upgrade -- v1.33.0`, a tag or a commit): builds it in a temporary
// worktree, and replaces its nodes by nodes of this build while users sign in and administrators write.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './inputs.mjs';
import { run } from './run.mjs';

const [earlier] = process.argv.slice(2);
const test = 'tests/soak/rolling-upgrade.test.ts';

const fail = (line) => {
  process.stderr.write(`${line}\n`);
  return 1;
};

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

const upgradeFrom = async (checkout) => {
  const { status, stderr } = git('worktree', 'add', '--detach', checkout, earlier);
  if (status !== 0) return fail(`Git can't check out ${earlier}: ${stderr.trim()}`);
  // As its users build it, with the packages of its own lockfile.
  const ready = [process.execPath, 'scripts/ready.mjs', 'start'];
  const built = await run(ready, { root: checkout, show: true });
  if (built.code !== 0) return fail(`${earlier} can't be built here.`);
  const vitest = ['vitest', 'run', '--project', 'soak', test];
  return (await run(vitest, { env: { TEST_DATABASE: 'embedded', EARLIER_BUILD: checkout }, show: true })).code;
};

if (earlier === undefined) {
  process.exitCode = fail('Name the tag or commit to upgrade from: npm run test:upgrade -- v1.33.0');
} else {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-earlier-'));
  const checkout = join(folder, 'checkout');
  process.exitCode = await upgradeFrom(checkout);
  git('worktree', 'remove', '--force', checkout);
  rmSync(folder, { recursive: true, force: true });
}
