// Prepares the repository for `start`, `check`, `test`, `all` tests or `interop`: packages, then the build, or the programs that
// tests need. Runs before each of them on any Node version, so it uses only Node itself, and does nothing if nothing
// changed.
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumInstallers, hasChromium } from './chromium.mjs';
import { buildHash, buildStamp, installHash, installStamp, readStamp, root } from './inputs.mjs';
import { causeOf, installArguments, missingPackages, npmCommand, outsideEnvironment } from './install.mjs';
import { missingSystemPackages } from './system-packages.mjs';

const purpose = process.argv[2] ?? 'start';
const major = (version) => Number(/^v?(\d+)/.exec(version)?.[1]);

const fail = (line) => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

// Runs a command with its output in a log file, which is kept only if the command fails.
const quietly = ([program, ...args], name, env = process.env) => {
  const log = join(root, `${name}.log`);
  const file = openSync(log, 'w');
  const { status, signal, error } = spawnSync(program, args, { cwd: root, env, stdio: ['ignore', file, file] });
  closeSync(file);
  if (signal) process.exit(130);
  const text = readFileSync(log, 'utf8') + (error ? `\n${error.message}` : '');
  if (status === 0) rmSync(log);
  return { ok: status === 0, text, log };
};

const errorLine = (text) => {
  const lines = text.trim().split('\n');
  return (lines.find((line) => /\berror\b.*\w/i.test(line) && !line.trim().endsWith(':')) ?? lines.at(-1)).trim();
};

const step = (title, work, onProblem = fail) => {
  const began = Date.now();
  process.stdout.write(`${title} … `);
  const problem = work();
  process.stdout.write(problem ? 'failed\n' : `${((Date.now() - began) / 1000).toFixed(1)} s\n`);
  if (problem) onProblem(problem);
};

const install = () => {
  if (!existsSync(join(root, 'node_modules/.package-lock.json')) || missingPackages().length > 0) {
    step('Installing packages (a minute or two)', () => {
      const { ok, text, log } = quietly([...npmCommand(), ...installArguments], 'install', outsideEnvironment());
      if (!ok) return `The packages could not be installed: ${causeOf(text)}; the full log is ${log}`;
      const missing = missingPackages();
      if (missing.length > 0) return `npm left out ${missing.join(', ')}: check the connection and run it again.`;
      return undefined;
    });
  }
  writeFileSync(installStamp, `${installHash()}\n`);
};

// The Node from node_modules, which the shell also finds first.
const currentNode = () => {
  const packaged = join(root, 'node_modules/.bin/node');
  if (existsSync(packaged)) return packaged;
  if (major(process.version) >= 24) return process.execPath;
  return fail(
    `Node 24 does not come as a package for ${process.platform}-${process.arch}: install Node 24 and run it again.`,
  );
};

const build = () =>
  step('Building', () => {
    const { ok, text, log } = quietly([currentNode(), join(root, 'scripts/build.mjs')], 'build');
    if (ok) return undefined;
    return `The build failed: ${errorLine(text)}; the full log is ${log}`;
  });

// Without it, the tests that need no browser still run.
const warn = (line) => process.stderr.write(`${line}\n`);

const getChromium = () => {
  const { CHROMIUM_PATH: chosen } = process.env;
  if (chosen) fail(`CHROMIUM_PATH is ${chosen}, which does not run: name another or leave it out.`);
  const install = () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    let first;
    for (const commands of chromiumInstallers()) {
      for (const command of commands) {
        const { ok, text } = quietly(command, 'chromium', env);
        if (!ok) first ??= errorLine(text);
        if (!ok) break;
      }
      if (hasChromium()) return undefined;
    }
    return `There is no Chromium and none could be installed (${first}): install it, or set CHROMIUM_PATH to one.`;
  };
  step('Getting a Chromium for the browser tests', install, warn);
};

const getSystemPackages = (missing) =>
  step(
    `Getting system packages for the tests: ${missing.join(', ')}`,
    () => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      const update = quietly(['apt-get', 'update'], 'packages', env);
      const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing];
      const { ok, text } = update.ok ? quietly(install, 'packages', env) : update;
      return ok
        ? undefined
        : `They could not be installed (${errorLine(text)}), so the tests that need them will fail.`;
    },
    warn,
  );

if (!(major(process.version) >= 20)) fail(`Node ${process.version} is too old: install Node 20 or newer.`);
if (readStamp(installStamp) !== installHash()) install();
// The tests build as their first phase.
if (purpose === 'start' && readStamp(buildStamp) !== buildHash()) build();
if (['test', 'all', 'interop'].includes(purpose) && !hasChromium()) getChromium();
if (['test', 'all', 'interop'].includes(purpose)) {
  const missing = missingSystemPackages(purpose);
  if (missing.length > 0) getSystemPackages(missing);
}
