// System programs that tests run next to the server.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The path of a program; installs its Debian package if missing, which requires root. */
export const systemProgram = (path: string, debianPackage: string): string => {
  if (existsSync(path)) return path;
  const command = `apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ${debianPackage}`;
  if (process.getuid?.() !== 0) throw new Error(`Install what this test needs: apt-get install -y ${debianPackage}`);
  // apt refuses to run twice at the same time.
  const { status, stderr } = spawnSync('flock', ['/tmp/tessera-system-packages', 'sh', '-c', command]);
  if (status !== 0 || !existsSync(path)) throw new Error(`${debianPackage} could not be installed: ${stderr}`);
  return path;
};
