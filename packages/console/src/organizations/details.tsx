// The page of one organization.
import { Menu } from '@mantine/core';
import { IconBuildingCommunity, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { BackLink, DetailsError, DetailsPage, DetailsSkeleton } from '../kit/details-page.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { TabLink, TabLinks } from '../kit/tab-links.tsx';
import { IntroductionButton } from '../organization-introduction/introduction-button.tsx';
import { useOrganization } from './organization.ts';
import { jitQuery, organizationQuery, organizationsKey } from './query.ts';

const route = getRouteApi('/signed-in/layout/organizations/$id');

function useDeletion(id: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useSuccessToast();
  const remove = useMutation({
    mutationFn: (_: string) => api.management.del('/organizations/:organizationId', { params: { organizationId: id } }),
    onSuccess: async (_, name) => {
      toast(t('organizations.deleted_toast', { name }));
      void queryClient.invalidateQueries({ queryKey: organizationsKey });
      // Whatever was typed belonged to what is no more, so nobody is asked about it.
      await navigate({ to: '/organizations', ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: organizationQuery(api, id).queryKey });
      queryClient.removeQueries({ queryKey: jitQuery(api, id).queryKey });
    },
  });
  return async (name: string) => {
    const agreed = await confirm({
      title: t('organizations.details.delete_title', { name }),
      text: t('organizations.details.delete_text'),
      confirmLabel: t('general.delete'),
      danger: true,
    });
    if (agreed) remove.mutate(name);
  };
}

// A tab is the current one whatever page of it is shown.
const tabOptions = { exact: true, includeSearch: false };

export function OrganizationDetails() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data, error, retry } = useOrganization(id);
  const remove = useDeletion(id);
  const back = <BackLink to="/organizations">{t('organizations.details.back')}</BackLink>;
  if (!data) {
    if (!error) return <DetailsSkeleton back={back} />;
    return (
      <DetailsError back={back} error={error} notFoundTitle={t('organizations.details.not_found')} onRetry={retry} />
    );
  }
  const { name } = data.organization;
  return (
    <DetailsPage
      back={back}
      icon={<IconBuildingCommunity size={24} stroke={1.6} />}
      title={name}
      type={t('organizations.details.kind')}
      id={{ label: t('organizations.id'), value: id }}
      actions={<IntroductionButton />}
      menu={
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} />}
          onClick={() => void remove(name)}
        >
          {t('organizations.details.delete')}
        </Menu.Item>
      }
      tabs={
        <TabLinks label={t('organizations.details.tabs')}>
          <TabLink to="/organizations/$id/settings" params={{ id }}>
            {t('organizations.settings.title')}
          </TabLink>
          <TabLink to="/organizations/$id/members" params={{ id }} activeOptions={tabOptions}>
            {t('organizations.members.title')}
          </TabLink>
          <TabLink to="/organizations/$id/machine-to-machine" params={{ id }} activeOptions={tabOptions}>
            {t('organizations.machines.title')}
          </TabLink>
          <TabLink to="/organizations/$id/branding" params={{ id }}>
            {t('organizations.branding.title')}
          </TabLink>
        </TabLinks>
      }
    >
      <Outlet />
    </DetailsPage>
  );
}
