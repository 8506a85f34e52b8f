// CAPTCHA queries. A missing provider is not an error.
import { queryOptions } from '@tanstack/react-query';
import type { CaptchaProvider } from '@tessera/contract/captcha-provider';
import type { Api, Versioned } from '../../app/api.ts';
import { ApiProblem } from '../../app/problem.ts';

export type StoredProvider = Versioned<CaptchaProvider>;

export const providerQuery = (api: Api) =>
  queryOptions({
    queryKey: ['management', '/captcha-provider'] as const,
    queryFn: async (): Promise<StoredProvider | null> => {
      try {
        return await api.management.get('/captcha-provider');
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null;
        throw error;
      }
    },
    meta: { panel: true },
  });
