// Details page of an organization role.

import { IconUserShield } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { Affected, countsOf } from '../../kit/affected.tsx';
import { DeleteItem } from '../../kit/delete-item.tsx';
import { useDeletion } from '../../kit/deletion.ts';
import { BackLink, DetailsError, DetailsPage, DetailsSkeleton } from '../../kit/details-page.tsx';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { roleQuery, rolesKey } from './query.ts';

const route = getRouteApi('/signed-in/layout/organization-template/roles/$id');

function useRoleDeletion(id: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const remove = useDeletion();
  return (name: string) =>
    remove({
      title: t('organization-template.role.delete_title', { name }),
      text: (
        <Affected
          text={t('organization-template.role.delete_text')}
          counts={countsOf(
            ['organization-role', id],
            (options) =>
              api.management.get(
                '/organization-roles/:organizationRoleId/usage',
                { params: { organizationRoleId: id } },
                options,
              ),
            [
              ['users', ({ users }) => users],
              ['applications', ({ applications }) => applications],
              ['organizations', ({ organizations }) => organizations],
            ],
          )}
        />
      ),
      done: t('organization-template.deleted_toast', { name }),
      remove: () =>
        api.management.del('/organization-roles/:organizationRoleId', { params: { organizationRoleId: id } }),
      list: '/organization-template/organization-roles',
      own: [{ queryKey: roleQuery(api, id).queryKey }],
      about: [{ queryKey: rolesKey }],
    });
}

export function RoleDetails() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(roleQuery(api, id));
  const remove = useRoleDeletion(id);
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
      menu={<DeleteItem onClick={() => void remove(data.name)}>{t('organization-template.role.delete')}</DeleteItem>}
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
