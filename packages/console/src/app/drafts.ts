// Unsaved input, stored in this tab per user: it survives signing in again, a reload and a new release.
import type { Settings } from './settings.ts';

/** The ETag and values the form started with, and the current values. */
export type Draft<Values> = { etag: string; before: Values; values: Values };
export type Drafts = ReturnType<typeof createDrafts>;

const prefixOf = ({ wire }: Pick<Settings, 'wire'>) => `${wire.storageKey('draft')}:`;
const ownPrefix = (settings: Pick<Settings, 'wire'>, user: unknown) => `${prefixOf(settings)}${user}:`;

/** Removes the drafts of all other users, or of everyone when no user is given. */
export function keepDraftsOf(settings: Pick<Settings, 'wire'>, user?: unknown) {
  for (const key of Object.keys(sessionStorage)) {
    const isOthers = user === undefined || !key.startsWith(ownPrefix(settings, user));
    if (key.startsWith(prefixOf(settings)) && isOthers) sessionStorage.removeItem(key);
  }
}

const isAlike = (one: unknown, other: unknown) =>
  typeof one === typeof other && Array.isArray(one) === Array.isArray(other);

/** Keeps only the fields the form still has, since the draft may come from an earlier release. */
const fitDraft = <Values extends object>(kept: object, current: Values): Values => {
  const fields = Object.entries(kept).filter(([name, value]) => isAlike(value, current[name as keyof Values]));
  return { ...current, ...Object.fromEntries(fields) };
};

export function createDrafts(settings: Settings, session: { claims: () => { sub?: unknown } }) {
  const keyOf = (name: string) => `${ownPrefix(settings, session.claims().sub)}${name}`;
  return {
    read<Values extends object>(name: string, current: Values): Draft<Values> | undefined {
      try {
        const { etag, before, values } = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '') as Draft<object>;
        return { etag, before: fitDraft(before, current), values: fitDraft(values, current) };
      } catch {
        return undefined;
      }
    },
    keep(name: string, draft: Draft<object>) {
      try {
        sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
      } catch {
        // Storage is full; the form itself still holds the values.
      }
    },
    drop: (name: string) => sessionStorage.removeItem(keyOf(name)),
  };
}
