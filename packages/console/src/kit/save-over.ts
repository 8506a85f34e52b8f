// Saves on top of the version that a form started with. If a newer version exists, merges with it, or lets the user
// decide when there are conflicts.
import type { Versioned } from '../app/api.ts';
import { ApiProblem } from '../app/problem.ts';

const isOutdated = (error: unknown) => error instanceof ApiProblem && error.status === 412;
/** After this many lost races, report the conflict. */
const attempts = 4;

type Saving<Entity, Saved> = {
  /** The version that the form started with. */
  known: string;
  /** The version the page has, which may be newer. */
  current: Versioned<Entity>;
  read: () => Promise<Versioned<Entity>>;
  write: (base: Versioned<Entity>) => Promise<Saved>;
  canMerge: (stored: Versioned<Entity>) => boolean;
};

export async function saveOver<Entity, Saved>(saving: Saving<Entity, Saved>) {
  const { known, current, read, write, canMerge } = saving;
  let base = current.etag === known ? current : await read();
  for (let attempt = 1; ; attempt += 1) {
    if (base.etag !== known && !canMerge(base)) return { newer: base };
    try {
      return { saved: await write(base) };
    } catch (error) {
      if (!isOutdated(error) || attempt === attempts) throw error;
    }
    base = await read();
  }
}
