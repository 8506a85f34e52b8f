// Details page of an organization.

import { IconBuildingCommunity } from '@tabler/icons-react';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { Affected, countOnly } from '../../kit/affected.tsx';
import { DeleteItem } from '../../kit/delete-item.tsx';
import { useDeletion } from '../../kit/deletion.ts';
import { BackLink, DetailsError, DetailsPage, DetailsSkeleton } from '../../kit/details-page.tsx';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { IntroductionButton } from '../organization-introduction/introduction-button.tsx';
import { useOrganization } from './organization.ts';
import { jitQuery, organizationQuery, organizationsKey } from './query.ts';

const route = getRouteApi('/signed-in/layout/organizations/$id');

function useOrganizationDeletion(id: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const remove = useDeletion();
  return (name: string) =>
    remove({
      title: t('organizations.details.delete_title', { name }),
      text: (
        <Affected
          text={t('organizations.details.delete_text')}
          counts={[
            {
              kind: 'members',
              query: api.management.listQuery('/organizations/:organizationId/users', {
                params: { organizationId: id },
                query: countOnly,
              }),
            },
            {
              kind: 'applications',
              query: api.management.listQuery('/organizations/:organizationId/applications', {
                params: { organizationId: id },
                query: countOnly,
              }),
            },
          ]}
        />
      ),
      done: t('organizations.deleted_toast', { name }),
      remove: () => api.management.del('/organizations/:organizationId', { params: { organizationId: id } }),
      list: '/organizations',
      own: [{ queryKey: organizationQuery(api, id).queryKey }, { queryKey: jitQuery(api, id).queryKey }],
      about: [{ queryKey: organizationsKey }],
    });
}

// Paging must not deselect the tab.
const tabOptions = { exact: true, includeSearch: false };

export function OrganizationDetails() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data, error, retry } = useOrganization(id);
  const remove = useOrganizationDeletion(id);
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
      menu={<DeleteItem onClick={() => void remove(name)}>{t('organizations.details.delete')}</DeleteItem>}
      tabs={
        <TabLinks label={t('organizations.details.tabs')}>
          <TabLink to="/organizations/$id/settings" params={{ id }}>
            {t('organizations.settings.title')}
          </TabLink>
          <TabLink to="/organizations/$id/members" params={{ id }} activeOptions={tabOptions}>
            {t('organizations.members.title')}
          </TabLink>
          <TabLink to="/organizations/$id/invitations" params={{ id }} activeOptions={tabOptions}>
            {t('organizations.invitations.title')}
          </TabLink>
          <TabLink to="/organizations/$id/machine-to-machine" params={{ id }} activeOptions={tabOptions}>
            {t('organizations.applications.title')}
          </TabLink>
          <TabLink to="/organizations/$id/branding" params={{ id }}>
            {t('organizations.branding.title')}
          </TabLink>
          <TabLink to="/organizations/$id/activity" params={{ id }} activeOptions={tabOptions}>
            {t('organizations.activity.title')}
          </TabLink>
        </TabLinks>
      }
    >
      <Outlet />
    </DetailsPage>
  );
}
