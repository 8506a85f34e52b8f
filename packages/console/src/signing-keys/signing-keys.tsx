// The keys a tenant signs with: what there is, which one signs, and making a new one take its place.
import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRotateClockwise, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { CopyId } from '../kit/copy-id.tsx';
import { DateText } from '../kit/date-text.tsx';
import { ErrorState } from '../kit/error-state.tsx';
import { type Column, ListTable, ListTableSkeleton } from '../kit/list-table.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { StateTag } from '../kit/state-tag.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { TabLink, TabLinks } from '../kit/tab-links.tsx';
import { deleteKey, type Key, type KeyKind, keysQuery } from './key-kinds.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import classes from './signing-keys.module.css';

const route = getRouteApi('/signed-in/layout/signing-keys');

type Row = Key & { isCurrent: boolean };

function useDeletion(kind: KeyKind) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const remove = useMutation({
    mutationFn: (id: string) => deleteKey(api, kind, id),
    onSuccess: () => toast(t('signing-keys.delete.done')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keysQuery(api, kind).queryKey }),
  });
  return async (id: string) => {
    const agreed = await confirm({
      title: t(`signing-keys.delete.${kind}_title`),
      text: t(`signing-keys.delete.${kind}_text`),
      confirmLabel: t('general.delete'),
      danger: true,
    });
    if (agreed) remove.mutate(id);
  };
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
  const remove = useDeletion(kind);
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
      cell: ({ isCurrent }) => (
        <StateTag state={isCurrent ? 'success' : 'warning'}>
          {t(`signing-keys.status.${isCurrent ? 'current' : 'previous'}`)}
        </StateTag>
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
      cell: ({ id, isCurrent }) =>
        !isCurrent && (
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
  const rows = query.data?.map((key, index): Row => ({ ...key, isCurrent: index === 0 }));

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
