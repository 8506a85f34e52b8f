// One guide, with the values of one application in it.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { applicationQuery, secretsQuery } from '../applications/query.ts';
import { ErrorState } from '../kit/error-state.tsx';
import { NotFound } from '../kit/not-found.tsx';
import { Notice } from '../kit/notice.tsx';
import type { Guide } from './guide.ts';
import { GuideFrame } from './guide-frame.tsx';
import { GuideLogo } from './guide-logo.tsx';
import classes from './guide-page.module.css';
import { GuideReading } from './guide-reading.tsx';
import { GuideSteps } from './guide-steps.tsx';
import { guideQuery } from './load-guide.ts';
import { findGuide, type GuideMeta, guidesFor } from './registry.ts';
import { StepIndex } from './step-index.tsx';
import { StepsSkeleton } from './steps-skeleton.tsx';

const route = getRouteApi('/signed-in/layout/applications/$id/guide/$guideId');

function OpenGuide({ id, meta }: { id: string; meta: GuideMeta }) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const hasSecrets = meta.target === 'Traditional' || meta.target === 'MachineToMachine';
  const application = useQuery(applicationQuery(api, id));
  const secrets = useQuery({ ...secretsQuery(api, id), enabled: hasSecrets });
  const guide = useQuery(guideQuery(meta.id));
  const close = () => void navigate({ to: '/applications/$id', params: { id } });

  if (application.data && application.data.type !== meta.target) return <NotFound />;

  const failed = [application, guide, ...(hasSecrets ? [secrets] : [])].filter(({ data, error }) => error && !data);
  const content = (): ReactNode => {
    if (failed[0]) {
      return <ErrorState error={failed[0].error} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />;
    }
    if (!application.data || !guide.data || (hasSecrets && !secrets.data)) return <StepsSkeleton />;
    return (
      <GuideReading guide={guide.data} application={application.data} secrets={secrets.data ?? []}>
        {!i18n.language.startsWith('en') && <Notice>{t('guides.english_only')}</Notice>}
        <GuideSteps steps={guide.data.steps} />
      </GuideReading>
    );
  };
  const index = (data: Guide) => <StepIndex steps={data.steps} scroller={scroller} />;
  const isShown = failed.length === 0 && application.data && (!hasSecrets || secrets.data);

  return (
    <GuideFrame
      title={t('guides.guide_of', { guide: meta.name })}
      subtitle={application.data ? t('guides.for_application', { name: application.data.name }) : ' '}
      logo={<GuideLogo guide={meta} />}
      actions={
        guidesFor(meta.target).length > 1 && (
          <Button
            className={classes.all}
            variant="subtle"
            renderRoot={(props) => <Link to="/applications/$id/guide" params={{ id }} {...props} />}
          >
            {t('guides.all')}
          </Button>
        )
      }
      footer={<Button onClick={close}>{t('guides.done')}</Button>}
      scroller={scroller}
      onClose={close}
    >
      <div className={classes.page}>
        {isShown && guide.data ? index(guide.data) : <div />}
        <div className={classes.content}>{content()}</div>
      </div>
    </GuideFrame>
  );
}

export function GuidePage() {
  const { id, guideId } = route.useParams();
  const meta = findGuide(guideId);
  return meta ? <OpenGuide key={`${id} ${guideId}`} id={id} meta={meta} /> : <NotFound />;
}
