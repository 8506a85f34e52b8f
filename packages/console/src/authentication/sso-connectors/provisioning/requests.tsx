// Recent requests of the identity provider: what they did, or why they failed.
import { SegmentedControl } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ScimRequest, ScimSettings } from '@tessera/contract/scim-provisioning';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { DateText } from '../../../kit/date-text.tsx';
import type { Column } from '../../../kit/list-table.tsx';
import { NoValue } from '../../../kit/no-value.tsx';
import { Card } from './card.tsx';
import { PagedTable } from './paged-table.tsx';
import classes from './provisioning.module.css';
import { type ProvisioningSearch, requestsQuery } from './query.ts';

const hasFailed = ({ status }: ScimRequest) => status >= 400;

function Action({ request }: { request: ScimRequest }) {
  const { t } = useTranslation();
  const result = hasFailed(request) ? 'failed' : 'done';
  return (
    <span className={classes.action} data-result={result}>
      <span className={classes.mark} aria-hidden="true">
        {result === 'failed' ? <IconX size={12} stroke={3} /> : <IconCheck size={12} stroke={3} />}
      </span>
      {t(`scim-provisioning.requests.${result}.${request.action}`)}
    </span>
  );
}

function Subject({ request: { subject, memberCount, detail } }: { request: ScimRequest }) {
  const { t } = useTranslation();
  if (subject === null && memberCount === null && detail === null) return <NoValue />;
  return (
    <span className={classes.subject}>
      <span>
        {subject !== null && <bdi>{subject}</bdi>}
        {subject !== null && memberCount !== null && ' · '}
        {memberCount !== null && t('scim-provisioning.requests.members', { count: memberCount })}
      </span>
      {detail !== null && (
        <span className={classes.detail} lang="en" dir="ltr">
          {detail}
        </span>
      )}
    </span>
  );
}

function useColumns(): Column<ScimRequest>[] {
  const { t } = useTranslation();
  return [
    { key: 'action', title: t('scim-provisioning.requests.action'), cell: (request) => <Action request={request} /> },
    {
      key: 'subject',
      title: t('scim-provisioning.requests.subject'),
      width: '27%',
      cell: (request) => <Subject request={request} />,
    },
    {
      key: 'request',
      title: t('scim-provisioning.requests.request'),
      width: '20%',
      cell: ({ method, path }) => (
        <code className={classes.request} dir="ltr" title={`${method} ${path}`}>
          {method} {path}
        </code>
      ),
    },
    {
      key: 'status',
      title: t('scim-provisioning.requests.status'),
      width: '10%',
      cell: (request) => (
        <span className={classes.status} data-result={hasFailed(request) ? 'failed' : 'done'}>
          {request.status}
        </span>
      ),
    },
    {
      key: 'time',
      title: t('scim-provisioning.requests.time'),
      width: '17%',
      cell: ({ createdAt }) => <DateText value={createdAt} />,
    },
  ];
}

export function Requests({ settings, search }: { settings: ScimSettings; search: ProvisioningSearch }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const { result } = search;
  const query = useQuery({
    ...requestsQuery(api, settings.ssoConnectorId, search),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  const title = t('scim-provisioning.requests.title');
  const filter = (value: string) => {
    const { page: _, result: __, ...others } = search;
    const next = value === 'failed' ? { ...others, result: 'failed' as const } : others;
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false });
  };
  return (
    <Card
      title={title}
      flush
      actions={
        <SegmentedControl
          aria-label={t('scim-provisioning.requests.filter')}
          size="xs"
          value={result ?? 'all'}
          onChange={filter}
          data={[
            { value: 'all', label: t('scim-provisioning.requests.all') },
            { value: 'failed', label: t('scim-provisioning.requests.only_failed') },
          ]}
        />
      }
    >
      <PagedTable
        title={title}
        query={query}
        columns={columns}
        search={search}
        parameter="page"
        empty={t(result ? 'scim-provisioning.requests.none_failed' : 'scim-provisioning.requests.none')}
      />
    </Card>
  );
}
