// The personal access tokens of a user. Their values cannot be read again, so names and dates tell them apart.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useConfirmedAction } from '../kit/confirmed-action.ts';
import { DateText } from '../kit/date-text.tsx';
import { Expiry } from '../kit/expiry.tsx';
import { ListTable } from '../kit/list-table.tsx';
import { RowMenu } from '../kit/row-menu.tsx';
import classes from './block.module.css';
import { Block } from './block.tsx';
import { CreateToken } from './create-token.tsx';
import { tokensQuery } from './query.ts';
import { RenameToken } from './rename-token.tsx';

function useDeletion(userId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  return useConfirmedAction<string>({
    question: (name) => ({
      title: t('users.tokens.delete_title', { name }),
      text: t('users.tokens.delete_text'),
      confirmLabel: t('general.delete'),
      danger: true,
    }),
    act: (name) => api.management.del('/users/:userId/personal-access-tokens/:name', { params: { userId, name } }),
    doneText: (name) => t('users.tokens.deleted_toast', { name }),
    onDone: () => void queryClient.invalidateQueries({ queryKey: tokensQuery(api, userId).queryKey }),
  });
}

export function Tokens({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const query = useQuery(tokensQuery(api, userId));
  const [open, setOpen] = useState<{ rename: string } | 'create'>();
  const deletion = useDeletion(userId);
  const close = () => setOpen(undefined);
  return (
    <>
      <Block
        query={query}
        isEmpty={(tokens) => tokens.length === 0}
        none={t('users.tokens.none')}
        actions={
          <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => setOpen('create')}>
            {t('users.tokens.create')}
          </Button>
        }
      >
        {(tokens) => (
          <ListTable
            title={t('users.tokens.title')}
            items={tokens}
            rowKey={({ name }) => name}
            stale={false}
            columns={[
              {
                key: 'name',
                title: t('users.tokens.name'),
                width: '50%',
                cell: ({ name, createdAt }) => (
                  <span className={classes.name}>
                    <bdi>{name}</bdi>
                    <span className={classes.small}>
                      {t('users.tokens.created')} <DateText value={createdAt} />
                    </span>
                  </span>
                ),
              },
              {
                key: 'expires',
                title: t('users.tokens.expires'),
                width: '35%',
                cell: ({ expiresAt }) => (
                  <>
                    {t('users.tokens.expires')}: <Expiry value={expiresAt} />
                  </>
                ),
              },
              {
                key: 'actions',
                title: t('general.actions'),
                width: '15%',
                cell: ({ name }) => (
                  <RowMenu
                    name={name}
                    onEdit={() => setOpen({ rename: name })}
                    editLabel={t('general.rename')}
                    onDelete={() => deletion.ask(name)}
                    deleteLabel={t('general.delete')}
                  />
                ),
              },
            ]}
          />
        )}
      </Block>
      {open === 'create' && <CreateToken userId={userId} onClose={close} />}
      {typeof open === 'object' && <RenameToken userId={userId} name={open.rename} onClose={close} />}
    </>
  );
}
