// One guide on a screen of its own, as it opens for a new application.
import { Button } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NotFound } from '../kit/not-found.tsx';
import { useGuide } from './guide-content.tsx';
import { GuideFrame } from './guide-frame.tsx';
import { GuideLogo } from './guide-logo.tsx';
import classes from './guide-page.module.css';
import { allGuides, findGuide, type GuideMeta, guidesFor } from './registry.ts';
import { StepIndex } from './step-index.tsx';

const route = getRouteApi('/signed-in/layout/applications/$id/guide/$guideId');

function OpenGuide({ id, meta }: { id: string; meta: GuideMeta }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const { application, steps, content } = useGuide(id, meta);
  const close = () => void navigate({ to: '/applications/$id', params: { id } });

  if (application && application.type !== meta.target) return <NotFound />;
  return (
    <GuideFrame
      title={t('guides.guide_of', { guide: meta.name })}
      subtitle={application ? t('guides.for_application', { name: application.name }) : ' '}
      logo={<GuideLogo guide={meta} />}
      actions={
        guidesFor(meta.target).length > 1 && (
          <Button
            className={classes.all}
            variant="subtle"
            renderRoot={(props) => (
              <Link to="/applications/$id/settings" params={{ id }} search={{ guide: allGuides }} {...props} />
            )}
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
        {steps ? <StepIndex steps={steps} scroller={scroller} /> : <div />}
        {content}
      </div>
    </GuideFrame>
  );
}

export function GuidePage() {
  const { id, guideId } = route.useParams();
  const meta = findGuide(guideId);
  return meta ? <OpenGuide key={`${id} ${guideId}`} id={id} meta={meta} /> : <NotFound />;
}
