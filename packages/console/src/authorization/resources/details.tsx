// Details page of an API resource.

import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAcknowledgement } from '../../app/acknowledgement.ts';
import { useServices } from '../../app/services.tsx';
import { type ApiGuideMeta, allGuides, apiGuides } from '../../authentication/guides/registry.ts';
import { DeleteItem } from '../../kit/delete-item.tsx';
import { BackLink, DetailsError, DetailsPage, DetailsSkeleton } from '../../kit/details-page.tsx';
import { DismissibleNotice } from '../../kit/dismissible-notice.tsx';
import { DocsButton } from '../../kit/docs-button.tsx';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { DeleteResource } from './delete-resource.tsx';
import { resourceQuery } from './query.ts';
import { ResourceIcon, useIsManagementApi } from './resource-name.tsx';

const GuideDrawer = lazy(async () => ({
  default: (await import('../../authentication/guides/guide-drawer.tsx')).GuideDrawer<ApiGuideMeta>,
}));
const ApiGuide = lazy(async () => ({ default: (await import('./api-guide.tsx')).ApiGuide }));

const route = getRouteApi('/signed-in/layout/api-resources/$id');

export function ResourceDetails() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const { guide } = route.useSearch();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(resourceQuery(api, id));
  const [deleting, dialog] = useDisclosure();
  const isManagementApi = useIsManagementApi();
  const notice = useAcknowledgement('managementApiAcknowledged');
  const back = <BackLink to="/api-resources">{t('resources.details.back')}</BackLink>;
  if (!data) {
    if (!error) return <DetailsSkeleton back={back} />;
    return (
      <DetailsError
        back={back}
        error={error}
        notFoundTitle={t('resources.details.not_found')}
        onRetry={() => void refetch()}
      />
    );
  }

  const isBuiltIn = isManagementApi(data);
  return (
    <DetailsPage
      back={back}
      icon={<ResourceIcon isManagementApi={isBuiltIn} size={24} />}
      title={data.name}
      type={isBuiltIn ? t('resources.built_in') : data.isDefault ? t('resources.default') : t('resources.api')}
      id={{ label: t('resources.indicator'), value: data.indicator }}
      actions={isBuiltIn ? <DocsButton /> : <GuideButton id={id} />}
      {...(!isBuiltIn && {
        menu: <DeleteItem onClick={dialog.open}>{t('resources.details.delete')}</DeleteItem>,
      })}
      tabs={
        <TabLinks label={t('resources.details.tabs')}>
          <TabLink to="/api-resources/$id/permissions" params={{ id }} activeOptions={{ includeSearch: false }}>
            {t('resources.details.permissions')}
          </TabLink>
          <TabLink to="/api-resources/$id/general" params={{ id }}>
            {t('resources.details.general')}
          </TabLink>
        </TabLinks>
      }
    >
      {isBuiltIn && !notice.acknowledged && (
        <DismissibleNotice onDismiss={notice.acknowledge}>{t('resources.details.management_api')}</DismissibleNotice>
      )}
      <Outlet />
      {guide !== undefined && !isBuiltIn && (
        <Suspense>
          <GuideDrawer
            guides={apiGuides}
            open={guide}
            text={t('guides.choose_api_text', { name: data.name })}
            content={(meta) => <ApiGuide key={meta.id} id={id} meta={meta} />}
            onClose={() => void navigate({ to: '.', search: {}, replace: true })}
          />
        </Suspense>
      )}
      {deleting && <DeleteResource resource={data} onClose={dialog.close} />}
    </DetailsPage>
  );
}

function GuideButton({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      leftSection={<IconBook size={16} />}
      renderRoot={(props) => (
        <Link to="/api-resources/$id/permissions" params={{ id }} search={{ guide: allGuides }} {...props} />
      )}
    >
      {t('resources.details.guide')}
    </Button>
  );
}
