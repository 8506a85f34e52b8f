// Deletes connectors after saying what that does.
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useDeletion } from '../../kit/deletion.ts';
import { type Connector, experienceQuery } from '../sign-in-experience/query.ts';
import { useLocalized } from './connector-name.ts';
import { aboutConnectors, connectorQuery } from './query.ts';

const DeletionConsequences = lazy(async () => ({
  default: (await import('./deletion-consequences.tsx')).DeletionConsequences,
}));

/** All given connectors belong to one provider. `leaves`: the page of one of them is open. */
export function useConnectorDeletion({ leaves = false } = {}) {
  const { t } = useTranslation();
  const { api } = useServices();
  const name = useLocalized();
  const remove = useDeletion();
  return async (connectors: readonly Connector[]) => {
    const [first] = connectors;
    if (!first) return;
    await remove({
      title: t('connectors.delete.title', { name: name(first.name) }),
      text: (
        <Suspense>
          <DeletionConsequences connectors={connectors} />
        </Suspense>
      ),
      done: t('connectors.delete.done', { name: name(first.name) }),
      remove: async () => {
        for (const { id } of connectors) await api.management.del('/connectors/:id', { params: { id } });
      },
      ...(leaves && { list: first.type === 'Social' ? '/connectors/social' : '/connectors/passwordless' }),
      own: connectors.map(({ id }) => ({ queryKey: connectorQuery(api, id).queryKey })),
      about: [{ predicate: aboutConnectors }, { queryKey: experienceQuery(api).queryKey }],
    });
  };
}
