// A user's enterprise SSO identity.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { IdentityPage, IdentityState } from './identity-page.tsx';
import { KeptTokens } from './kept-tokens.tsx';
import { ssoIdentityQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/users/$id/sso-identities/$connectorId');

export function SsoIdentity() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id, connectorId } = route.useParams();
  const query = useQuery(ssoIdentityQuery(api, id, connectorId));
  const { data } = query;
  if (!data) return <IdentityState userId={id} query={query} />;
  const { issuer, identityId, detail } = data.ssoIdentity;
  const { tokenSecret } = data;
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
    >
      {tokenSecret && <KeptTokens secret={tokenSecret} provider={issuer} isKeeping />}
    </IdentityPage>
  );
}
