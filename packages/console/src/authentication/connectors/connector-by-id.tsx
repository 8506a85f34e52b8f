// The connector of a log entry by name. Entries about messages name the factory instead.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useServices } from '../../app/services.tsx';
import { connectorsQuery } from '../sign-in-experience/query.ts';
import { useLocalized } from './connector-name.ts';
import { factoriesQuery } from './query.ts';

const silent = { staleTime: 60_000, meta: { silent: true } };

export function ConnectorById({ id, factoryId }: { id: string; factoryId?: string | undefined }) {
  const { api } = useServices();
  const localized = useLocalized();
  const { data: connectors } = useQuery({ ...connectorsQuery(api), ...silent });
  const { data: factories } = useQuery({ ...factoriesQuery(api), ...silent });
  const connector =
    connectors?.find((one) => one.id === id) ??
    connectors?.find((one) => one.connectorId === id && one.type !== 'Social');
  if (connector && !connector.isDemo) {
    return (
      <Link to="/connectors/$id" params={{ id: connector.id }}>
        <bdi>{localized(connector.name)}</bdi>
      </Link>
    );
  }
  const factory = factories?.find((one) => one.id === (factoryId ?? id));
  return factory ? <bdi>{localized(factory.name)}</bdi> : <code dir="ltr">{id}</code>;
}
