// Saves on top of the version that a form began with. Where somebody else has saved meanwhile, it is saved on top of
// theirs if they left alone what the form shows; otherwise the person decides.
import type { Versioned } from '../app/api.ts';
import { ApiProblem } from '../app/problem.ts';

const isOutdated = (error: unknown) => error instanceof ApiProblem && error.status === 412;
/** Whoever is overtaken this often is told so. */
const attempts = 4;

type Saving<Entity, Saved> = {
  /** The version that the form began with. */
  known: string;
  /** What is at hand, which need not be that version. */
  current: Versioned<Entity>;
  read: () => Promise<Versioned<Entity>>;
  write: (base: Versioned<Entity>) => Promise<Saved>;
  isUntouched: (stored: Versioned<Entity>) => boolean;
};

export async function saveOver<Entity, Saved>(saving: Saving<Entity, Saved>) {
  const { known, current, read, write, isUntouched } = saving;
  let base = current.etag === known ? current : await read();
  for (let attempt = 1; ; attempt += 1) {
    if (base.etag !== known && !isUntouched(base)) return { newer: base };
    try {
      return { saved: await write(base) };
    } catch (error) {
      if (!isOutdated(error) || attempt === attempts) throw error;
    }
    base = await read();
  }
}
