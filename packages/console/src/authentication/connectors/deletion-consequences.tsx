// What deleting connectors does: how many users they have, and which sign-in settings stop working.
import { Skeleton } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { type Connector, connectorsQuery, experienceQuery } from '../sign-in-experience/query.ts';
import { useLocalized } from './connector-name.ts';
import classes from './connectors.module.css';
import { usesOf } from './uses.ts';

/** `usage` counts up to this number. */
const countedUsers = 10_000;

/** Users and tokens of the connectors; all of them belong to one provider, so its users are the same. */
function Numbers({ connectors, isLast }: { connectors: readonly Connector[]; isLast: boolean }) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const answers = useQueries({
    queries: connectors.map(({ id }) => ({
      ...api.management.query('/connectors/:id/usage', { params: { id } }),
      staleTime: 0,
      gcTime: 0,
      // Counting is best effort and must not block deletion.
      meta: { silent: true, endsWithDialog: true },
    })),
  });
  if (answers.some(({ isPending }) => isPending)) return <Skeleton height={12} width="60%" my={4} />;
  const found = answers.flatMap(({ data }) => data ?? []);
  const users = isLast ? (found[0]?.users ?? 0) : 0;
  const tokens = found.reduce((sum, usage) => sum + usage.tokens, 0);
  const text = (name: 'users' | 'users_capped' | 'tokens', count: number) =>
    count > 0 && t(`connectors.delete.${name}`, { count, number: new Intl.NumberFormat(i18n.language).format(count) });
  const texts = [text(users < countedUsers ? 'users' : 'users_capped', users), text('tokens', tokens)];
  return texts.filter(Boolean).join(' ');
}

/** Reads the sign-in settings when it opens; they may have changed since the page loaded. */
export function DeletionConsequences({ connectors: removed }: { connectors: readonly Connector[] }) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const name = useLocalized();
  const quiet = { staleTime: 0, meta: { silent: true } };
  const { data: experience } = useQuery({ ...experienceQuery(api), ...quiet });
  const { data: connectors } = useQuery({ ...connectorsQuery(api), ...quiet });
  const [first] = removed;
  if (!first) return null;
  const rest = connectors?.filter(({ id }) => !removed.some((one) => one.id === id));
  const uses = experience && rest && [...new Set(removed.flatMap((one) => usesOf(one, experience, rest)))];
  const list = new Intl.ListFormat(i18n.language).format((uses ?? []).map((use) => t(`connectors.uses.${use}`)));
  const isLast = !rest?.some(({ type, target }) => type === 'Social' && target === first.target);
  return (
    <div className={classes.consequences}>
      <p>
        {t(`connectors.delete.text.${isLast ? first.type : 'Platform'}`, {
          name: name(first.name),
          platform: t(`connectors.platforms.${first.platform ?? 'Universal'}`),
        })}
      </p>
      {first.type === 'Social' && (
        <div role="status">
          <Numbers connectors={removed} isLast={isLast} />
        </div>
      )}
      <p role="status">
        {uses &&
          (uses.length > 0 ? t('connectors.delete.uses', { count: uses.length, list }) : t('connectors.delete.unused'))}
      </p>
    </div>
  );
}
