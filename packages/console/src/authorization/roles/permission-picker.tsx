// Permission picker for a role, across all API resources.
import { useQuery } from '@tanstack/react-query';
import type { RoleType } from '@tessera/contract/role';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import type { PermissionGroup } from '../../kit/permission-groups.ts';
import { PermissionTree } from '../../kit/permission-tree.tsx';
import { useHasPermission } from '../../platform/tenants/permissions.ts';
import { permissionsQuery } from '../resources/query.ts';
import { useIsManagementApi } from '../resources/resource-name.tsx';

type Props = {
  type: RoleType;
  /** The role's current permissions; `undefined` while loading. */
  held: ReadonlySet<string> | undefined;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

export function PermissionPicker({ type, held, chosen, onChange }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data, error, refetch } = useQuery({ ...permissionsQuery(api), staleTime: 0 });
  const isManagementApi = useIsManagementApi();
  const mayGiveAccess = useHasPermission('manage:tenant');
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const groups =
    data && held
      ? data
          // Management API permissions give full access to the tenant: only for machine-to-machine roles, and only
          // assignable by administrators.
          .filter((resource) => (type === 'MachineToMachine' && mayGiveAccess) || !isManagementApi(resource))
          .map(
            ({ id, name, scopes = [] }): PermissionGroup => ({
              id,
              name,
              permissions: scopes.filter((scope) => !held.has(scope.id)),
            }),
          )
          .filter(({ permissions }) => permissions.length > 0)
      : undefined;
  return (
    <>
      {type === 'MachineToMachine' && !mayGiveAccess && <p>{t('roles.management_api_admin_only')}</p>}
      <PermissionTree
        label={t('roles.permissions.title')}
        searchLabel={t('roles.permissions.search')}
        emptyText={t('roles.permissions.none_left')}
        groups={groups}
        chosen={chosen}
        onChange={onChange}
      />
    </>
  );
}
