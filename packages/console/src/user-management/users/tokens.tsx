// Personal access tokens of a user. Their values cannot be read again, so they are listed by name and date.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { useDeletion } from '../../kit/deletion.ts';
import { Expiry } from '../../kit/expiry.tsx';
import { ListTable } from '../../kit/list-table.tsx';
import { RowMenu } from '../../kit/row-menu.tsx';
import classes from './block.module.css';
import { Block } from './block.tsx';
import { CreateToken } from './create-token.tsx';
import { tokensQuery } from './query.ts';
import { RenameToken } from './rename-token.tsx';
import { beganWidth, usedWidth } from './security-columns.ts';

function useTokenDeletion(userId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const remove = useDeletion();
  return (name: string) =>
    remove({
      title: t('users.tokens.delete_title', { name }),
      text: t('users.tokens.delete_text'),
      done: t('users.tokens.deleted_toast', { name }),
      remove: () => api.management.del('/users/:userId/personal-access-tokens/:name', { params: { userId, name } }),
      about: [{ queryKey: tokensQuery(api, userId).queryKey }],
    });
}

export function Tokens({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const query = useQuery(tokensQuery(api, userId));
  const [open, setOpen] = useState<{ rename: string } | 'create'>();
  const remove = useTokenDeletion(userId);
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
                cell: ({ name }) => <bdi className={classes.token}>{name}</bdi>,
              },
              {
                key: 'created',
                title: t('users.tokens.created'),
                width: beganWidth,
                cell: ({ createdAt }) => <DateText value={createdAt} />,
              },
              {
                key: 'expires',
                title: t('users.tokens.expires'),
                width: usedWidth,
                cell: ({ expiresAt }) => <Expiry value={expiresAt} />,
              },
              {
                key: 'actions',
                title: t('general.actions'),
                cell: ({ name }) => (
                  <RowMenu
                    name={name}
                    onEdit={() => setOpen({ rename: name })}
                    editLabel={t('general.rename')}
                    onDelete={() => void remove(name)}
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
