// How many users have an identity of a connector, and how many lose their stored tokens with it.
import { Skeleton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useServices } from '../../app/services.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { usageQuery, useUsersText } from './token-loss.tsx';

type Props = {
  /** All belong to one provider, so its users are the same. */
  owners: readonly Parameters<typeof usageQuery>[1][];
  /** Whether the users lose this way to sign in. */
  countsUsers: boolean;
};

export function UsageNumbers({ owners, countsUsers }: Props) {
  const { api } = useServices();
  const usersText = useUsersText();
  const answers = useQueries({ queries: owners.map((owner) => usageQuery(api, owner)) });
  if (answers.some(({ isPending, isRefetching }) => isPending || isRefetching))
    return <Skeleton height={12} width="60%" my={4} />;
  const failed = answers.filter(({ isError }) => isError);
  const retry = () => void Promise.all(failed.map(({ refetch }) => refetch()));
  if (failed.length > 0) return <NotLoaded what="users" onRetry={retry} />;
  const found = answers.flatMap(({ data }) => data ?? []);
  const tokens = found.reduce((sum, usage) => sum + usage.tokens, 0);
  const texts = [countsUsers && usersText('users', found[0]?.users ?? 0), usersText('tokens', tokens)];
  return texts.filter(Boolean).join(' ');
}
