// An application's secrets; any unexpired one authenticates it.
import { Button, Menu } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useDeletion } from '../../kit/deletion.ts';
import { ListTable } from '../../kit/list-table.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { RowMenu } from '../../kit/row-menu.tsx';
import { SecretText } from '../../kit/secret-text.tsx';
import type { ApplicationData } from './application.ts';
import { CreateSecret } from './create-secret.tsx';
import { healthQuery } from './health/query.ts';
import { LastUse, SecretExpiry } from './health/secret-use.tsx';
import { revealSecret, secretsQuery } from './query.ts';
import { RenameSecret } from './rename-secret.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import classes from './secrets.module.css';

type Row = ApplicationData['secrets'][number];

/** Expired secrets can only be deleted. */
const isValid = ({ expiresAt }: Row) => expiresAt === null || expiresAt > Date.now();

function useSecretDeletion(id: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const remove = useDeletion();
  return ({ name }: Row) =>
    remove({
      title: t('applications.secrets.delete_title', { name }),
      text: t('applications.secrets.delete_text'),
      done: t('applications.secrets.deleted_toast'),
      remove: () => api.management.del('/applications/:id/secrets/:name', { params: { id, name } }),
      about: [{ queryKey: secretsQuery(api, id).queryKey }],
    });
}

export function Secrets({ application, secrets }: Pick<ApplicationData, 'application' | 'secrets'>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = application;
  const { data: health } = useQuery(healthQuery(api, id));
  const healthOf = (name: string) => health?.secrets.find((secret) => secret.name === name);
  const [open, setOpen] = useState<{ rename: string } | { rotate: string } | 'create'>();
  const remove = useSecretDeletion(id);
  const close = () => setOpen(undefined);

  const newest = secrets.findLast(isValid);
  return (
    <div className={classes.secrets}>
      <div className={classes.head}>
        <div className={classes.about}>
          <h3 className={classes.title}>{t('applications.secrets.title')}</h3>
          <p className={classes.text}>{t('applications.secrets.text')}</p>
        </div>
        {newest && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={14} />}
            onClick={() => setOpen({ rotate: newest.name })}
          >
            {t('applications.secrets.rotate')}
          </Button>
        )}
        <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => setOpen('create')}>
          {t('applications.secrets.create')}
        </Button>
      </div>
      {secrets.length === 0 ? (
        <p>{t('applications.secrets.none')}</p>
      ) : (
        <ListTable
          title={t('applications.secrets.title')}
          items={secrets}
          rowKey={({ name }) => name}
          stale={false}
          columns={[
            { key: 'name', title: t('applications.secrets.name'), cell: nameCell },
            {
              key: 'value',
              title: t('applications.secrets.value'),
              width: '27%',
              cell: ({ name, lastCharacters }) => (
                <SecretText
                  value={() => revealSecret(api, id, name)}
                  label={t('applications.secrets.secret_named', { name })}
                  lastCharacters={lastCharacters}
                />
              ),
            },
            {
              key: 'used',
              title: t('application-health.secrets.last_used'),
              width: '19%',
              cell: ({ name }) => {
                const known = healthOf(name);
                return known ? <LastUse secret={known} /> : <NoValue />;
              },
            },
            {
              key: 'expires',
              title: t('applications.secrets.expires'),
              width: '20%',
              cell: ({ name, expiresAt }) => <SecretExpiry value={expiresAt} issues={healthOf(name)?.issues} />,
            },
            {
              key: 'menu',
              title: t('applications.secrets.actions'),
              cell: (row) => (
                <RowMenu
                  name={row.name}
                  onEdit={isValid(row) ? () => setOpen({ rename: row.name }) : undefined}
                  editLabel={t('general.rename')}
                  onDelete={() => void remove(row)}
                  deleteLabel={t('general.delete')}
                >
                  {isValid(row) && (
                    <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => setOpen({ rotate: row.name })}>
                      {t('applications.secrets.rotate')}
                    </Menu.Item>
                  )}
                </RowMenu>
              ),
            },
          ]}
        />
      )}
      {open === 'create' && <CreateSecret id={id} onClose={close} />}
      {typeof open === 'object' && 'rename' in open && <RenameSecret id={id} name={open.rename} onClose={close} />}
      {typeof open === 'object' && 'rotate' in open && (
        <RotateSecret id={id} name={open.rotate} names={secrets.map(({ name }) => name)} onClose={close} />
      )}
    </div>
  );
}

const nameCell = ({ name }: Row) => (
  <span className={classes.name} dir="auto">
    {name}
  </span>
);
