// What somebody has typed and not saved yet, kept in this tab: it is there again after signing in anew, after a reload,
// and after a new release. Nobody else who signs in here finds it.
import type { Session } from './session.ts';
import type { Settings } from './settings.ts';

/** The version that the form began with, its values then, and what is typed now. */
export type Draft<Values> = { etag: string; before: Values; values: Values };
export type Drafts = ReturnType<typeof createDrafts>;

const prefixOf = ({ wire }: Pick<Settings, 'wire'>) => `${wire.storageKey('draft')}:`;
const ownPrefix = (settings: Pick<Settings, 'wire'>, user: unknown) => `${prefixOf(settings)}${user}:`;

/** Only what this person has typed stays; without a person, nothing. */
export function keepDraftsOf(settings: Pick<Settings, 'wire'>, user?: unknown) {
  for (const key of Object.keys(sessionStorage)) {
    const isOthers = user === undefined || !key.startsWith(ownPrefix(settings, user));
    if (key.startsWith(prefixOf(settings)) && isOthers) sessionStorage.removeItem(key);
  }
}

const isAlike = (one: unknown, other: unknown) =>
  typeof one === typeof other && Array.isArray(one) === Array.isArray(other);

/** The fields that the form has today, as far as the draft has them; it may be from an earlier release. */
const fitted = <Values extends object>(kept: object, current: Values): Values => {
  const fields = Object.entries(kept).filter(([name, value]) => isAlike(value, current[name as keyof Values]));
  return { ...current, ...Object.fromEntries(fields) };
};

export function createDrafts(settings: Settings, session: Session) {
  const keyOf = (name: string) => `${ownPrefix(settings, session.claims().sub)}${name}`;
  return {
    read<Values extends object>(name: string, current: Values): Draft<Values> | undefined {
      try {
        const { etag, before, values } = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '') as Draft<object>;
        return { etag, before: fitted(before, current), values: fitted(values, current) };
      } catch {
        return undefined;
      }
    },
    keep(name: string, draft: Draft<object>) {
      try {
        sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
      } catch {
        // The browser has no room for it; the form itself still has everything.
      }
    },
    drop: (name: string) => sessionStorage.removeItem(keyOf(name)),
  };
}
