// External identities of a user.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CopyId } from '../../kit/copy-id.tsx';
import { ListTable, rowLink } from '../../kit/list-table.tsx';
import classes from './block.module.css';
import { Block } from './block.tsx';
import { useConnectorOf } from './connector-name.ts';
import { ProviderLogo } from './provider-logo.tsx';
import { identitiesQuery } from './query.ts';
import { type TokenSecret, TokenStatus } from './token-status.tsx';

type Account = {
  key: string;
  provider: string;
  logo: string | undefined;
  link: ReactNode;
  externalId: string;
  secret: TokenSecret | undefined;
  canKeepTokens: boolean;
};

function Accounts({ title, provider, accounts }: { title: string; provider: string; accounts: Account[] }) {
  const { t } = useTranslation();
  return (
    <ListTable
      title={title}
      items={accounts}
      rowKey={({ key }) => key}
      stale={false}
      columns={[
        {
          key: 'provider',
          title: provider,
          width: '60%',
          cell: ({ logo, link, secret, canKeepTokens }) => (
            <span className={classes.provider}>
              <ProviderLogo logo={logo} />
              <span className={classes.name}>
                {link}
                <span className={`${classes.small} ${classes.tokens}`}>
                  {t('users.third_party_tokens.label')} <TokenStatus secret={secret} canKeep={canKeepTokens} />
                </span>
              </span>
            </span>
          ),
        },
        {
          key: 'id',
          title: t('users.identities.external_id'),
          width: '40%',
          cell: (account) => (
            <CopyId
              value={account.externalId}
              label={t('users.identities.external_id_of', { name: account.provider })}
            />
          ),
        },
      ]}
    />
  );
}

export function Identities({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const query = useQuery(identitiesQuery(api, userId));
  const connectorOf = useConnectorOf();
  return (
    <>
      <Block
        title={t('users.identities.social')}
        query={query}
        isEmpty={({ socialIdentities }) => socialIdentities.length === 0}
        none={t('users.identities.no_social')}
      >
        {({ socialIdentities }) => (
          <Accounts
            title={t('users.identities.social')}
            provider={t('users.identities.provider')}
            accounts={socialIdentities.map(({ target, identity, tokenSecret }) => {
              const { name, logo, canKeepTokens } = connectorOf(target);
              return {
                ...{ key: target, provider: name, logo, externalId: identity.userId },
                ...{ secret: tokenSecret, canKeepTokens },
                link: (
                  <Link
                    to="/users/$id/social-identities/$target"
                    params={{ id: userId, target }}
                    className={rowLink}
                    dir="auto"
                  >
                    {name}
                  </Link>
                ),
              };
            })}
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
          <Accounts
            title={t('users.identities.sso')}
            provider={t('users.identities.issuer')}
            accounts={ssoIdentities.map(({ ssoConnectorId, ssoIdentity: { issuer, identityId }, tokenSecret }) => ({
              ...{ key: ssoConnectorId, provider: issuer, logo: undefined, externalId: identityId },
              ...{ secret: tokenSecret, canKeepTokens: true },
              link: (
                <Link
                  to="/users/$id/sso-identities/$connectorId"
                  params={{ id: userId, connectorId: ssoConnectorId }}
                  className={rowLink}
                  dir="ltr"
                >
                  {issuer}
                </Link>
              ),
            }))}
          />
        )}
      </Block>
    </>
  );
}
