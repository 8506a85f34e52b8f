// The secrets of an application: any of them that has not expired proves who the application is.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tessera/contract/applications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { Expiry } from '../kit/expiry.tsx';
import { ListTable } from '../kit/list-table.tsx';
import { RowMenu } from '../kit/row-menu.tsx';
import { SecretText } from '../kit/secret-text.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import type { ApplicationParts } from './application.ts';
import { CreateSecret } from './create-secret.tsx';
import { applicationQuery, secretsQuery } from './query.ts';
import { RenameSecret } from './rename-secret.tsx';
import classes from './secrets.module.css';

type Row = { name: string; value: string; expiresAt: number | null; isLegacy: boolean };

/** An expired one is only good for being deleted. */
const canRename = ({ isLegacy, expiresAt }: Row) => !isLegacy && (expiresAt === null || expiresAt > Date.now());

/** From before secrets had names: it stands in the application itself. */
const legacyRows = ({ secret }: Application, name: string): Row[] =>
  secret.startsWith('#internal:') ? [] : [{ name, value: secret, expiresAt: null, isLegacy: true }];

function useDeletion(id: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const remove = useMutation({
    mutationFn: async ({ name, isLegacy }: Row) => {
      if (isLegacy) await api.management.del('/applications/:id/legacy-secret', { params: { id } });
      else await api.management.del('/applications/:id/secrets/:name', { params: { id, name } });
    },
    onSuccess: (_, { name, isLegacy }) => {
      const { queryKey } = isLegacy ? applicationQuery(api, id) : secretsQuery(api, id);
      void queryClient.invalidateQueries({ queryKey });
      toast(t('applications.secrets.deleted_toast', { name }));
    },
  });
  return async (row: Row) => {
    const agreed = await confirm({
      title: t('applications.secrets.delete_title', { name: row.name }),
      text: t('applications.secrets.delete_text'),
      confirmLabel: t('general.delete'),
      danger: true,
    });
    if (agreed) remove.mutate(row);
  };
}

export function Secrets({ application, secrets }: Pick<ApplicationParts, 'application' | 'secrets'>) {
  const { t } = useTranslation();
  const { id } = application;
  const [open, setOpen] = useState<{ rename: string } | 'create'>();
  const remove = useDeletion(id);
  const rows: Row[] = [
    ...legacyRows(application, t('applications.secrets.legacy')),
    ...secrets.map(({ name, value, expiresAt }) => ({ name, value, expiresAt, isLegacy: false })),
  ];
  const close = () => setOpen(undefined);

  return (
    <div className={classes.secrets}>
      <div>
        <h3 className={classes.title}>{t('applications.secrets.title')}</h3>
        <p className={classes.text}>{t('applications.secrets.text')}</p>
      </div>
      {rows.length === 0 ? (
        <p>{t('applications.secrets.none')}</p>
      ) : (
        <ListTable
          title={t('applications.secrets.title')}
          items={rows}
          rowKey={({ name, isLegacy }) => `${isLegacy}/${name}`}
          stale={false}
          columns={[
            { key: 'name', title: t('applications.secrets.name'), width: '25%', cell: nameCell },
            {
              key: 'value',
              title: t('applications.secrets.value'),
              width: '42%',
              cell: ({ name, value }) => (
                <SecretText value={value} label={t('applications.secrets.secret_named', { name })} />
              ),
            },
            {
              key: 'expires',
              title: t('applications.secrets.expires'),
              width: '23%',
              cell: ({ expiresAt }) => <Expiry value={expiresAt} />,
            },
            {
              key: 'actions',
              title: t('applications.secrets.actions'),
              width: '10%',
              cell: (row) => (
                <RowMenu
                  name={row.name}
                  onEdit={canRename(row) ? () => setOpen({ rename: row.name }) : undefined}
                  editLabel={t('general.rename')}
                  onDelete={() => void remove(row)}
                  deleteLabel={t('general.delete')}
                />
              ),
            },
          ]}
        />
      )}
      <div>
        <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => setOpen('create')}>
          {t('applications.secrets.create')}
        </Button>
      </div>
      {open === 'create' && <CreateSecret id={id} onClose={close} />}
      {typeof open === 'object' && <RenameSecret id={id} name={open.rename} onClose={close} />}
    </div>
  );
}

const nameCell = ({ name }: Row) => (
  <span className={classes.name} dir="auto">
    {name}
  </span>
);
