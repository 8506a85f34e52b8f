// The account that a user has at a company with a sign-in of its own.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { IdentityPage, IdentityState } from './identity-page.tsx';
import { ssoIdentityQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/users/$id/sso-identities/$connectorId');

export function SsoIdentity() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id, connectorId } = route.useParams();
  const { data, error, refetch } = useQuery(ssoIdentityQuery(api, id, connectorId));
  if (!data) return <IdentityState userId={id} error={error} onRetry={() => void refetch()} />;
  const { issuer, identityId, detail } = data.ssoIdentity;
  return (
    <IdentityPage
      userId={id}
      provider={issuer}
      externalId={identityId}
      facts={[
        { label: t('users.identities.issuer'), value: issuer },
        { label: t('users.identities.connector_id'), value: connectorId },
      ]}
      raw={detail}
    />
  );
}
