// Choosing permissions for a role, out of all API resources.
import { useQuery } from '@tanstack/react-query';
import type { RoleType } from '@tessera/contract/role';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { ErrorState } from '../kit/error-state.tsx';
import type { PermissionGroup } from '../kit/permission-groups.ts';
import { PermissionTree } from '../kit/permission-tree.tsx';
import { permissionsQuery } from '../resources/query.ts';
import { useIsManagementApi } from '../resources/resource-name.tsx';

type Props = {
  type: RoleType;
  /** What the role has already; `undefined` while that is loading. */
  held: ReadonlySet<string> | undefined;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

export function PermissionPicker({ type, held, chosen, onChange }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data, error, refetch } = useQuery({ ...permissionsQuery(api), staleTime: 0 });
  const isManagementApi = useIsManagementApi();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const groups =
    data && held
      ? data
          // Whoever has these can do everything in the tenant; that is for machines alone.
          .filter((resource) => type === 'MachineToMachine' || !isManagementApi(resource))
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
    <PermissionTree
      label={t('roles.permissions.title')}
      searchLabel={t('roles.permissions.search')}
      emptyText={t('roles.permissions.none_left')}
      groups={groups}
      chosen={chosen}
      onChange={onChange}
    />
  );
}
