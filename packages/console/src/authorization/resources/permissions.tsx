// The permissions of an API resource.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Scope } from '@tessera/contract/resources';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { Affected, countsOf } from '../../kit/affected.tsx';
import { useDeletion } from '../../kit/deletion.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListSection } from '../../kit/list-section.tsx';
import type { Column } from '../../kit/list-table.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { PermissionName } from '../../kit/permission-name.tsx';
import { RowMenu } from '../../kit/row-menu.tsx';
import { ResourcesIllustration } from './illustration.tsx';
import { PermissionDialog } from './permission-dialog.tsx';
import { aboutResources, resourceQuery, scopesQuery } from './query.ts';
import { useIsManagementApi } from './resource-name.tsx';

const route = getRouteApi('/signed-in/layout/api-resources/$id/permissions');

function usePermissionDeletion(resourceId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const remove = useDeletion();
  return ({ id, name }: Scope) =>
    remove({
      title: t('resources.permissions.delete_title', { name }),
      text: (
        <Affected
          text={t('resources.permissions.delete_text')}
          counts={countsOf(
            ['scope', id],
            (options) =>
              api.management.get(
                '/resources/:resourceId/scopes/:scopeId/usage',
                { params: { resourceId, scopeId: id } },
                options,
              ),
            [
              ['roles', ({ roles, organizationRoles }) => roles + organizationRoles],
              ['applications', ({ applications }) => applications],
            ],
          )}
        />
      ),
      done: t('resources.permissions.deleted_toast', { name }),
      remove: () =>
        api.management.del('/resources/:resourceId/scopes/:scopeId', { params: { resourceId, scopeId: id } }),
      about: [{ predicate: aboutResources }],
    });
}

export function ResourcePermissions() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const search = route.useSearch();
  const { data: resource } = useQuery(resourceQuery(api, id));
  const query = useQuery({ ...scopesQuery(api, id, search), placeholderData: keepPreviousData });
  const isManagementApi = useIsManagementApi();
  const [open, setOpen] = useState<Scope | 'new'>();
  const remove = usePermissionDeletion(id);
  if (!resource) return null;
  const isFixed = isManagementApi(resource);
  const createButton = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setOpen('new')}>
      {t('resources.permissions.create')}
    </Button>
  );
  const columns: Column<Scope>[] = [
    {
      key: 'name',
      title: t('resources.permissions.name'),
      width: '35%',
      cell: ({ name }) => <PermissionName name={name} />,
    },
    {
      key: 'description',
      title: t('resources.permissions.description'),
      width: isFixed ? '65%' : '55%',
      cell: ({ description }) => (description ? <span dir="auto">{description}</span> : <NoValue />),
    },
    ...(isFixed
      ? []
      : [
          {
            key: 'actions',
            title: t('general.actions'),
            width: '10%',
            cell: (scope: Scope) => (
              <RowMenu
                name={scope.name}
                onEdit={() => setOpen(scope)}
                onDelete={() => void remove(scope)}
                deleteLabel={t('general.delete')}
              />
            ),
          },
        ]),
  ];
  return (
    <>
      <ListSection
        title={t('resources.details.permissions')}
        searchLabel={t('resources.permissions.search')}
        actions={!isFixed && createButton}
        search={search}
        query={query}
        columns={columns}
        rowKey={(scope) => scope.id}
        empty={
          <EmptyState
            illustration={<ResourcesIllustration />}
            title={t('resources.permissions.empty_title')}
            text={t('resources.permissions.empty_text')}
            action={!isFixed && createButton}
          />
        }
      />
      {open !== undefined && (
        <PermissionDialog
          resourceId={id}
          {...(open !== 'new' && { permission: open })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
