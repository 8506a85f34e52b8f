// Assigns organization and API permissions to a role; both tabs are saved together.
import { Button, Tabs } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import type { PermissionGroup } from '../../kit/permission-groups.ts';
import { PermissionTree } from '../../kit/permission-tree.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { allResourcesQuery, allScopesQuery, roleResourceScopesQuery, roleScopesQuery, rolesKey } from './query.ts';

type Props = { role: { id: string; name: string }; held: readonly { id: string }[]; onClose: () => void };

/** Permissions the role doesn't have yet. The Management API needs dedicated machine-to-machine roles. */
function useOffered(held: Props['held']) {
  const { api, settings } = useServices();
  const scopes = useQuery(allScopesQuery(api));
  const resources = useQuery(allResourcesQuery(api));
  const has = new Set(held.map(({ id }) => id));
  const missing = <T extends { id: string }>(list: readonly T[]) => list.filter(({ id }) => !has.has(id));
  const own: PermissionGroup[] | undefined = scopes.data && [
    { id: 'organization', name: null, permissions: missing(scopes.data) },
  ];
  const ofApis: PermissionGroup[] | undefined = resources.data
    ?.filter(({ indicator }) => indicator !== settings.wire.managementResource(settings.tenantId))
    .map((resource) => ({ id: resource.id, name: resource.name, permissions: missing(resource.scopes ?? []) }))
    .filter(({ permissions }) => permissions.length > 0);
  return { own, ofApis };
}

export function AssignPermissions({ role: { id: roleId, name }, held, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const { own, ofApis } = useOffered(held);
  const [ownChosen, setOwnChosen] = useState<string[]>([]);
  const [apiChosen, setApiChosen] = useState<string[]>([]);
  const total = ownChosen.length + apiChosen.length;
  const number = new Intl.NumberFormat(i18n.language);
  const params = { organizationRoleId: roleId };

  const assign = useMutation({
    mutationFn: () =>
      Promise.all([
        ownChosen.length > 0 &&
          api.management.post('/organization-roles/:organizationRoleId/scopes', {
            params,
            body: { organizationScopeIds: ownChosen },
          }),
        apiChosen.length > 0 &&
          api.management.post('/organization-roles/:organizationRoleId/resource-scopes', {
            params,
            body: { scopeIds: apiChosen },
          }),
      ]),
    onSuccess: () => {
      toast(t('organization-template.role.assigned_toast'));
      onClose();
    },
    // One of the two requests may have succeeded.
    onSettled: () => {
      for (const { queryKey } of [
        roleScopesQuery(api, roleId),
        roleResourceScopesQuery(api, roleId),
        { queryKey: rolesKey },
      ]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
  const titleWithCount = (title: string, chosen: readonly string[]) =>
    chosen.length === 0 ? title : `${title} (${number.format(chosen.length)})`;

  return (
    <Dialog onClose={onClose} size="xl" title={t('organization-template.role.assign_title', { name })}>
      <Tabs defaultValue="own" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="own">{titleWithCount(t('organization-template.permissions.tab'), ownChosen)}</Tabs.Tab>
          <Tabs.Tab value="apis">{titleWithCount(t('organization-template.role.api_permissions'), apiChosen)}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="own">
          <PermissionTree
            label={t('organization-template.permissions.tab')}
            searchLabel={t('organization-template.search')}
            emptyText={t('organization-template.role.nothing_to_assign')}
            groups={own}
            chosen={ownChosen}
            onChange={setOwnChosen}
          />
        </Tabs.Panel>
        <Tabs.Panel value="apis">
          <PermissionTree
            label={t('organization-template.role.api_permissions')}
            searchLabel={t('organization-template.search')}
            emptyText={t('organization-template.role.no_api_permissions')}
            groups={ofApis}
            chosen={apiChosen}
            onChange={setApiChosen}
          />
        </Tabs.Panel>
      </Tabs>
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          {t('general.skip')}
        </Button>
        <BusyButton busy={assign.isPending} disabled={total === 0} onClick={() => assign.mutate()}>
          {t('organization-template.role.assign')}
        </BusyButton>
      </div>
    </Dialog>
  );
}
