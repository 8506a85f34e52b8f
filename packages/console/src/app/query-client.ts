// The cache of what the servers said. Failures end in one place, whichever page asked.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, needsSignIn } from './problem.ts';
import type { ProblemHandling, Problems } from './problems.tsx';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ProblemHandling;
    mutationMeta: ProblemHandling;
  }
}

// An answer is an answer; only a failure on the way, or of the server itself, is worth a second try.
const worthRetrying = (failures: number, error: unknown) =>
  failures < 1 && !needsSignIn(error) && !(error instanceof ApiProblem && error.status < 500);

export const createQueryClient = (problems: Problems) =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta, state }) => {
        const hasPanel = meta?.panel === true && state.data === undefined;
        problems.report(error, hasPanel ? { ...meta, silent: true } : meta);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => problems.report(error, meta),
    }),
    // Without a connection too: a request that fails says so, one that waits for better times looks like a broken button.
    defaultOptions: {
      queries: { networkMode: 'always', retry: worthRetrying, staleTime: 10_000, throwOnError: needsSignIn },
      mutations: { networkMode: 'always', throwOnError: needsSignIn },
    },
  });
