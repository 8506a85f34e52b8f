// Lets a session change its ID in one statement. The library deletes the old row first; a session that is not stored at
// that moment can't be ended.
import type Provider from 'oidc-provider';
import { overrideMethod } from './library-overrides.ts';

type Saved = { oldId?: string };
type Save = (this: Saved, ttl: number) => Promise<unknown>;

export const renewSessionsInPlace = (provider: Provider) =>
  overrideMethod<Save>(
    provider,
    'Session#save',
    (save) =>
      function (ttl) {
        delete this.oldId;
        return save.call(this, ttl);
      },
  );
