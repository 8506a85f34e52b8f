// Permissions of an organization role, in organizations and in APIs.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import classes from '../../kit/list-section.module.css';
import { ListTable, ListTableSkeleton } from '../../kit/list-table.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { NothingFound } from '../../kit/nothing-found.tsx';
import { PermissionName } from '../../kit/permission-name.tsx';
import { RowMenu } from '../../kit/row-menu.tsx';
import { SearchBox } from '../../kit/search-box.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { PermissionDialog } from '../resources/permission-dialog.tsx';
import { AssignPermissions } from './assign-permissions.tsx';
import { TemplateIllustration } from './illustration.tsx';
import { roleQuery, roleResourceScopesQuery, roleScopesQuery, rolesKey } from './query.ts';
import { ScopeDialog } from './scope-dialog.tsx';

const route = getRouteApi('/signed-in/layout/organization-template/roles/$id/permissions');

export type HeldPermission = {
  id: string;
  name: string;
  description: string | null;
  /** The API it belongs to; `undefined` for organization permissions. */
  resource: { id: string; name: string } | undefined;
};

function useHeldPermissions(id: string) {
  const { api } = useServices();
  const parts = useQueries({ queries: [roleScopesQuery(api, id), roleResourceScopesQuery(api, id)] });
  const [own, ofApis] = parts;
  const data: HeldPermission[] | undefined =
    own.data && ofApis.data
      ? [...own.data.map((scope) => ({ ...scope, resource: undefined })), ...ofApis.data]
      : undefined;
  return {
    data,
    error: data ? null : (parts.find(({ error }) => error)?.error ?? null),
    retry: () => {
      for (const part of parts) if (part.error) void part.refetch();
    },
  };
}

function useRemoval(id: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const remove = useMutation({
    mutationFn: ({ id: scopeId, resource }: HeldPermission) =>
      resource
        ? api.management.del('/organization-roles/:organizationRoleId/resource-scopes/:scopeId', {
            params: { organizationRoleId: id, scopeId },
          })
        : api.management.del('/organization-roles/:organizationRoleId/scopes/:organizationScopeId', {
            params: { organizationRoleId: id, organizationScopeId: scopeId },
          }),
    onSuccess: (_, { name }) => {
      toast(t('organization-template.role.removed_toast', { name }));
      for (const { queryKey } of [roleScopesQuery(api, id), roleResourceScopesQuery(api, id), { queryKey: rolesKey }]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
  return async (permission: HeldPermission) => {
    const agreed = await confirm({
      title: t('organization-template.role.remove_title', { name: permission.name }),
      text: t('organization-template.role.remove_text'),
      confirmLabel: t('general.remove'),
      danger: true,
    });
    if (agreed) remove.mutate(permission);
  };
}

const fits = ({ name, description, resource }: HeldPermission, keyword: string) =>
  [name, description, resource?.name].some((text) => text?.toLowerCase().includes(keyword.toLowerCase()));

export function RolePermissions() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const { keyword, assign } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, retry } = useHeldPermissions(id);
  const { data: role } = useQuery(roleQuery(api, id));
  const [edited, setEdited] = useState<HeldPermission>();
  const remove = useRemoval(id);
  const setSearch = (search: { keyword?: string; assign?: '1' }) => void navigate({ search, replace: true });
  const find = (text: string) => setSearch(text === '' ? {} : { keyword: text });
  const assignButton = (
    <Button
      leftSection={<IconPlus size={14} />}
      onClick={() => setSearch({ ...(keyword && { keyword }), assign: '1' })}
    >
      {t('organization-template.role.assign')}
    </Button>
  );
  const columns = [
    {
      key: 'name',
      title: t('organization-template.permissions.name'),
      width: '28%',
      cell: ({ name }: HeldPermission) => <PermissionName name={name} />,
    },
    {
      key: 'description',
      title: t('organization-template.description'),
      width: '36%',
      cell: ({ description }: HeldPermission) => (description ? <span dir="auto">{description}</span> : <NoValue />),
    },
    {
      key: 'type',
      title: t('organization-template.role.kind'),
      width: '26%',
      cell: ({ resource }: HeldPermission) =>
        resource ? (
          <Link to="/api-resources/$id/permissions" params={{ id: resource.id }} dir="auto">
            {resource.name}
          </Link>
        ) : (
          t('organization-template.role.own')
        ),
    },
    {
      key: 'actions',
      title: t('general.actions'),
      width: '10%',
      cell: (permission: HeldPermission) => (
        <RowMenu
          name={permission.name}
          onEdit={() => setEdited(permission)}
          onDelete={() => void remove(permission)}
          deleteLabel={t('general.remove')}
          width={180}
        />
      ),
    },
  ];

  return (
    <div className={classes.section}>
      {(data === undefined || data.length > 0) && (
        <div className={classes.tools}>
          <SearchBox label={t('organization-template.role.search')} value={keyword ?? ''} onSearch={find} />
          {data && assignButton}
        </div>
      )}
      {content()}
      {assign && role && data && <AssignPermissions role={role} held={data} onClose={() => setSearch({})} />}
      {edited && !edited.resource && <ScopeDialog scope={edited} onClose={() => setEdited(undefined)} />}
      {edited?.resource && (
        <PermissionDialog resourceId={edited.resource.id} permission={edited} onClose={() => setEdited(undefined)} />
      )}
    </div>
  );

  function content() {
    const title = t('organization-template.role.permissions');
    if (!data) {
      if (error) return <ErrorState error={error} onRetry={retry} />;
      return <ListTableSkeleton title={title} columns={columns} />;
    }
    if (data.length === 0) {
      return (
        <EmptyState
          illustration={<TemplateIllustration />}
          title={t('organization-template.role.empty_title')}
          text={t('organization-template.role.empty_text')}
          action={assignButton}
        />
      );
    }
    const found = keyword === undefined ? data : data.filter((permission) => fits(permission, keyword));
    if (found.length === 0) return <NothingFound search={keyword ?? ''} />;
    return <ListTable title={title} columns={columns} items={found} rowKey={(one) => one.id} stale={false} />;
  }
}
