// Removes what killed test runs left behind: folders, and the PostgreSQL servers in them.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A run takes less than an hour.
const maxAgeMs = 6 * 3_600_000;

const isOld = (path) => Date.now() - statSync(path).mtimeMs > maxAgeMs;

const postmasterOf = (folder) => {
  const files = ['postgres/postmaster.pid', 'data/postmaster.pid'].map((file) => join(folder, file));
  const found = files.find((file) => existsSync(file));
  return found && Number(readFileSync(found, 'utf8').split('\n')[0]);
};

const end = (pid) => {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch {
    // It has ended already.
  }
};

export const removeLeftovers = (places = [tmpdir(), '/dev/shm']) => {
  for (const place of places.filter((path) => existsSync(path))) {
    for (const name of readdirSync(place).filter((entry) => /^tessera-[a-z-]+-\w{6}$/.test(entry))) {
      const folder = join(place, name);
      if (!isOld(folder)) continue;
      const pid = postmasterOf(folder);
      if (pid) end(pid);
      rmSync(folder, { recursive: true, force: true });
    }
  }
};
