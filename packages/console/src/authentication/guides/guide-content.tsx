// A guide filled with an application's values, and its loading state.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { Notice } from '../../kit/notice.tsx';
import { applicationQuery, secretsQuery } from '../applications/query.ts';
import classes from './guide-page.module.css';
import { GuideReading } from './guide-reading.tsx';
import { GuideSteps } from './guide-steps.tsx';
import { guideQuery } from './load-guide.ts';
import type { GuideMeta } from './registry.ts';
import { StepsSkeleton } from './steps-skeleton.tsx';

export function useGuide(id: string, meta: GuideMeta) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const hasSecrets = meta.target === 'Traditional' || meta.target === 'MachineToMachine';
  const application = useQuery(applicationQuery(api, id));
  const secrets = useQuery({ ...secretsQuery(api, id), enabled: hasSecrets });
  const guide = useQuery(guideQuery(meta.id));

  const failed = [application, guide, ...(hasSecrets ? [secrets] : [])].filter(({ data, error }) => error && !data);
  const isComplete = failed.length === 0 && application.data && guide.data && (!hasSecrets || secrets.data);

  const content = (): ReactNode => {
    if (failed[0]) {
      return <ErrorState error={failed[0].error} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />;
    }
    if (!application.data || !guide.data || !isComplete) return <StepsSkeleton />;
    return (
      <GuideReading guide={guide.data} application={application.data} secrets={secrets.data ?? []}>
        {!i18n.language.startsWith('en') && <Notice>{t('guides.english_only')}</Notice>}
        <GuideSteps guide={guide.data} meta={meta} />
      </GuideReading>
    );
  };
  return {
    application: application.data,
    /** Undefined until everything has loaded. */
    steps: isComplete ? guide.data?.steps : undefined,
    content: <div className={classes.content}>{content()}</div>,
  };
}

/** For the drawer, which has no table of contents. */
export function ApplicationGuide({ id, meta }: { id: string; meta: GuideMeta }) {
  return useGuide(id, meta).content;
}
