// The cache of what the servers said. Failures end in one place, whichever page asked.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, needsSignIn } from './problem.ts';
import type { ProblemHandling, Problems } from './problems.tsx';
import { isMissingPart } from './release.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ProblemHandling;
    mutationMeta: ProblemHandling;
  }
}

/** Nothing on the page can go on without this. */
const endsPage = (error: unknown) => needsSignIn(error) || isMissingPart(error);

// An answer is an answer; only a failure on the way, or of the server itself, is worth a second try.
const worthRetrying = (failures: number, error: unknown) =>
  failures < 1 && !endsPage(error) && !(error instanceof ApiProblem && error.status < 500);

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
      queries: { networkMode: 'always', retry: worthRetrying, staleTime: 10_000, throwOnError: endsPage },
      mutations: { networkMode: 'always', throwOnError: endsPage },
    },
  });
