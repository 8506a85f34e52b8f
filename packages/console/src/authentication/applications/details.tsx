import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook, IconPlayerPlay } from '@tabler/icons-react';
import { getRouteApi, Link, Outlet, useMatch, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteItem } from '../../kit/delete-item.tsx';
import { BackLink, DetailsError, DetailsPage, DetailsSkeleton } from '../../kit/details-page.tsx';
import { DocsButton } from '../../kit/docs-button.tsx';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { allGuides, type GuideMeta, guidesFor } from '../guides/registry.ts';
import { useApplication } from './application.ts';
import { ApplicationIcon } from './application-icon.tsx';
import { DeleteApplication } from './delete-application.tsx';
import { ApplicationFacts } from './health/application-facts.tsx';
import { hasLook, hasOwnCode } from './settings-values.ts';

const GuideDrawer = lazy(async () => ({
  default: (await import('../guides/guide-drawer.tsx')).GuideDrawer<GuideMeta>,
}));
const ApplicationGuide = lazy(async () => ({
  default: (await import('../guides/guide-content.tsx')).ApplicationGuide,
}));

const route = getRouteApi('/signed-in/layout/applications/$id');

// Paging must not deselect the tab.
const tabOptions = { exact: true, includeSearch: false };

export function ApplicationDetails() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data, error, retry } = useApplication(id);
  const { guide } = route.useSearch();
  const [deleting, dialog] = useDisclosure();
  const navigate = useNavigate();
  const isTrying = useMatch({ from: '/signed-in/layout/applications/$id/try-it', shouldThrow: false }) !== undefined;
  const closeGuide = () => void navigate({ to: '.', search: {}, replace: true });

  const back = data?.application.isThirdParty ? (
    <BackLink to="/applications/third-party-applications">{t('applications.details.back_third_party')}</BackLink>
  ) : (
    <BackLink to="/applications">{t('applications.details.back')}</BackLink>
  );
  if (error) {
    return (
      <DetailsError back={back} error={error} notFoundTitle={t('applications.details.not_found')} onRetry={retry} />
    );
  }
  if (!data) return <DetailsSkeleton back={back} />;

  const { application } = data;
  const { name, type, isThirdParty, metadataUrl } = application;
  // Clients use another ID: a SAML entity ID, or the URL of their document.
  const isInternal = type === 'SAML' || metadataUrl !== null;
  const guides = guidesFor(type);
  const hasGuides = guides.length > 0 && !isThirdParty;
  return (
    <DetailsPage
      back={back}
      icon={<ApplicationIcon type={type} isThirdParty={isThirdParty} size={24} />}
      title={name}
      type={isThirdParty ? t('applications.third_party_tag') : t(`applications.types.${type}`)}
      facts={<ApplicationFacts application={application} />}
      id={{ label: t(isInternal ? 'applications.application_id' : 'applications.id'), value: id }}
      actions={
        <>
          {(isThirdParty || type === 'Protected' || type === 'SAML') && <DocsButton />}
          {hasGuides && (
            <Button
              variant="default"
              leftSection={<IconBook size={16} />}
              renderRoot={(props) => (
                <Link to="/applications/$id/settings" params={{ id }} search={{ guide: allGuides }} {...props} />
              )}
            >
              {t('applications.details.guide')}
            </Button>
          )}
          {hasOwnCode(type) && !isTrying && (
            <Button
              leftSection={<IconPlayerPlay size={16} />}
              renderRoot={(props) => <Link to="/applications/$id/try-it" params={{ id }} {...props} />}
            >
              {t('applications.details.try_it')}
            </Button>
          )}
        </>
      }
      menu={<DeleteItem onClick={dialog.open}>{t('applications.details.delete')}</DeleteItem>}
      tabs={
        <TabLinks label={t('applications.details.tabs')}>
          <TabLink to="/applications/$id/settings" params={{ id }}>
            {t('applications.details.settings')}
          </TabLink>
          {type === 'SAML' && (
            <TabLink to="/applications/$id/attribute-mapping" params={{ id }}>
              {t('applications.saml.mapping.title')}
            </TabLink>
          )}
          {isThirdParty && (
            <TabLink to="/applications/$id/permissions" params={{ id }}>
              {t('applications.details.permissions')}
            </TabLink>
          )}
          {hasLook(type) && (
            <TabLink to="/applications/$id/branding" params={{ id }}>
              {t('applications.details.branding')}
            </TabLink>
          )}
          {type === 'MachineToMachine' && (
            <TabLink to="/applications/$id/roles" params={{ id }} activeOptions={{ includeSearch: false }}>
              {t('applications.details.roles')}
            </TabLink>
          )}
          {hasOwnCode(type) && (
            <TabLink to="/applications/$id/try-it" params={{ id }}>
              {t('applications.details.try_it')}
            </TabLink>
          )}
          <TabLink to="/applications/$id/health" params={{ id }}>
            {t('applications.details.health')}
          </TabLink>
          <TabLink to="/applications/$id/logs" params={{ id }} activeOptions={tabOptions}>
            {t('applications.details.logs')}
          </TabLink>
          {type === 'MachineToMachine' && (
            <TabLink to="/applications/$id/organizations" params={{ id }} activeOptions={tabOptions}>
              {t('applications.organizations.title')}
            </TabLink>
          )}
        </TabLinks>
      }
    >
      <Outlet />
      {guide !== undefined && hasGuides && (
        <Suspense>
          <GuideDrawer
            guides={guides}
            open={guide}
            text={t('guides.choose_text', { name })}
            content={(meta) => <ApplicationGuide key={meta.id} id={id} meta={meta} />}
            onClose={closeGuide}
          />
        </Suspense>
      )}
      {deleting && <DeleteApplication application={application} onClose={dialog.close} />}
    </DetailsPage>
  );
}
