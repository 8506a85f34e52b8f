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

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

// Large folders name the process that made them: `tessera-embedded-4711-a1B2c3`.
const named = /^tessera-[a-z-]+?(?:-(\d+))?-\w{6}$/;

const isLeft = (folder, maker) => (maker ? !isAlive(Number(maker)) : isOld(folder));

const remove = (folder) => {
  const pid = postmasterOf(folder);
  if (pid) end(pid);
  rmSync(folder, { recursive: true, force: true });
};

export const removeLeftovers = (places = [tmpdir(), '/dev/shm']) => {
  for (const place of places.filter((path) => existsSync(path))) {
    for (const name of readdirSync(place)) {
      const [isOurs, maker] = named.exec(name) ?? [];
      const folder = join(place, name);
      try {
        if (isOurs && isLeft(folder, maker)) remove(folder);
      } catch {
        // Another user's, or gone in the meantime.
      }
    }
  }
};
