// Loads the sign-in experience and its dependencies, and holds the form across tabs.
import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { errorCounts, tabOf } from './check-values.ts';
import { useCustomUiUpload } from './custom-ui-upload.ts';
import { ExperienceContext } from './experience-context.ts';
import { useExperienceForm } from './experience-form.ts';
import { FirstRun } from './first-run.tsx';
import { useMigration } from './migration.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { usePreviewChoice } from './preview-search.ts';
import { consoleConfigQuery, type Experience, experienceQuery } from './query.ts';
import { useReach } from './reach.ts';
import { impliedRecoveries } from './sign-up-rules.ts';

export function SignInExperience() {
  const { t } = useTranslation();
  const { api } = useServices();
  const experience = useQuery(experienceQuery(api));
  const config = useQuery(consoleConfigQuery(api));
  const reach = useReach();
  const error = experience.error ?? config.error ?? reach.error;
  if (experience.data && config.data && reach.data) {
    const isCustomized = config.data.signInExperienceCustomized;
    return <Loaded experience={experience.data} ways={reach.data} isCustomized={isCustomized} />;
  }
  if (!error) return <PageSkeleton />;
  const retry = () => void Promise.all([experience.refetch(), config.refetch(), reach.refetch()]);
  return (
    <>
      <PageHeader title={t('sign-in-experience.title')} subtitle={t('sign-in-experience.subtitle')} />
      <ErrorState error={error} onRetry={retry} />
    </>
  );
}

type Ways = NonNullable<ReturnType<typeof useReach>['data']>;
type Props = { experience: Versioned<Experience>; ways: Ways; isCustomized: boolean };

function Loaded({ experience, ways: { connectors, own, mailbox, reach }, isCustomized }: Props) {
  const { settings } = useServices();
  const navigate = useNavigate();
  const isFirstRun = settings.capabilities.hasFirstRun && !isCustomized;
  // Only real connectors need a review; the mailbox does not.
  const hasOwn = own.email || own.phone;
  const onInvalid = (errors: object) => {
    const counts = errorCounts(errors);
    const here = window.location.pathname.split('/').at(-1) ?? '';
    const [first] = Object.keys(errors);
    if (isFirstRun || first === undefined || counts[here as keyof typeof counts] > 0) return;
    void navigate({ to: `/sign-in-experience/${tabOf(first)}` });
  };
  const form = useExperienceForm({
    experience,
    reach,
    implied: hasOwn ? [] : impliedRecoveries(mailbox),
    isCustomized,
    onInvalid,
  });
  const upload = useCustomUiUpload((id) => form.form.setFieldValue('customUiAssets', { id, createdAt: Date.now() }));
  const [previewVersion, setPreviewVersion] = useState(0);
  const preview = usePreviewChoice();
  const refreshPreview = () => setPreviewVersion((version) => version + 1);
  const migrated = useMigration(form, {
    recoveries: impliedRecoveries(own),
    isDue: !isFirstRun && experience.forgotPasswordMethods === null && hasOwn,
  });
  return (
    <ExperienceContext
      value={{
        experience,
        form,
        connectors,
        reach,
        previewVersion,
        refreshPreview,
        ...preview,
        upload,
      }}
    >
      {isFirstRun ? <FirstRun /> : <Outlet />}
      {form.review && <ChangeDialog review={form.review} migrated={migrated} onClose={form.endReview} />}
    </ExperienceContext>
  );
}
