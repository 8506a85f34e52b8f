// One guide that protects an API on a screen of its own, as it opens for a new API resource.
import { Button } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { GuideFrame } from '../guides/guide-frame.tsx';
import { GuideLogo } from '../guides/guide-logo.tsx';
import classes from '../guides/guide-page.module.css';
import { type ApiGuideMeta, allGuides, findApiGuide } from '../guides/registry.ts';
import { StepIndex } from '../guides/step-index.tsx';
import { NotFound } from '../kit/not-found.tsx';
import { useApiGuide } from './api-guide.tsx';

const route = getRouteApi('/signed-in/layout/api-resources/$id/guide/$guideId');

function OpenGuide({ id, meta }: { id: string; meta: ApiGuideMeta }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const { resource, steps, content } = useApiGuide(id, meta);
  const close = () => void navigate({ to: '/api-resources/$id', params: { id } });
  return (
    <GuideFrame
      title={t('guides.guide_of', { guide: meta.name })}
      subtitle={resource ? t('guides.for_application', { name: resource.name }) : ' '}
      logo={<GuideLogo guide={meta} />}
      actions={
        <Button
          className={classes.all}
          variant="subtle"
          renderRoot={(props) => (
            <Link to="/api-resources/$id/permissions" params={{ id }} search={{ guide: allGuides }} {...props} />
          )}
        >
          {t('guides.all')}
        </Button>
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

export function ResourceGuidePage() {
  const { id, guideId } = route.useParams();
  const meta = findApiGuide(guideId);
  return meta ? <OpenGuide key={`${id} ${guideId}`} id={id} meta={meta} /> : <NotFound />;
}
