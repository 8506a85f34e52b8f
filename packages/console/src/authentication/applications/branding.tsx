// Branding tab of an application: its own sign-in branding, or, for a third-party application, its details on the
// consent page.
import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { EditableForm } from '../../kit/editable-form.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { FormSection, FormSections } from '../../kit/form-section.tsx';
import { ConsentBranding } from '../consent/branding.tsx';
import { LookSections } from '../look/look-sections.tsx';
import { checkLook, type LookValues, lookOf, lookPatch } from '../look/look-values.ts';
import { useApplication } from './application.ts';
import { type Experience, lookQuery, readLook, saveLook } from './look-query.ts';
import { hasLook } from './settings-values.ts';

const route = getRouteApi('/signed-in/layout/applications/$id');

export function ApplicationBranding() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  // The surrounding page shows loading and error states.
  const { data } = useApplication(id);
  const isShown = data !== undefined && hasLook(data.application.type);
  const query = useQuery({ ...lookQuery(api, id), enabled: isShown });
  if (!data) return null;
  const { application } = data;
  if (!isShown) return <Navigate to="/applications/$id/settings" params={{ id }} replace />;
  if (query.data) {
    return application.isThirdParty ? (
      <ConsentBranding key={id} application={application} look={query.data} />
    ) : (
      <Form key={id} id={id} look={query.data} />
    );
  }
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div role="status" aria-label={t('general.loading')}>
      <FormSections>
        <FormSection title="" text={<Skeleton height={12} width="60%" />}>
          <Skeleton height={36} />
        </FormSection>
      </FormSections>
    </div>
  );
}

const nothing = { branding: {}, color: {}, customCss: null };

function Form({ id, look }: { id: string; look: Versioned<Experience> }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const work = useDetailsForm<Experience, LookValues>({
    entity: look,
    valuesOf: ({ stored }) => lookOf(stored ?? nothing),
    validate: (values) => checkLook(values, t),
    read: () => readLook(api, id),
    write: (base, values) =>
      saveLook(api, id, base, (stored) => ({
        ...lookPatch(values),
        termsOfUseUrl: stored?.termsOfUseUrl ?? null,
        privacyPolicyUrl: stored?.privacyPolicyUrl ?? null,
      })),
    onNewVersion: (newer) => queryClient.setQueryData(lookQuery(api, id).queryKey, newer),
    fieldOf: ({ path }) => String(path.at(-1)),
  });
  return (
    <EditableForm work={work} labelOf={(field) => t(`look.${field}`)}>
      <LookSections form={work.form} of="application" />
    </EditableForm>
  );
}
