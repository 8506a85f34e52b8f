// The tenant's applications, first-party and third-party.
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useMatch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CopyId } from '../../kit/copy-id.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { CreateLink, ListPage } from '../../kit/list-page.tsx';
import type { ListSearch } from '../../kit/list-search.ts';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { Tag } from '../../kit/tag.tsx';
import { ApplicationName } from './application-name.tsx';
import classes from './list.module.css';
import { applicationsQuery, type Ownership, thirdPartyQuery } from './query.ts';

// Loaded lazily, since most tenants already have an application.
const FirstApplication = lazy(async () => ({ default: (await import('./first-application.tsx')).FirstApplication }));

const route = getRouteApi('/signed-in/layout/applications');

/** The selected tab, and the page on which the other one was left. */
function useOwnership(page: number | undefined) {
  const isThirdParty =
    useMatch({ from: '/signed-in/layout/applications/third-party-applications', shouldThrow: false }) !== undefined;
  const ownership: Ownership = isThirdParty ? 'third-party' : 'own';
  const pages = useRef<Record<Ownership, number | undefined>>({ own: undefined, 'third-party': undefined });
  useEffect(() => {
    pages.current[ownership] = page;
  }, [ownership, page]);
  const searchOf = (other: Ownership): ListSearch => {
    const left = pages.current[other];
    return left === undefined ? {} : { page: left };
  };
  return { ownership, searchOf };
}

export function ApplicationList() {
  const { page } = route.useSearch();
  const { ownership, searchOf } = useOwnership(page);
  return (
    <>
      <List key={ownership} ownership={ownership} searchOf={searchOf} />
      <Outlet />
    </>
  );
}

type Props = { ownership: Ownership; searchOf: (ownership: Ownership) => ListSearch };

function List({ ownership, searchOf }: Props) {
  const { t } = useTranslation();
  const { api, settings } = useServices();
  const search = route.useSearch();
  const query = useQuery({ ...applicationsQuery(api, search, ownership), placeholderData: keepPreviousData });
  const thirdParty = useQuery({ ...thirdPartyQuery(api), meta: { silent: true } });
  const hasTabs = ownership === 'third-party' || (thirdParty.data?.total ?? 0) > 0;

  const createLink = <CreateLink to="/applications/create">{t('applications.create_button')}</CreateLink>;

  return (
    <ListPage
      title={t('applications.title')}
      subtitle={t('applications.subtitle')}
      searchLabel={t('applications.search')}
      search={search}
      query={query}
      actions={
        <>
          {ownership === 'third-party' && (
            <Button variant="default" renderRoot={(props) => <Link to="/applications/self-registration" {...props} />}>
              {t('applications.self_registration')}
            </Button>
          )}
          <Button
            variant="default"
            component="a"
            href={`${settings.tenantEndpoint}/demo-app`}
            target="_blank"
            rel="noreferrer"
            rightSection={<IconExternalLink size={14} />}
          >
            {t('applications.try_it')}
            <span className="visually-hidden"> ({t('general.new_tab')})</span>
          </Button>
          {createLink}
        </>
      }
      tabs={
        hasTabs && (
          <div className={classes.tabs}>
            <TabLinks label={t('applications.kinds')}>
              <TabLink to="/applications" search={searchOf('own')} activeOptions={tabOptions}>
                {t('applications.own')}
              </TabLink>
              <TabLink
                to="/applications/third-party-applications"
                search={searchOf('third-party')}
                activeOptions={tabOptions}
              >
                {t('applications.third_party')}
              </TabLink>
            </TabLinks>
          </div>
        )
      }
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          title: t('applications.name'),
          width: '30%',
          cell: ({ id, name, type, isThirdParty }) => (
            <ApplicationName id={id} name={name} type={type} isThirdParty={isThirdParty} />
          ),
        },
        {
          key: 'type',
          title: t('applications.type'),
          width: '20%',
          cell: ({ type, isThirdParty, isSelfRegistered }) => (
            <Tag>
              {isSelfRegistered
                ? t('applications.self_registered_tag')
                : isThirdParty
                  ? t('applications.third_party_tag')
                  : t(`applications.types.${type}`)}
            </Tag>
          ),
        },
        {
          key: 'id',
          title: t('applications.id'),
          width: '30%',
          cell: ({ id, metadataUrl, name }) => (
            <CopyId value={metadataUrl ?? id} label={t('applications.id_of', { name })} />
          ),
        },
        {
          key: 'created',
          title: t('applications.created'),
          width: '20%',
          cell: ({ createdAt }) => <DateText value={createdAt} />,
        },
      ]}
      empty={
        <Suspense>
          <FirstApplication action={createLink} />
        </Suspense>
      }
    />
  );
}

// Paging must not deselect the tab.
const tabOptions = { exact: true, includeSearch: false };
