// The branding tab of an application of somebody else: how it introduces itself on the consent page.
import { Skeleton, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { Application } from '@tessera/contract/applications';
import { useTranslation } from 'react-i18next';
import type { Api, Versioned } from '../app/api.ts';
import { ApiProblem } from '../app/problem.ts';
import { useServices } from '../app/services.tsx';
import { useApplication } from '../applications/application.ts';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import { useDetailsForm } from '../kit/details-form.ts';
import { ErrorState } from '../kit/error-state.tsx';
import { FormSection, FormSections } from '../kit/form-section.tsx';
import { SaveBar } from '../kit/save-bar.tsx';
import { Uploader } from '../kit/uploader.tsx';
import {
  type BrandingValues,
  brandingBodyOf,
  brandingValuesOf,
  checkBranding,
  type Stored,
} from './branding-values.ts';
import classes from './permissions.module.css';

const route = getRouteApi('/signed-in/layout/applications/$id');
const path = '/applications/:applicationId/sign-in-experience';

type Look = { stored: Stored };

/** What may not exist yet has no version of its own; what it says stands for one. */
const versioned = (stored: Stored): Versioned<Look> => ({ stored, etag: JSON.stringify(brandingValuesOf(stored)) });

const read = async (api: Api, applicationId: string): Promise<Versioned<Look>> => {
  try {
    return versioned(await api.management.get(path, { params: { applicationId } }));
  } catch (error) {
    // Nothing has been configured yet.
    if (error instanceof ApiProblem && error.status === 404) return versioned(null);
    throw error;
  }
};
const brandingQuery = (api: Api, applicationId: string) => ({
  queryKey: ['management', path, { params: { applicationId } }] as const,
  queryFn: () => read(api, applicationId),
  meta: { panel: true },
});

export function Branding() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const { data } = useApplication(id);
  const isThirdParty = data?.application.isThirdParty === true;
  const query = useQuery({ ...brandingQuery(api, id), enabled: isThirdParty });
  if (!data) return null;
  if (!isThirdParty) return <Navigate to="/applications/$id/settings" params={{ id }} replace />;
  if (query.data !== undefined) return <Form key={id} application={data.application} look={query.data} />;
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className={classes.loading} role="status" aria-label={t('general.loading')}>
      <Skeleton width="30%" height={16} />
      <Skeleton height={120} />
    </div>
  );
}

const labels = {
  displayName: 'consent.branding.name',
  logoUrl: 'consent.branding.logo',
  darkLogoUrl: 'consent.branding.dark_logo',
  termsOfUseUrl: 'consent.branding.terms',
  privacyPolicyUrl: 'consent.branding.privacy',
} as const satisfies Record<keyof BrandingValues, string>;

function useBrandingForm(id: string, look: Versioned<Look>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  return useDetailsForm<Look, BrandingValues>({
    entity: look,
    valuesOf: ({ stored }) => brandingValuesOf(stored),
    validate: (values) =>
      checkBranding(values, {
        nameLong: (count) => t('consent.branding.name_long', { count }),
        address: t('consent.branding.address'),
      }),
    read: () => read(api, id),
    write: async (base, values) => {
      const now = await read(api, id);
      if (now.etag !== base.etag) throw new ApiProblem(412, '', {});
      const body = brandingBodyOf(now.stored, values);
      return versioned(await api.management.put(path, { params: { applicationId: id }, body }));
    },
    onNews: (news) => queryClient.setQueryData(brandingQuery(api, id).queryKey, news),
    fieldOf: ({ path: [first, second] }) => {
      const field = String(first === 'branding' ? second : first);
      return Object.hasOwn(labels, field) ? field : undefined;
    },
  });
}

function Form({ application: { id, name }, look }: { application: Application; look: Versioned<Look> }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { form, changes, saving, onSubmit, discard, conflict } = useBrandingForm(id, look);
  const upload = (file: File, signal: AbortSignal) =>
    api.management.post('/user-assets', { body: { file } }, { signal });
  const address = { type: 'url', dir: 'ltr', placeholder: 'https://', autoComplete: 'off' } as const;
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormSections>
        <FormSection title={t('consent.branding.look')} text={t('consent.branding.look_text')}>
          <TextInput
            label={t(labels.displayName)}
            description={t('consent.branding.name_hint', { name })}
            placeholder={name}
            dir="auto"
            autoComplete="off"
            {...form.getInputProps('displayName')}
          />
          {(['logoUrl', 'darkLogoUrl'] as const).map((field) => (
            <Uploader
              key={field}
              label={t(labels[field])}
              value={form.values[field]}
              onChange={(url) => form.setFieldValue(field, url)}
              upload={upload}
            />
          ))}
        </FormSection>
        <FormSection title={t('consent.branding.documents')} text={t('consent.branding.documents_text')}>
          <TextInput label={t(labels.termsOfUseUrl)} {...address} {...form.getInputProps('termsOfUseUrl')} />
          <TextInput label={t(labels.privacyPolicyUrl)} {...address} {...form.getInputProps('privacyPolicyUrl')} />
        </FormSection>
      </FormSections>
      <SaveBar
        changes={changes}
        saving={saving}
        onDiscard={discard}
        {...(conflict && { notice: <ConflictNotice conflict={conflict} labelOf={(field) => t(labels[field])} /> })}
      />
    </form>
  );
}
