// Fields of IdP-initiated sign-in: application, flow, and what the flow needs.
import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconArrowForwardUp, IconBolt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ChoiceCard, ChoiceCards } from '../../kit/choice-card.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { KeyValueRows } from '../../kit/key-value-rows.tsx';
import { applicationQuery } from '../applications/query.ts';
import { ApplicationChoice } from './application-choice.tsx';
import { canSignInDirectly, emptyPair, type IdpInitiatedValues } from './idp-initiated-values.ts';
import classes from './sso-connectors.module.css';

type IdpForm = UseFormReturnType<IdpInitiatedValues>;

function useApplication(id: string) {
  const { api } = useServices();
  const { data } = useQuery({ ...applicationQuery(api, id), enabled: id !== '', meta: { silent: true } });
  return data;
}

function Parameters({ form }: { form: IdpForm }) {
  const { t } = useTranslation();
  const { parameters } = form.values;
  return (
    <div className={classes.source}>
      <span className={classes.label}>{t('sso-connectors.idp.parameters')}</span>
      <span className={classes.hint}>{t('sso-connectors.idp.parameters_hint')}</span>
      <KeyValueRows
        label={t('sso-connectors.idp.parameters')}
        keyLabel={t('sso-connectors.idp.parameter')}
        valueLabel={t('sso-connectors.idp.value')}
        rows={parameters.map((pair, index) => ({
          ...pair,
          keyError: form.errors[`parameters.${index}.key`],
          path: `parameters.${index}`,
        }))}
        onChange={(index, pair) => {
          form.setFieldValue('parameters', parameters.with(index, pair));
          form.clearFieldError(`parameters.${index}.key`);
        }}
        onAdd={() => form.setFieldValue('parameters', [...parameters, emptyPair])}
        onRemove={(index) => {
          const rest = parameters.filter((_, other) => other !== index);
          form.setFieldValue('parameters', rest.length > 0 ? rest : [emptyPair]);
          form.clearErrors();
        }}
      />
    </div>
  );
}

function RedirectUri({ form }: { form: IdpForm }) {
  const { t } = useTranslation();
  const { applicationId, redirectUri } = form.values;
  const application = useApplication(applicationId);
  const registered = application?.oidcClientMetadata.redirectUris ?? [];
  const isMissing = application !== undefined && application.type !== 'SAML' && registered.length === 0;
  return (
    <>
      <Select
        label={t('sso-connectors.idp.redirect_uri')}
        description={t('sso-connectors.idp.redirect_uri_hint')}
        placeholder={t('sso-connectors.idp.redirect_uri_first')}
        dir="ltr"
        clearable
        clearButtonProps={{ 'aria-label': t('list.clear_choice') }}
        data={[...new Set([...registered, ...(redirectUri === '' ? [] : [redirectUri])])]}
        value={redirectUri === '' ? null : redirectUri}
        error={form.errors.redirectUri ?? (isMissing ? t('sso-connectors.idp.redirect_uri_missing') : undefined)}
        onChange={(value) => form.setFieldValue('redirectUri', value ?? '')}
        data-path="redirectUri"
      />
      {isMissing && (
        <Link to="/applications/$id" params={{ id: applicationId }}>
          {t('sso-connectors.idp.open_application')}
        </Link>
      )}
    </>
  );
}

function Mode({ form }: { form: IdpForm }) {
  const { t } = useTranslation();
  const { applicationId, mode } = form.values;
  const application = useApplication(applicationId);
  const isDirectPossible = canSignInDirectly(application?.type);
  return (
    <ChoiceCards legend={t('sso-connectors.idp.mode')}>
      <ChoiceCard
        name="mode"
        icon={<IconArrowForwardUp size={20} stroke={1.6} />}
        title={t('sso-connectors.idp.modes.client')}
        text={t('sso-connectors.idp.modes.client_text')}
        checked={mode === 'client'}
        onChange={() => form.setFieldValue('mode', 'client')}
      />
      <ChoiceCard
        name="mode"
        icon={<IconBolt size={20} stroke={1.6} />}
        title={t('sso-connectors.idp.modes.direct')}
        text={t(isDirectPossible ? 'sso-connectors.idp.modes.direct_text' : 'sso-connectors.idp.modes.direct_refused')}
        checked={mode === 'direct'}
        disabled={!isDirectPossible}
        onChange={() => form.setFieldValue('mode', 'direct')}
      />
    </ChoiceCards>
  );
}

export function IdpInitiatedFields({ form }: { form: IdpForm }) {
  const { t } = useTranslation();
  const { mode } = form.values;
  return (
    <FormSection title={t('sso-connectors.idp.target')} text={t('sso-connectors.idp.target_text')}>
      <ApplicationChoice
        value={form.values.applicationId}
        error={form.errors.applicationId}
        onChange={({ id, type }) => {
          form.setFieldValue('applicationId', id);
          form.setFieldValue('redirectUri', '');
          form.clearFieldError('applicationId');
          if (!canSignInDirectly(type)) form.setFieldValue('mode', 'client');
        }}
      />
      <Mode form={form} />
      {mode === 'client' ? (
        <TextInput
          label={t('sso-connectors.idp.callback_uri')}
          description={t('sso-connectors.idp.callback_uri_hint')}
          placeholder="https://app.example.com/sso"
          dir="ltr"
          type="url"
          withAsterisk
          autoComplete="off"
          spellCheck={false}
          maxLength={2048}
          {...form.getInputProps('callbackUri')}
        />
      ) : (
        <>
          <RedirectUri form={form} />
          <Parameters form={form} />
        </>
      )}
    </FormSection>
  );
}
