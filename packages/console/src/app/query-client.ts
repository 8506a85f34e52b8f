// The query cache, with error handling in one place.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, needsSignIn } from './problem.ts';
import type { ProblemHandling, Problems } from './problems.ts';
import { isMissingPart } from './release.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ProblemHandling;
    mutationMeta: ProblemHandling;
  }
}

/** Errors after which the page cannot continue. */
const endsPage = (error: unknown) => needsSignIn(error) || isMissingPart(error);

// Only network and server errors are retried.
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
    // Run requests while offline, too: a failed request shows an error, but a paused one looks like a broken button.
    defaultOptions: {
      queries: { networkMode: 'always', retry: worthRetrying, staleTime: 10_000, throwOnError: endsPage },
      mutations: { networkMode: 'always', throwOnError: endsPage },
    },
  });
