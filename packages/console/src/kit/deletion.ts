// Deletes the thing of a details page after asking, and goes back to its list.
import { type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfirmedAction } from './confirmed-action.ts';

type Deleting = {
  title: string;
  text: string;
  /** What is said when it is done. */
  done: string;
  remove: () => Promise<unknown>;
  list: NonNullable<LinkProps['to']>;
  /** What was known of it. */
  own: QueryFilters;
  /** What else has changed thereby. */
  about: QueryFilters;
};

export function useDeletion() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { ask } = useConfirmedAction<Deleting>({
    question: ({ title, text }) => ({ title, text, confirmLabel: t('general.delete'), danger: true }),
    act: ({ remove }) => remove(),
    doneText: ({ done }) => done,
    onDone: async ({ list, own, about }) => {
      // Whatever was typed belonged to what is no more, so nobody is asked about it.
      await navigate({ to: list, replace: true, ignoreBlocker: true });
      queryClient.removeQueries(own);
      void queryClient.invalidateQueries(about);
    },
  });
  return ask;
}
