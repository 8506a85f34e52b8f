// One guide that protects an API, with the values of one API resource in it.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Resource } from '@tessera/contract/resources';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { GuideFrame } from '../guides/guide-frame.tsx';
import { GuideLogo } from '../guides/guide-logo.tsx';
import classes from '../guides/guide-page.module.css';
import { GuideSteps } from '../guides/guide-steps.tsx';
import { guideQuery } from '../guides/load-guide.ts';
import { type PackageManager, ReadingProvider } from '../guides/reading.tsx';
import { type ApiGuideMeta, findApiGuide } from '../guides/registry.ts';
import { StepIndex } from '../guides/step-index.tsx';
import { StepsSkeleton } from '../guides/steps-skeleton.tsx';
import { valuesOfApi } from '../guides/values.ts';
import { ErrorState } from '../kit/error-state.tsx';
import { NotFound } from '../kit/not-found.tsx';
import { Notice } from '../kit/notice.tsx';
import { resourceQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/api-resources/$id/guide/$guideId');

function Reading({ resource, children }: { resource: Resource; children: ReactNode }) {
  const { settings } = useServices();
  const [packageManager, setPackageManager] = useState<PackageManager>('npm');
  const facts = {
    endpoint: settings.tenantEndpoint,
    namespace: settings.namespace,
    managementResource: settings.wire.managementResource(settings.tenantId),
  };
  const values = valuesOfApi(facts, resource.indicator);
  return (
    <ReadingProvider
      value={{
        values,
        shown: values,
        hasSecret: false,
        secretShown: false,
        toggleSecret: () => {},
        packageManager,
        setPackageManager,
      }}
    >
      {children}
    </ReadingProvider>
  );
}

function OpenGuide({ id, meta }: { id: string; meta: ApiGuideMeta }) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const resource = useQuery(resourceQuery(api, id));
  const guide = useQuery(guideQuery(meta.id));
  const close = () => void navigate({ to: '/api-resources/$id', params: { id } });
  const failed = [resource, guide].filter(({ data, error }) => error && !data);

  const content = (): ReactNode => {
    if (failed[0]) {
      return <ErrorState error={failed[0].error} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />;
    }
    if (!resource.data || !guide.data) return <StepsSkeleton />;
    return (
      <Reading resource={resource.data}>
        {!i18n.language.startsWith('en') && <Notice>{t('guides.english_only')}</Notice>}
        <GuideSteps steps={guide.data.steps} />
      </Reading>
    );
  };

  return (
    <GuideFrame
      title={t('guides.guide_of', { guide: meta.name })}
      subtitle={resource.data ? t('guides.for_application', { name: resource.data.name }) : ' '}
      logo={<GuideLogo guide={meta} />}
      actions={
        <Button
          className={classes.all}
          variant="subtle"
          renderRoot={(props) => <Link to="/api-resources/$id/guide" params={{ id }} {...props} />}
        >
          {t('guides.all')}
        </Button>
      }
      footer={<Button onClick={close}>{t('guides.done')}</Button>}
      scroller={scroller}
      onClose={close}
    >
      <div className={classes.page}>
        {resource.data && guide.data ? <StepIndex steps={guide.data.steps} scroller={scroller} /> : <div />}
        <div className={classes.content}>{content()}</div>
      </div>
    </GuideFrame>
  );
}

export function ResourceGuidePage() {
  const { id, guideId } = route.useParams();
  const meta = findApiGuide(guideId);
  return meta ? <OpenGuide key={`${id} ${guideId}`} id={id} meta={meta} /> : <NotFound />;
}
