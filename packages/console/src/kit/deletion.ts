// Deletes an entity, shows a toast and refreshes the queries that showed it. On the entity's own page, returns to the
// list.
import { type QueryFilters, useMutation, useQueryClient } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from './confirm.tsx';
import { useListRecall } from './list-memory.tsx';
import { useSuccessToast } from './success-toast.ts';

type Removal = {
  remove: () => Promise<unknown>;
  /** Text of the toast. */
  done: string;
  /** Queries to invalidate. */
  about: readonly QueryFilters[];
  /** Queries to remove from the cache. */
  own?: readonly QueryFilters[];
  /** The list to return to from the entity's page. */
  list?: NonNullable<LinkProps['to']>;
};

/** For callers with their own confirmation dialog. */
export function useRemoval() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const recall = useListRecall();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: ({ remove }: Removal) => remove(),
    onSuccess: async (_, { done, own = [], list }) => {
      toast(done);
      // Skip the unsaved-changes prompt: the entity is gone.
      if (list) await navigate({ to: list, search: recall(list) as never, replace: true, ignoreBlocker: true });
      for (const filters of own) queryClient.removeQueries(filters);
    },
    // After a failure, someone else may have deleted it.
    onSettled: (_, __, { about }) => {
      for (const filters of about) void queryClient.invalidateQueries(filters);
    },
  });
}

export function useDeletion() {
  const { t } = useTranslation();
  const { confirm } = useConfirm();
  const { mutate, isPending } = useRemoval();
  return async ({ title, text, ...removal }: Removal & { title: string; text: ReactNode }) => {
    const question = { title, text, confirmLabel: t('general.delete'), danger: true };
    if (!isPending && (await confirm(question))) mutate(removal);
  };
}
