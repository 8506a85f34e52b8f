// An enterprise SSO connector by name, or its ID if it was deleted.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useServices } from '../../app/services.tsx';
import { ssoConnectorQuery } from './query.ts';

export function SsoConnectorById({ id }: { id: string }) {
  const { api } = useServices();
  const { data } = useQuery({ ...ssoConnectorQuery(api, id), staleTime: 60_000, meta: { silent: true } });
  if (!data) return <code dir="ltr">{id}</code>;
  return (
    <Link to="/enterprise-sso/$id/connection" params={{ id }}>
      <bdi>{data.connectorName}</bdi>
    </Link>
  );
}
