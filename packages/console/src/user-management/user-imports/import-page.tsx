// One import, from validation to report.
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { UserImport } from '@tessera/contract/user-imports';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BackLink, DetailsPage, DetailsState } from '../../kit/details-page.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import { canImport, DecisionButtons, DecisionMenu, useDecisions } from './decisions.tsx';
import { canMap, MappingDialog } from './mapping-dialog.tsx';
import { Problems } from './problems.tsx';
import { Progress } from './progress.tsx';
import { importQuery, isUnderWay } from './query.ts';
import { ResumeUpload } from './resume-upload.tsx';
import { Status } from './status.tsx';
import { Summary } from './summary.tsx';
import classes from './user-imports.module.css';

const route = getRouteApi('/signed-in/layout/users/import/$importId');
const whileUnderWay = 1000;

function Found({ item }: { item: UserImport }) {
  const { t } = useTranslation();
  const { dialog } = route.useSearch();
  const navigate = route.useNavigate();
  const decisions = useDecisions(item);
  return (
    <DetailsPage
      back={<Back />}
      icon={<IconFileText size={24} stroke={1.5} />}
      title={item.fileName}
      type={item.format.toUpperCase()}
      id={{ label: t('user-imports.id'), value: item.id }}
      actions={<DecisionButtons item={item} decisions={decisions} />}
      {...(!isUnderWay(item) && { menu: <DecisionMenu item={item} decisions={decisions} /> })}
      tabs={null}
    >
      <div className={classes.import}>
        <p className={classes.status} role="status">
          <Status status={item.status} />
        </p>
        {item.status === 'uploading' ? (
          <ResumeUpload item={item} />
        ) : (
          <>
            <Summary item={item} />
            <Progress item={item} />
          </>
        )}
        {canImport(item) && item.updatedCount > 0 && (
          <ConflictChoice item={item} value={decisions.mode} onChange={decisions.setMode} />
        )}
        {!isUnderWay(item) && item.status !== 'failed' && (
          <section>
            <h2>{t('user-imports.problem_list')}</h2>
            <Problems key={item.status} item={item} />
          </section>
        )}
      </div>
      {dialog === 'columns' && canMap(item) && (
        <MappingDialog
          item={item}
          onClose={() => void navigate({ search: ({ dialog: _, ...others }) => others, replace: true })}
        />
      )}
    </DetailsPage>
  );
}

function Back() {
  const { t } = useTranslation();
  return <BackLink to="/users/import">{t('user-imports.back')}</BackLink>;
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
    // A new status has a different list of problems, so start at its first page.
    if (before.current !== undefined && before.current !== status) void navigate({ search: {}, replace: true });
    before.current = status;
  }, [status, navigate]);
  if (data) return <Found item={data} />;
  return <DetailsState back={<Back />} query={query} notFoundTitle={t('user-imports.not_found')} />;
}
