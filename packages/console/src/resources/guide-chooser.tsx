// The guides that protect an API, as cards.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { cardClass, cardsClass, GuideCard } from '../guides/guide-card.tsx';
import { GuideFrame } from '../guides/guide-frame.tsx';
import { apiGuides } from '../guides/registry.ts';
import { ErrorState } from '../kit/error-state.tsx';
import classes from './guide-chooser.module.css';
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
          <ul className={cardsClass}>
            {apiGuides.map((guide) => (
              <li key={guide.id}>
                <Link to="/api-resources/$id/guide/$guideId" params={{ id, guideId: guide.id }} className={cardClass}>
                  <GuideCard guide={guide} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </GuideFrame>
  );
}
