// The accounts of a user elsewhere.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { CopyId } from '../kit/copy-id.tsx';
import { ListTable, rowLink } from '../kit/list-table.tsx';
import classes from './block.module.css';
import { Block } from './block.tsx';
import { useConnectorOf } from './connector-name.ts';
import { ProviderLogo } from './provider-logo.tsx';
import { identitiesQuery } from './query.ts';

export function Identities({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const query = useQuery(identitiesQuery(api, userId));
  const connectorOf = useConnectorOf();
  const external = (value: string, name: string) => (
    <CopyId value={value} label={t('users.identities.external_id_of', { name })} />
  );
  return (
    <>
      <Block
        title={t('users.identities.social')}
        query={query}
        isEmpty={({ socialIdentities }) => socialIdentities.length === 0}
        none={t('users.identities.no_social')}
      >
        {({ socialIdentities }) => (
          <ListTable
            title={t('users.identities.social')}
            items={socialIdentities}
            rowKey={({ target }) => target}
            stale={false}
            columns={[
              {
                key: 'provider',
                title: t('users.identities.provider'),
                width: '50%',
                cell: ({ target }) => (
                  <span className={classes.provider}>
                    <ProviderLogo logo={connectorOf(target).logo} />
                    <Link
                      to="/users/$id/social-identities/$target"
                      params={{ id: userId, target }}
                      className={rowLink}
                      dir="auto"
                    >
                      {connectorOf(target).name}
                    </Link>
                  </span>
                ),
              },
              {
                key: 'id',
                title: t('users.identities.external_id'),
                width: '50%',
                cell: ({ target, identity }) => external(identity.userId, connectorOf(target).name),
              },
            ]}
          />
        )}
      </Block>
      <Block
        title={t('users.identities.sso')}
        query={query}
        isEmpty={({ ssoIdentities }) => ssoIdentities.length === 0}
        none={t('users.identities.no_sso')}
      >
        {({ ssoIdentities }) => (
          <ListTable
            title={t('users.identities.sso')}
            items={ssoIdentities}
            rowKey={({ ssoConnectorId }) => ssoConnectorId}
            stale={false}
            columns={[
              {
                key: 'provider',
                title: t('users.identities.issuer'),
                width: '50%',
                cell: ({ ssoConnectorId, ssoIdentity }) => (
                  <span className={classes.provider}>
                    <ProviderLogo logo={undefined} />
                    <Link
                      to="/users/$id/sso-identities/$connectorId"
                      params={{ id: userId, connectorId: ssoConnectorId }}
                      className={rowLink}
                      dir="ltr"
                    >
                      {ssoIdentity.issuer}
                    </Link>
                  </span>
                ),
              },
              {
                key: 'id',
                title: t('users.identities.external_id'),
                width: '50%',
                cell: ({ ssoIdentity }) => external(ssoIdentity.identityId, ssoIdentity.issuer),
              },
            ]}
          />
        )}
      </Block>
    </>
  );
}
