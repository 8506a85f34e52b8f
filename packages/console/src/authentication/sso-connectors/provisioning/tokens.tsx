// Tokens of the identity provider. Their values are shown only when they are created.

import { Button, Menu } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { ScimToken } from '@tessera/contract/scim-provisioning';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { useConfirmedAction } from '../../../kit/confirmed-action.ts';
import { DateText } from '../../../kit/date-text.tsx';
import { DeleteItem } from '../../../kit/delete-item.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { Expiry } from '../../../kit/expiry.tsx';
import { type Column, ListTable, ListTableSkeleton } from '../../../kit/list-table.tsx';
import { RowActions } from '../../../kit/row-actions.tsx';
import { CreateToken } from './create-token.tsx';
import classes from './provisioning.module.css';
import { tokensQuery } from './query.ts';

function useRevocation(ssoConnectorId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const path = '/sso-connectors/:ssoConnectorId/scim/tokens/:tokenId';
  return useConfirmedAction<ScimToken>({
    question: ({ name }) => ({
      title: t('scim-provisioning.tokens.revoke_title', { name }),
      text: t('scim-provisioning.tokens.revoke_text'),
      confirmLabel: t('scim-provisioning.tokens.revoke'),
      danger: true,
    }),
    act: ({ id }) => api.management.del(path, { params: { ssoConnectorId, tokenId: id } }),
    doneText: () => t('scim-provisioning.tokens.revoked_toast'),
    onDone: () => queryClient.invalidateQueries({ queryKey: tokensQuery(api, ssoConnectorId).queryKey }),
  });
}

type Props = { ssoConnectorId: string; query: UseQueryResult<ScimToken[]> };

export function Tokens({ ssoConnectorId, query: { data: tokens, error, refetch } }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<ScimToken | 'create'>();
  const revocation = useRevocation(ssoConnectorId);
  const title = t('scim-provisioning.tokens.title');
  const columns: Column<ScimToken>[] = [
    {
      key: 'name',
      title: t('scim-provisioning.tokens.name'),
      cell: ({ name, value }) => (
        <>
          <bdi className={classes.name}>{name}</bdi>
          <code className={classes.ending} dir="ltr">
            {value}
          </code>
        </>
      ),
    },
    {
      key: 'used',
      title: t('scim-provisioning.tokens.used'),
      width: '26%',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? t('scim-provisioning.tokens.never_used') : <DateText value={lastUsedAt} />,
    },
    {
      key: 'expires',
      title: t('scim-provisioning.tokens.expires'),
      width: '28%',
      cell: ({ expiresAt }) => <Expiry value={expiresAt} />,
    },
    {
      key: 'menu',
      title: t('general.actions'),
      cell: (token) => (
        <RowActions name={token.name} width={160}>
          <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => setOpen(token)}>
            {t('scim-provisioning.tokens.rotate')}
          </Menu.Item>
          <DeleteItem onClick={() => revocation.ask(token)}>{t('scim-provisioning.tokens.revoke')}</DeleteItem>
        </RowActions>
      ),
    },
  ];
  const content = () => {
    if (!tokens) {
      if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
      return <ListTableSkeleton title={title} columns={columns} rows={1} />;
    }
    if (tokens.length === 0) return <p className={classes.none}>{t('scim-provisioning.tokens.none')}</p>;
    return <ListTable title={title} items={tokens} rowKey={({ id }) => id} stale={false} columns={columns} />;
  };
  return (
    <div className={classes.tokens}>
      <div className={classes.tokensHead}>
        <h3>{title}</h3>
        <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => setOpen('create')}>
          {t('scim-provisioning.tokens.create')}
        </Button>
      </div>
      {content()}
      {open && (
        <CreateToken
          ssoConnectorId={ssoConnectorId}
          names={(tokens ?? []).map(({ name }) => name)}
          replaced={open === 'create' ? undefined : open.name}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
