// The page of one role of the template.
import { Menu } from '@mantine/core';
import { IconTrash, IconUserShield } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { BackLink, DetailsError, DetailsPage, DetailsSkeleton } from '../kit/details-page.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { TabLink, TabLinks } from '../kit/tab-links.tsx';
import { roleQuery, rolesKey } from './query.ts';

const route = getRouteApi('/signed-in/layout/organization-template/roles/$id');

function useDeletion(id: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useSuccessToast();
  const remove = useMutation({
    mutationFn: (_: string) =>
      api.management.del('/organization-roles/:organizationRoleId', { params: { organizationRoleId: id } }),
    onSuccess: async (_, name) => {
      toast(t('organization-template.deleted_toast', { name }));
      void queryClient.invalidateQueries({ queryKey: rolesKey });
      await navigate({ to: '/organization-template/organization-roles', ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: roleQuery(api, id).queryKey });
    },
  });
  return async (name: string) => {
    const agreed = await confirm({
      title: t('organization-template.role.delete_title', { name }),
      text: t('organization-template.role.delete_text'),
      confirmLabel: t('general.delete'),
      danger: true,
    });
    if (agreed) remove.mutate(name);
  };
}

export function RoleDetails() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(roleQuery(api, id));
  const remove = useDeletion(id);
  const back = (
    <BackLink to="/organization-template/organization-roles">{t('organization-template.role.back')}</BackLink>
  );
  if (!data) {
    if (!error) return <DetailsSkeleton back={back} />;
    const retry = () => void refetch();
    return (
      <DetailsError
        back={back}
        error={error}
        notFoundTitle={t('organization-template.role.not_found')}
        onRetry={retry}
      />
    );
  }
  return (
    <DetailsPage
      back={back}
      icon={<IconUserShield size={24} stroke={1.6} />}
      title={data.name}
      type={t(`organization-template.types.${data.type}`)}
      id={{ label: t('organization-template.role.id'), value: id }}
      menu={
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} />}
          onClick={() => void remove(data.name)}
        >
          {t('organization-template.role.delete')}
        </Menu.Item>
      }
      tabs={
        <TabLinks label={t('organization-template.role.tabs')}>
          <TabLink to="/organization-template/roles/$id/permissions" params={{ id }} activeOptions={tabOptions}>
            {t('organization-template.role.permissions')}
          </TabLink>
          <TabLink to="/organization-template/roles/$id/general" params={{ id }}>
            {t('organization-template.role.general')}
          </TabLink>
        </TabLinks>
      }
    >
      <Outlet />
    </DetailsPage>
  );
}

const tabOptions = { exact: true, includeSearch: false };
