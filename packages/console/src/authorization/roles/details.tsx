// Details page of a role.

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import type { Role } from '@tessera/contract/role';
import { useTranslation } from 'react-i18next';
import { useAcknowledgement } from '../../app/acknowledgement.ts';
import { useServices } from '../../app/services.tsx';
import { Affected, countOnly } from '../../kit/affected.tsx';
import { DeleteItem } from '../../kit/delete-item.tsx';
import { useDeletion } from '../../kit/deletion.ts';
import { BackLink, DetailsPage, DetailsState } from '../../kit/details-page.tsx';
import { DismissibleNotice } from '../../kit/dismissible-notice.tsx';
import { NotFound } from '../../kit/not-found.tsx';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { isInternal } from './check-role.ts';
import { aboutRoles, roleQuery } from './query.ts';
import { RoleIcon } from './role-name.tsx';

const route = getRouteApi('/signed-in/layout/roles/$id');

function useRoleDeletion() {
  const { t } = useTranslation();
  const { api } = useServices();
  const remove = useDeletion();
  return ({ id, name, type }: Role) =>
    remove({
      title: t('roles.details.delete_title', { name }),
      text: (
        <Affected
          text={t('roles.details.delete_text')}
          counts={[
            type === 'User'
              ? {
                  kind: 'users',
                  query: api.management.listQuery('/roles/:id/users', { params: { id }, query: countOnly }),
                }
              : {
                  kind: 'applications',
                  query: api.management.listQuery('/roles/:id/applications', { params: { id }, query: countOnly }),
                },
          ]}
        />
      ),
      done: t('roles.deleted_toast', { name }),
      remove: () => api.management.del('/roles/:id', { params: { id } }),
      list: '/roles',
      own: [{ queryKey: roleQuery(api, id).queryKey }],
      about: [{ predicate: aboutRoles }],
    });
}

// Paging must not deselect the tab.
const tabOptions = { includeSearch: false };

function Tabs({ role: { id, type } }: { role: Role }) {
  const { t } = useTranslation();
  return (
    <TabLinks label={t('roles.details.tabs')}>
      <TabLink to="/roles/$id/permissions" params={{ id }} activeOptions={tabOptions}>
        {t('roles.permissions.title')}
      </TabLink>
      {type === 'User' ? (
        <TabLink to="/roles/$id/users" params={{ id }} activeOptions={tabOptions}>
          {t('roles.users.title')}
        </TabLink>
      ) : (
        <TabLink to="/roles/$id/machine-to-machine-apps" params={{ id }} activeOptions={tabOptions}>
          {t('roles.applications.title')}
        </TabLink>
      )}
      <TabLink to="/roles/$id/general" params={{ id }}>
        {t('roles.general.title')}
      </TabLink>
    </TabLinks>
  );
}

export function RoleDetails() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const query = useQuery(roleQuery(api, id));
  const { data } = query;
  const remove = useRoleDeletion();
  const notice = useAcknowledgement('m2mRoleNotificationAcknowledged');
  const back = <BackLink to="/roles">{t('roles.details.back')}</BackLink>;
  if (!data) return <DetailsState back={back} query={query} notFoundTitle={t('roles.details.not_found')} />;
  // Internal roles are not listed, so no link leads here.
  if (isInternal(data.name)) return <NotFound />;
  return (
    <DetailsPage
      back={back}
      icon={<RoleIcon type={data.type} size={24} />}
      title={data.name}
      type={t(`roles.types.${data.type}`)}
      id={{ label: t('roles.id'), value: id }}
      menu={<DeleteItem onClick={() => remove(data)}>{t('roles.details.delete')}</DeleteItem>}
      tabs={<Tabs role={data} />}
    >
      {data.type === 'MachineToMachine' && !notice.acknowledged && (
        <DismissibleNotice onDismiss={notice.acknowledge}>{t('roles.details.machine_hint')}</DismissibleNotice>
      )}
      <Outlet />
    </DetailsPage>
  );
}
