// The tenant's signing keys: list, current key and rotation.
import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRotateClockwise, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CopyId } from '../../kit/copy-id.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { useDeletion } from '../../kit/deletion.ts';
import { ErrorState } from '../../kit/error-state.tsx';
import { type Column, ListTable, ListTableSkeleton } from '../../kit/list-table.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { Tag } from '../../kit/tag.tsx';
import { deleteKey, type Key, type KeyKind, keysQuery, rotationQuery } from './key-kinds.ts';
import { PublicKeys } from './public-keys.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { RotationSchedule } from './rotation-schedule.tsx';
import classes from './signing-keys.module.css';

const route = getRouteApi('/signed-in/layout/signing-keys');

type Row = Key & { status: 'next' | 'current' | 'previous' };

const states = { current: 'success', previous: 'warning' } as const;

function useKeyDeletion(kind: KeyKind) {
  const { t } = useTranslation();
  const { api } = useServices();
  const remove = useDeletion();
  return (id: string) =>
    remove({
      title: t(`signing-keys.delete.${kind}_title`),
      text: t(`signing-keys.delete.${kind}_text`),
      done: t('signing-keys.delete.done'),
      remove: () => deleteKey(api, kind, id),
      about: [{ queryKey: keysQuery(api, kind).queryKey }],
    });
}

export function SigningKeys() {
  const { t } = useTranslation();
  const { keys = 'private' } = route.useSearch();
  return (
    <>
      <PageHeader title={t('signing-keys.title')} subtitle={t('signing-keys.subtitle')} />
      <TabLinks label={t('signing-keys.kinds')}>
        <TabLink to="/signing-keys" search={{}} activeOptions={tabOptions}>
          {t('signing-keys.private')}
        </TabLink>
        <TabLink to="/signing-keys" search={{ keys: 'cookie' }} activeOptions={tabOptions}>
          {t('signing-keys.cookie')}
        </TabLink>
      </TabLinks>
      <Keys key={keys} kind={keys} />
    </>
  );
}

const tabOptions = { exact: true, includeSearch: true };

function Keys({ kind }: { kind: KeyKind }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const query = useQuery(keysQuery(api, kind));
  const rotation = useQuery({ ...rotationQuery(api), enabled: kind === 'private' });
  const remove = useKeyDeletion(kind);
  const [isRotating, dialog] = useDisclosure();
  const title = t(`signing-keys.${kind}`);

  const columns: Column<Row>[] = [
    {
      key: 'id',
      title: t('signing-keys.columns.id'),
      width: '38%',
      cell: ({ id }) => <CopyId value={id} label={t('signing-keys.id_of', { id })} />,
    },
    {
      key: 'status',
      title: t('signing-keys.columns.status'),
      width: '16%',
      cell: ({ status }) =>
        status === 'next' ? (
          <Tag>{t('signing-keys.status.next')}</Tag>
        ) : (
          <StateTag state={states[status]}>{t(`signing-keys.status.${status}`)}</StateTag>
        ),
    },
    ...(kind === 'private'
      ? [
          {
            key: 'algorithm',
            title: t('signing-keys.columns.algorithm'),
            width: '22%',
            cell: ({ signingKeyAlgorithm = 'EC' }: Row) => t(`signing-keys.algorithms.${signingKeyAlgorithm}`),
          },
        ]
      : []),
    {
      key: 'created',
      title: t('signing-keys.columns.created'),
      width: '14%',
      cell: ({ createdAt }) => <DateText value={createdAt} />,
    },
    {
      key: 'actions',
      title: t('signing-keys.columns.actions'),
      width: '10%',
      cell: ({ id, status }) =>
        status === 'previous' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('signing-keys.delete_key', { id })}
            onClick={() => void remove(id)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        ),
    },
  ];
  const nextKey = rotation.data?.nextKey;
  const rows = query.data && [
    ...(nextKey ? [{ ...nextKey, status: 'next' as const }] : []),
    ...query.data.map((key, index): Row => ({ ...key, status: index === 0 ? 'current' : 'previous' })),
  ];

  return (
    <section className={classes.keys} aria-label={title}>
      <div className={classes.about}>
        <div className={classes.text}>
          <p>{t(`signing-keys.about.${kind}`)}</p>
          <p>{t(`signing-keys.grace.${kind}`)}</p>
        </div>
        <Button leftSection={<IconRotateClockwise size={14} />} disabled={!rows} onClick={dialog.open}>
          {t('signing-keys.rotate.button')}
        </Button>
      </div>
      {content()}
      {kind === 'private' && rows && (
        <>
          <RotationSchedule query={rotation} />
          <PublicKeys />
        </>
      )}
      {isRotating && <RotateDialog kind={kind} keys={query.data ?? []} onClose={dialog.close} />}
    </section>
  );

  function content() {
    if (rows) {
      return <ListTable title={title} columns={columns} items={rows} rowKey={({ id }) => id} stale={false} />;
    }
    if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
    return <ListTableSkeleton title={title} columns={columns} rows={2} />;
  }
}
