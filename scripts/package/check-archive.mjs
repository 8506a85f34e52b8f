// Starts an archive as its user would: unpacked elsewhere, without a database, by its launcher without Node or npm on the
// path, and by the command of the npm package with only Node there.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { platforms } from './archive.mjs';

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const systemPath = '/usr/bin:/bin';

/** Starts the program, asks for its pages and stops it. Returns how long the start took. */
const checkStart = async (program, { folder, path, data }) => {
  const began = Date.now();
  const port = await freePort();
  const child = spawn(program, {
    cwd: folder,
    env: { PATH: path, HOME: folder, PORT: String(port), DATA_DIR: join(folder, data) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exited = new Promise((resolve) => child.once('exit', resolve));
  while (!/ is ready at /.test(output)) {
    if (child.exitCode !== null) throw new Error(`${program} does not start: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const took = ((Date.now() - began) / 1000).toFixed(1);
  for (const page of ['/health/ready', '/console', '/oidc/.well-known/openid-configuration']) {
    const { status } = await fetch(`http://localhost:${port}${page}`);
    if (status !== 200) throw new Error(`${page} of ${program} answers ${status}`);
  }
  child.kill('SIGTERM');
  const code = await exited;
  if (code !== 0) throw new Error(`${program} stops with ${code}: ${output}`);
  return took;
};

export const checkArchive = async (archive, platform) => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-archive-'));
  // As root, PostgreSQL runs as another account, which needs access. Images are built as root, without user namespaces.
  chmodSync(folder, 0o755);
  try {
    execFileSync('tar', ['-xzf', archive, '-C', folder]);
    const unpacked = join(folder, basename(archive, '.tar.gz'));
    const took = await checkStart(join(unpacked, 'tessera'), { folder, path: systemPath, data: 'data' });
    // What `npx tessera` runs. npm links it here as it does in a project.
    const command = join(unpacked, 'node_modules/.bin/tessera');
    const node = join(unpacked, 'node_modules', platforms[platform].node, 'bin');
    const tookByCommand = await checkStart(command, { folder, path: `${node}:${systemPath}`, data: 'npx-data' });
    return `started from the archive in ${took} s, as npx tessera in ${tookByCommand} s`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
