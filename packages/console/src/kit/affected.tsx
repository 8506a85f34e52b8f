// Lists what depends on an entity that is about to be deleted, with counts fetched when the dialog opens.
import { Skeleton } from '@mantine/core';
import { type QueryFunction, type QueryKey, useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Page = { total: number };
export type AffectedKind =
  | 'applications'
  | 'members'
  | 'organizations'
  | 'permissions'
  | 'roles'
  | 'sessions'
  | 'tokens'
  | 'users';
type Count = {
  kind: AffectedKind;
  /** A query made by `api.management.listQuery` with `countOnly`. */
  query: { queryKey: QueryKey; queryFn?: (context: never) => Page | Promise<Page> };
};

/** The smallest page: only its total is used. */
export const countOnly = { page: '1', page_size: '1' };

/** A sentence such as "Affects 2 roles and 3 sessions". */
export function useAffectedText() {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return (counts: readonly { kind: AffectedKind; count: number }[]) => {
    const parts = counts.flatMap(({ kind, count }) =>
      count === 0 ? [] : [t(`delete.affected.${kind}`, { count, number: number.format(count) })],
    );
    if (parts.length === 0) return t('delete.affects_nothing');
    return t('delete.affects', { list: new Intl.ListFormat(i18n.language).format(parts) });
  };
}

/** Counts from one answer: the request is sent once for all of them. */
export function countsOf<T>(
  key: QueryKey,
  read: (options: { signal: AbortSignal }) => Promise<T>,
  counts: [Count['kind'], (usage: T) => number][],
): Count[] {
  let usage: Promise<T> | undefined;
  return counts.map(([kind, count]) => ({
    kind,
    query: {
      queryKey: ['usage', ...key, kind],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        usage ??= read({ signal });
        return { total: count(await usage) };
      },
    },
  }));
}

export function Affected({ text, counts }: { text: ReactNode; counts: readonly Count[] }) {
  const affectedText = useAffectedText();
  const answers = useQueries({
    queries: counts.map(({ query: { queryKey, queryFn } }) => ({
      queryKey,
      queryFn: queryFn as QueryFunction<Page>,
      staleTime: 0,
      gcTime: 0,
      // Counting is best effort and must not block deletion.
      meta: { silent: true, endsWithDialog: true },
    })),
  });
  const summary = () => {
    if (answers.some(({ isPending }) => isPending)) return <Skeleton height={12} width="60%" my={4} />;
    if (answers.some(({ isError }) => isError)) return null;
    return affectedText(counts.map(({ kind }, index) => ({ kind, count: answers[index]?.data?.total ?? 0 })));
  };
  return (
    <>
      <p>{text}</p>
      <div role="status">{summary()}</div>
    </>
  );
}
