// The page of one user.
import { Menu } from '@mantine/core';
import { IconBan, IconCircleCheck, IconKey, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import type { UserDetails } from '@tessera/contract/users';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { BackLink, DetailsPage, DetailsState } from '../kit/details-page.tsx';
import { TabLink, TabLinks } from '../kit/tab-links.tsx';
import { useDeletion } from './deletion.ts';
import { usePasswordReset } from './password-reset.tsx';
import { userQuery } from './query.ts';
import { useSuspension } from './suspension.ts';
import { SuspendedTag, UserAvatar, userSubtitle, useUserTitle } from './user-name.tsx';

const route = getRouteApi('/signed-in/layout/users/$id');

// A tab is the current one whatever page of it is shown.
const tabOptions = { includeSearch: false };

function Tabs({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <TabLinks label={t('users.details.tabs')}>
      <TabLink to="/users/$id/settings" params={{ id }}>
        {t('users.settings.title')}
      </TabLink>
      <TabLink to="/users/$id/roles" params={{ id }} activeOptions={tabOptions}>
        {t('users.roles.title')}
      </TabLink>
      <TabLink to="/users/$id/logs" params={{ id }} activeOptions={tabOptions}>
        {t('users.details.logs')}
      </TabLink>
      <TabLink to="/users/$id/organizations" params={{ id }} activeOptions={tabOptions}>
        {t('users.organizations.title')}
      </TabLink>
    </TabLinks>
  );
}

function Page({ user, back }: { user: UserDetails; back: ReactNode }) {
  const { t } = useTranslation();
  const suspension = useSuspension();
  const password = usePasswordReset(user);
  const remove = useDeletion();
  const title = useUserTitle()(user);
  const subtitle = userSubtitle(user);
  const { id, isSuspended } = user;
  return (
    <DetailsPage
      back={back}
      picture={<UserAvatar user={user} size={48} />}
      title={title}
      facts={
        <>
          {subtitle !== undefined && <bdi>{subtitle}</bdi>}
          {isSuspended && <SuspendedTag />}
        </>
      }
      id={{ label: t('users.id'), value: id }}
      menu={
        <>
          <Menu.Item leftSection={<IconKey size={16} />} onClick={password.ask}>
            {password.label}
          </Menu.Item>
          <Menu.Item
            leftSection={isSuspended ? <IconCircleCheck size={16} /> : <IconBan size={16} />}
            onClick={() => suspension.ask(user)}
          >
            {isSuspended ? t('users.details.reactivate') : t('users.details.suspend')}
          </Menu.Item>
          <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={16} />} onClick={() => remove(user)}>
            {t('users.details.delete')}
          </Menu.Item>
        </>
      }
      tabs={<Tabs id={id} />}
    >
      <Outlet />
      {password.card}
    </DetailsPage>
  );
}

export function UserDetailsPage() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const query = useQuery(userQuery(api, id));
  const back = <BackLink to="/users">{t('users.details.back')}</BackLink>;
  if (!query.data) return <DetailsState back={back} query={query} notFoundTitle={t('users.details.not_found')} />;
  return <Page key={id} user={query.data} back={back} />;
}
