// The tenants a person belongs to. An address without a tenant, or with a foreign one, leads to one of their own.
import { useQuery } from '@tanstack/react-query';
import type { Tenant } from '@tessera/contract/tenants';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { ErrorState } from '../kit/error-state.tsx';
import { ListTable, ListTableSkeleton } from '../kit/list-table.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { Tag } from '../kit/tag.tsx';
import { TenantsIllustration } from './illustration.tsx';

export function TenantLanding() {
  const { t } = useTranslation();
  const { api, session, settings } = useServices();
  const { data, error, refetch } = useQuery({ ...api.cloud.query('/tenants'), meta: { panel: true } });
  const target = targetOf(settings.tenantId, data?.map(({ id }) => id) ?? [settings.tenantId]);
  useEffect(() => {
    if (target !== undefined) void session.leave(target, 'replace');
  }, [target, session]);

  const title = t('tenants.title');
  const columns = [
    { key: 'name', title: t('tenants.name'), width: '40%', cell: (tenant: Tenant) => tenant.name },
    {
      key: 'id',
      title: t('tenants.id'),
      width: '30%',
      cell: (tenant: Tenant) => (
        <code className="mono" dir="ltr">
          {tenant.id}
        </code>
      ),
    },
    {
      key: 'tag',
      title: t('tenants.tag'),
      width: '30%',
      cell: (tenant: Tenant) => <Tag>{t(`tenants.tags.${tenant.tag}`)}</Tag>,
    },
  ];

  return (
    <>
      <PageHeader title={title} subtitle={t('tenants.subtitle')} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data || target !== undefined ? (
        <ListTableSkeleton title={title} columns={columns} />
      ) : data.length === 0 ? (
        <EmptyState
          illustration={<TenantsIllustration />}
          title={t('tenants.empty.title')}
          text={t('tenants.empty.text')}
        />
      ) : (
        <ListTable title={title} columns={columns} items={data} rowKey={({ id }) => id} stale={false} />
      )}
    </>
  );
}

function targetOf(current: string, own: readonly string[]): string | undefined {
  if (own.includes(current)) return undefined;
  if (current !== '') return '/';
  return own[0] === undefined ? undefined : `/${own[0]}`;
}
