#!/usr/bin/env node
// Starts Tessera, or runs one of its commands (`tessera rotate-vault-key`, `tessera admin`). Needs Node 24, which is included as a
// package for machines with an older version.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const major = Number(/^v(\d+)/.exec(process.version)?.[1]);
const program = process.platform === 'win32' ? 'node.exe' : 'node';

const packagedNode = () => {
  const { resolve } = createRequire(import.meta.url);
  for (const name of [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`]) {
    try {
      const file = join(dirname(resolve(`${name.replace('win32', 'win')}/package.json`)), 'bin', program);
      if (existsSync(file)) return file;
    } catch {
      // A different name, or no package for this platform.
    }
  }
  return undefined;
};

const node = major >= 24 ? process.execPath : packagedNode();
if (!node) {
  process.stderr.write(`Tessera needs Node 24 or newer; this is ${process.version}.\n`);
  process.exit(1);
}
const server = join(
  import.meta.dirname ?? dirname(new URL(import.meta.url).pathname),
  '../packages/server/dist/server.js',
);
const words = ['--max-semi-space-size=8', '--max-old-space-size=1536', server, ...process.argv.slice(2)];
const child = spawn(node, words, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
