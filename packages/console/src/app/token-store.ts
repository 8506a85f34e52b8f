// Stores the session's tokens in local storage, so that a reload or a second tab stays signed in.

type Stored = { token: string; expiresAt: number };
export type Received = { idToken?: string | undefined; refreshToken?: string | undefined };

// Tokens about to expire are not used, because they may expire in transit.
const margin = 10_000;

export function createTokenStore(storageKey: (name: string) => string) {
  const keys = {
    id: storageKey('id_token'),
    refresh: storageKey('refresh_token'),
    access: storageKey('access_tokens'),
  };

  const readAccess = (): Record<string, Stored> => {
    try {
      return JSON.parse(localStorage.getItem(keys.access) ?? '{}') as Record<string, Stored>;
    } catch {
      return {};
    }
  };

  return {
    isIdToken: (key: string | null) => key === keys.id,
    idToken: () => localStorage.getItem(keys.id) ?? undefined,
    refreshToken: () => localStorage.getItem(keys.refresh) ?? undefined,
    accessToken(audience: string) {
      const stored = readAccess()[audience];
      return stored && stored.expiresAt - margin > Date.now() ? stored.token : undefined;
    },
    save({ idToken, refreshToken }: Received) {
      if (idToken !== undefined) localStorage.setItem(keys.id, idToken);
      if (refreshToken !== undefined) localStorage.setItem(keys.refresh, refreshToken);
    },
    saveAccess(audience: string, token: string, lifetime: number) {
      const expiresAt = Date.now() + lifetime * 1000;
      localStorage.setItem(keys.access, JSON.stringify({ ...readAccess(), [audience]: { token, expiresAt } }));
    },
    dropAccess: () => localStorage.removeItem(keys.access),
    clear() {
      for (const key of Object.values(keys)) localStorage.removeItem(key);
    },
  };
}
