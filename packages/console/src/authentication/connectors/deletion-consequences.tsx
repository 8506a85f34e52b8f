// What deleting connectors does: how many users they have, and which sign-in settings stop working.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { type Connector, connectorsQuery, experienceQuery } from '../sign-in-experience/query.ts';
import { useLocalized } from './connector-name.ts';
import classes from './connectors.module.css';
import { NotLoaded } from './not-loaded.tsx';
import { UsageNumbers } from './usage-numbers.tsx';
import { usesOf } from './uses.ts';

/** Reads the sign-in settings when it opens; they may have changed since the page loaded. */
export function DeletionConsequences({ connectors: removed }: { connectors: readonly Connector[] }) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const name = useLocalized();
  const quiet = { staleTime: 0, meta: { silent: true } };
  const settings = useQuery({ ...experienceQuery(api), ...quiet });
  const list = useQuery({ ...connectorsQuery(api), ...quiet });
  const { data: experience } = settings;
  const { data: connectors } = list;
  const failed = [settings, list].filter(({ isError }) => isError);
  const retry = () => void Promise.all(failed.map(({ refetch }) => refetch()));
  const [first] = removed;
  if (!first) return null;
  const rest = connectors?.filter(({ id }) => !removed.some((one) => one.id === id));
  const uses = experience && rest && [...new Set(removed.flatMap((one) => usesOf(one, experience, rest)))];
  const names = new Intl.ListFormat(i18n.language).format((uses ?? []).map((use) => t(`connectors.uses.${use}`)));
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
          <UsageNumbers owners={removed.map(({ id }) => ({ connectorId: id }))} countsUsers={isLast} />
        </div>
      )}
      <p role="status">
        {failed.length > 0 && <NotLoaded what="settings" onRetry={retry} />}
        {failed.length === 0 &&
          uses &&
          (uses.length > 0
            ? t('connectors.delete.uses', { count: uses.length, list: names })
            : t('connectors.delete.unused'))}
      </p>
    </div>
  );
}
