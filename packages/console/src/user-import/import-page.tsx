// One import, from its check to its report.
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { UserImport } from '@tessera/contract/user-imports';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { BackLink, DetailsPage, DetailsState } from '../kit/details-page.tsx';
import { Notice, type Severity } from '../kit/notice.tsx';
import { DecisionButtons, DecisionMenu, useDecisions } from './decisions.tsx';
import { Problems } from './problems.tsx';
import { Progress } from './progress.tsx';
import { importQuery, isUnderWay } from './query.ts';
import { Status } from './status.tsx';
import classes from './user-import.module.css';

const route = getRouteApi('/signed-in/layout/users/import/$importId');
const whileUnderWay = 1000;

/** What has happened, and what has not, in a sentence. */
function Summary({ item }: { item: UserImport }) {
  const { t, i18n } = useTranslation();
  const { status, createdCount: count, conflictCount, invalidCount, problem } = item;
  const formatted = new Intl.NumberFormat(i18n.language).format(count);
  const hasProblems = conflictCount + invalidCount > 0;
  const say = (severity: Severity, text: ReactNode) => (
    <Notice severity={severity} urgent={severity === 'error'}>
      {text}
    </Notice>
  );
  if (status === 'failed') {
    return say(
      'error',
      <>
        {problem?.message} {problem?.details && <code dir="auto">{problem.details}</code>}
      </>,
    );
  }
  if (status === 'cancelled') {
    const isNobody = item.isDryRun || count === 0;
    return say(
      'warning',
      isNobody ? t('user-import.cancelled_nobody') : t('user-import.cancelled_text', { count, formatted }),
    );
  }
  if (status === 'finished') return say('success', t('user-import.finished_text', { count, formatted }));
  if (status === 'checked' && count === 0) return say('error', t('user-import.nobody_text'));
  if (status === 'checked') {
    const skipped = hasProblems ? ` ${t('user-import.skipped')}` : '';
    return say('info', `${t('user-import.checked_text', { count, formatted })}${skipped}`);
  }
  return say('info', t(status === 'importing' ? 'user-import.importing_text' : 'user-import.checking_text'));
}

function Found({ item }: { item: UserImport }) {
  const { t } = useTranslation();
  const decisions = useDecisions(item);
  return (
    <DetailsPage
      back={<Back />}
      icon={<IconFileText size={24} stroke={1.5} />}
      title={item.fileName}
      type={item.format.toUpperCase()}
      id={{ label: t('user-import.id'), value: item.id }}
      actions={<DecisionButtons item={item} decisions={decisions} />}
      {...(!isUnderWay(item) && { menu: <DecisionMenu decisions={decisions} /> })}
      tabs={null}
    >
      <div className={classes.import}>
        <p className={classes.status} role="status">
          <Status status={item.status} />
        </p>
        <Summary item={item} />
        <Progress item={item} />
        {!isUnderWay(item) && item.status !== 'failed' && (
          <section>
            <h2>{t('user-import.problem_list')}</h2>
            <Problems key={item.status} item={item} />
          </section>
        )}
      </div>
    </DetailsPage>
  );
}

function Back() {
  const { t } = useTranslation();
  return <BackLink to="/users/import">{t('user-import.back')}</BackLink>;
}

export function ImportPage() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { importId } = route.useParams();
  const navigate = route.useNavigate();
  const query = useQuery({
    ...importQuery(api, importId),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? whileUnderWay : false),
  });
  const { data } = query;
  const status = data?.status;
  const before = useRef(status);
  useEffect(() => {
    // Another list of problems begins at its first page.
    if (before.current !== undefined && before.current !== status) void navigate({ search: {}, replace: true });
    before.current = status;
  }, [status, navigate]);
  if (data) return <Found item={data} />;
  return <DetailsState back={<Back />} query={query} notFoundTitle={t('user-import.not_found')} />;
}
