// Details page of one user.

import { Menu } from '@mantine/core';
import {
  IconAt,
  IconBan,
  IconBraces,
  IconCircleCheck,
  IconKey,
  IconMail,
  IconPhone,
  IconUserShare,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import type { UserDetails } from '@tessera/contract/users';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { DeleteItem } from '../../kit/delete-item.tsx';
import { BackLink, DetailsPage, DetailsState } from '../../kit/details-page.tsx';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { shownPhone } from './check-user.ts';
import { useUserDeletion } from './deletion.tsx';
import classes from './details.module.css';
import { Impersonation } from './impersonation.tsx';
import { PasswordLinkButton } from './password-link.tsx';
import { usePasswordReset } from './password-reset.tsx';
import { userQuery } from './query.ts';
import { useSuspension } from './suspension.ts';
import { UserFactStrip } from './user-fact-strip.tsx';
import { UserJson } from './user-json.tsx';
import { UserAvatar, useUserTitle } from './user-name.tsx';
import { UserStatus } from './user-status.tsx';

const route = getRouteApi('/signed-in/layout/users/$id');

// A tab stays current on all its pages.
const tabOptions = { includeSearch: false };

function Tabs({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <TabLinks label={t('users.details.tabs')}>
      <TabLink to="/users/$id/settings" params={{ id }}>
        {t('users.settings.title')}
      </TabLink>
      <TabLink to="/users/$id/security" params={{ id }}>
        {t('users.details.security')}
      </TabLink>
      <TabLink to="/users/$id/roles" params={{ id }} activeOptions={tabOptions}>
        {t('users.roles.title')}
      </TabLink>
      <TabLink to="/users/$id/organizations" params={{ id }} activeOptions={tabOptions}>
        {t('users.organizations.title')}
      </TabLink>
      <TabLink to="/users/$id/logs" params={{ id }} activeOptions={tabOptions}>
        {t('users.details.logs')}
      </TabLink>
    </TabLinks>
  );
}

function Identifiers({ user: { primaryEmail, primaryPhone, username } }: { user: UserDetails }) {
  const shown = [
    { Icon: IconMail, value: primaryEmail },
    { Icon: IconPhone, value: shownPhone(primaryPhone) },
    { Icon: IconAt, value: username },
  ];
  return shown.map(
    ({ Icon, value }) =>
      value && (
        <span key={value} className={classes.identifier}>
          <Icon size={14} aria-hidden="true" />
          <bdi dir="ltr">{value}</bdi>
        </span>
      ),
  );
}

function Page({ user, back }: { user: UserDetails; back: ReactNode }) {
  const { t } = useTranslation();
  const suspension = useSuspension();
  const password = usePasswordReset(user);
  const remove = useUserDeletion();
  const [panel, setPanel] = useState<'json' | 'impersonation'>();
  const closePanel = () => setPanel(undefined);
  const title = useUserTitle()(user);
  const { id, isSuspended } = user;
  return (
    <DetailsPage
      back={back}
      picture={<UserAvatar user={user} size={48} />}
      title={title}
      status={<UserStatus isSuspended={isSuspended} framed />}
      facts={<Identifiers user={user} />}
      strip={<UserFactStrip user={user} />}
      actions={<PasswordLinkButton user={user} />}
      menu={
        <>
          <Menu.Item leftSection={<IconKey size={16} />} onClick={password.ask}>
            {password.label}
          </Menu.Item>
          <Menu.Item leftSection={<IconBraces size={16} />} onClick={() => setPanel('json')}>
            {t('users.details.view_json')}
          </Menu.Item>
          {!isSuspended && (
            <Menu.Item leftSection={<IconUserShare size={16} />} onClick={() => setPanel('impersonation')}>
              {t('users.impersonation.menu')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={isSuspended ? <IconCircleCheck size={16} /> : <IconBan size={16} />}
            onClick={() => suspension.ask(user)}
          >
            {isSuspended ? t('users.details.reactivate') : t('users.details.suspend')}
          </Menu.Item>
          <DeleteItem onClick={() => remove(user)}>{t('users.details.delete')}</DeleteItem>
        </>
      }
      tabs={<Tabs id={id} />}
    >
      <Outlet />
      {password.card}
      {panel === 'json' && <UserJson user={user} onClose={closePanel} />}
      {panel === 'impersonation' && <Impersonation user={user} onClose={closePanel} />}
    </DetailsPage>
  );
}

export function UserDetailsPage() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const query = useQuery(userQuery(api, id));
  const back = <BackLink to="/users">{t('users.details.back')}</BackLink>;
  if (!query.data)
    return <DetailsState back={back} query={query} notFoundTitle={t('users.details.not_found')} hasStrip />;
  return <Page key={id} user={query.data} back={back} />;
}
