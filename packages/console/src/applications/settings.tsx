// The settings tab of an application: one form, and among it what a developer copies from here.
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EditableForm } from '../kit/editable-form.tsx';
import { FormSections } from '../kit/form-section.tsx';
import { Notice } from '../kit/notice.tsx';
import { AddressesSection } from './addresses-section.tsx';
import { type ApplicationParts, useApplication } from './application.ts';
import { CredentialsSection } from './credentials-section.tsx';
import { CustomDataSection } from './custom-data-section.tsx';
import { settingsLabels } from './field-labels.ts';
import { GeneralSection } from './general-section.tsx';
import { LogoutSection } from './logout-section.tsx';
import { useSettingsForm } from './settings-form.ts';
import { isEditable, signsUsersIn } from './settings-values.ts';
import { TokensSection } from './tokens-section.tsx';

const route = getRouteApi('/signed-in/layout/applications/$id');

export function ApplicationSettings() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  // The page around this tab shows what there is to say while it is not loaded.
  const { data } = useApplication(id);
  if (!data) return null;
  if (!isEditable(data.application.type)) {
    return (
      <FormSections>
        <Notice>{t('applications.details.not_editable')}</Notice>
      </FormSections>
    );
  }
  return <Form key={id} {...data} />;
}

function Form({ application, secrets, discovery }: ApplicationParts) {
  const work = useSettingsForm(application);
  const { form } = work;
  const { t } = useTranslation();
  const { type } = application;
  const labels = settingsLabels(t);
  return (
    <EditableForm work={work} labelOf={(field) => labels[field]}>
      <GeneralSection form={form} />
      {signsUsersIn(type) && <AddressesSection form={form} type={type} />}
      <CredentialsSection application={application} secrets={secrets} discovery={discovery} />
      {signsUsersIn(type) && (
        <>
          <TokensSection form={form} type={type} />
          <LogoutSection form={form} />
        </>
      )}
      <CustomDataSection form={form} />
    </EditableForm>
  );
}
