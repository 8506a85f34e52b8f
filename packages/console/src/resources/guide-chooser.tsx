// The guides that protect an API, as cards.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import classes from '../guides/guide-chooser.module.css';
import { GuideFrame } from '../guides/guide-frame.tsx';
import { GuideLogo } from '../guides/guide-logo.tsx';
import { apiGuides } from '../guides/registry.ts';
import { ErrorState } from '../kit/error-state.tsx';
import { resourceQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/api-resources/$id/guide');

export function ResourceGuideChooser() {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(resourceQuery(api, id));
  return (
    <GuideFrame
      title={t('guides.choose')}
      subtitle={data ? t('guides.choose_api_text', { name: data.name }) : ' '}
      onClose={() => void navigate({ to: '/api-resources/$id', params: { id } })}
    >
      <div className={classes.page}>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <ul className={classes.cards}>
            {apiGuides.map((guide) => (
              <li key={guide.id}>
                <Link
                  to="/api-resources/$id/guide/$guideId"
                  params={{ id, guideId: guide.id }}
                  className={classes.card}
                >
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
        )}
      </div>
    </GuideFrame>
  );
}
