// Attribute mapping tab of a SAML application: which user data its assertions contain, with a preview.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { SamlApplication } from '@tessera/contract/saml-applications';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../../app/api.ts';
import { useServices } from '../../../app/services.tsx';
import { useDetailsForm } from '../../../kit/details-form.ts';
import { EditableForm } from '../../../kit/editable-form.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { FormSection } from '../../../kit/form-section.tsx';
import { PageLoader } from '../../../kit/loader.tsx';
import { useApplication } from '../application.ts';
import { AssertionPreview } from './assertion-preview.tsx';
import { MappingRows } from './mapping-rows.tsx';
import { checkMapping, type MappingValues, mappingOf, refusedRow, valuesOf } from './mapping-values.ts';
import { useNewVersion } from './new-version.ts';
import { samlApplicationQuery } from './query.ts';
import classes from './saml.module.css';

const route = getRouteApi('/signed-in/layout/applications/$id');

export function SamlAttributeMapping() {
  const { api } = useServices();
  const { id } = route.useParams();
  // The surrounding page shows loading and error states.
  const { data } = useApplication(id);
  const isSaml = data?.application.type === 'SAML';
  const query = useQuery({ ...samlApplicationQuery(api, id), enabled: isSaml });
  if (!data) return null;
  if (!isSaml) return <Navigate to="/applications/$id/settings" params={{ id }} replace />;
  if (query.data) return <Form key={id} application={query.data} />;
  return query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <PageLoader />;
}

function useMappingForm(application: Versioned<SamlApplication>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const params = { id: application.id };
  return useDetailsForm<SamlApplication, MappingValues>({
    entity: application,
    valuesOf,
    validate: (values) => checkMapping(values, t),
    read: () => api.management.get('/saml-applications/:id', { params }),
    write: ({ etag }, values) =>
      api.management.patch('/saml-applications/:id', { params, body: { attributeMapping: mappingOf(values) }, etag }),
    onNewVersion: useNewVersion(application.id),
    fieldOf: refusedRow,
  });
}

function Form({ application }: { application: Versioned<SamlApplication> }) {
  const { t } = useTranslation();
  const work = useMappingForm(application);
  const { form, changes } = work;
  return (
    <EditableForm
      work={work}
      labelOf={() => t('applications.saml.mapping.title')}
      textOf={(_, { rows }) => rows.map(({ claim, attribute }) => `${claim ?? ''}: ${attribute}`).join('\n')}
    >
      <FormSection title={t('applications.saml.mapping.title')} text={t('applications.saml.mapping.text')}>
        {form.values.rows.length === 0 && <p className={classes.hint}>{t('applications.saml.mapping.empty')}</p>}
        <MappingRows form={form} />
      </FormSection>
      <AssertionPreview application={application} isUnsaved={changes > 0} />
    </EditableForm>
  );
}
