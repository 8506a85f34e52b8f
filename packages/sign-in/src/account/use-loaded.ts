// Data of a section: loading, failed or there, and read again after a change.
import { useCallback, useEffect, useState } from 'react';
import { Problem } from '../api.ts';
import { signedOut } from './account-api.ts';
import { useAccount } from './account-context.ts';

export type Loaded<T> = { data?: T; failed?: string; reload: () => Promise<void> };

export const useLoaded = <T>(load: () => Promise<T>): Loaded<T> => {
  const { t, endSession } = useAccount();
  const [state, setState] = useState<{ data?: T; failed?: string }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the loader is made on every render and always the same
  const reload = useCallback(async () => {
    try {
      setState({ data: await load() });
    } catch (error) {
      const { code, message } = error instanceof Problem ? error : new Problem('', '');
      if (code === signedOut) endSession();
      else setState({ failed: code === 'network' ? t('error.network') : message || t('error.unknown') });
    }
  }, []);
  useEffect(() => void reload(), [reload]);
  return { ...state, reload };
};
