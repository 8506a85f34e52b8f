// Starts an archive as its user would: unpacked elsewhere, without Node or npm on the path, without a database.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

export const checkArchive = async (archive) => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-archive-'));
  // As root, PostgreSQL runs as another account, which needs access. Images are built as root, without user namespaces.
  chmodSync(folder, 0o755);
  const began = Date.now();
  try {
    execFileSync('tar', ['-xzf', archive, '-C', folder]);
    const port = await freePort();
    const child = spawn(join(folder, basename(archive, '.tar.gz'), 'tessera'), {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', HOME: folder, PORT: String(port), DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const exited = new Promise((resolve) => child.once('exit', resolve));
    while (!/ is ready at /.test(output)) {
      if (child.exitCode !== null) throw new Error(`the archive does not start: ${output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const took = ((Date.now() - began) / 1000).toFixed(1);
    for (const path of ['/health/ready', '/console', '/oidc/.well-known/openid-configuration']) {
      const { status } = await fetch(`http://localhost:${port}${path}`);
      if (status !== 200) throw new Error(`${path} of the archive answers ${status}`);
    }
    child.kill('SIGTERM');
    const code = await exited;
    if (code !== 0) throw new Error(`the archive stops with ${code}: ${output}`);
    return `started from the archive in ${took} s`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
