// The guides for one application: those of its type, as cards. Where there is only one, it opens at once.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router';
import type { Application } from '@tessera/contract/applications';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { applicationQuery } from '../applications/query.ts';
import { EmptyState } from '../kit/empty-state.tsx';
import { ErrorState } from '../kit/error-state.tsx';
import { PageLoader } from '../kit/loader.tsx';
import { NothingIllustration } from '../kit/nothing-illustration.tsx';
import classes from './guide-chooser.module.css';
import { GuideFrame } from './guide-frame.tsx';
import { GuideLogo } from './guide-logo.tsx';
import { guidesFor } from './registry.ts';

const route = getRouteApi('/signed-in/layout/applications/$id/guide');

function Choice({ application: { id, type } }: { application: Application }) {
  const { t } = useTranslation();
  const guides = guidesFor(type);
  const [only] = guides;
  if (!only) {
    return (
      <EmptyState
        illustration={<NothingIllustration />}
        title={t('guides.none')}
        text={t('guides.none_text')}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/applications/$id" params={{ id }} {...props} />}>
            {t('guides.to_settings')}
          </Button>
        }
      />
    );
  }
  if (guides.length === 1) {
    return <Navigate to="/applications/$id/guide/$guideId" params={{ id, guideId: only.id }} replace />;
  }
  return (
    <ul className={classes.cards}>
      {guides.map((guide) => (
        <li key={guide.id}>
          <Link to="/applications/$id/guide/$guideId" params={{ id, guideId: guide.id }} className={classes.card}>
            <GuideLogo guide={guide} />
            <span>
              <span className={classes.name}>
                <bdi lang="en">{guide.name}</bdi>
              </span>
              <span className={classes.description}>{t(guide.description)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function GuideChooser() {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(applicationQuery(api, id));
  return (
    <GuideFrame
      title={t('guides.choose')}
      subtitle={data ? t('guides.choose_text', { name: data.name }) : ' '}
      onClose={() => void navigate({ to: '/applications/$id', params: { id } })}
    >
      <div className={classes.page}>
        {data ? (
          <Choice application={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoader />
        )}
      </div>
    </GuideFrame>
  );
}
