// The form of a connector, at setup and on its page.
import { Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { ImageField } from '../../kit/image-field.tsx';
import { CallbackUrls, hasCallback } from './callback-urls.tsx';
import { ConfigField, type ConnectorForm, type Secrets } from './config-field.tsx';
import { isShown } from './form-values.ts';
import { type Facts, hasOneTap } from './own-values.ts';
import classes from './setup.module.css';

type Props = {
  facts: Facts;
  form: ConnectorForm;
  connectorId: string;
  isNew: boolean;
  secrets: Secrets;
  /** Further switches of the last section. */
  behavior?: ReactNode;
};

function General({ form, isNew }: Pick<Props, 'form' | 'isNew'>) {
  const { t } = useTranslation();
  const image = (key: '@logo' | '@logoDark', label: string) => (
    <ImageField
      label={label}
      description={key === '@logoDark' ? t('connectors.form.logo_dark_hint') : undefined}
      value={String(form.values[key] ?? '')}
      error={form.errors[key]}
      onChange={(address) => form.setFieldValue(key, address)}
      onBlur={() => form.validateField(key)}
      data-path={key}
    />
  );
  return (
    <FormSection title={t('connectors.form.general')} text={t('connectors.form.general_text')}>
      <TextInput
        label={t('connectors.form.name')}
        description={t('connectors.form.name_hint')}
        withAsterisk
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('@name')}
      />
      <TextInput
        label={t('connectors.form.target')}
        description={t(isNew ? 'connectors.form.target_hint' : 'connectors.form.target_fixed')}
        withAsterisk={isNew}
        readOnly={!isNew}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('@target')}
      />
      {image('@logo', t('connectors.form.logo'))}
      {image('@logoDark', t('connectors.form.logo_dark'))}
    </FormSection>
  );
}

function OneTap({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation();
  const option = (key: 'autoSelect' | 'closeOnTapOutside' | 'itpSupport') => (
    <Switch
      label={t(`connectors.one_tap.${key}`)}
      description={t(`connectors.one_tap.${key}_hint`)}
      {...form.getInputProps(`@${key}`, { type: 'checkbox' })}
    />
  );
  return (
    <FormSection title={t('connectors.one_tap.title')} text={t('connectors.one_tap.text')}>
      <Switch label={t('connectors.one_tap.enable')} {...form.getInputProps('@oneTap', { type: 'checkbox' })} />
      {form.values['@oneTap'] === true && (
        <div className={classes.nested}>
          {option('autoSelect')}
          {option('closeOnTapOutside')}
          {option('itpSupport')}
        </div>
      )}
    </FormSection>
  );
}

function Behavior({ facts, form, isNew, behavior }: Pick<Props, 'facts' | 'form' | 'isNew' | 'behavior'>) {
  const { t } = useTranslation();
  return (
    <FormSection title={t('connectors.form.behavior')} text={t('connectors.form.behavior_text')}>
      {behavior}
      <Switch
        label={t('connectors.form.sync')}
        description={t('connectors.form.sync_hint')}
        {...form.getInputProps('@syncProfile', { type: 'checkbox' })}
      />
      {facts.isTokenStorageSupported && (
        <Switch
          label={t('connectors.form.tokens')}
          description={t(isNew ? 'connectors.form.tokens_hint' : 'connectors.form.tokens_kept')}
          {...form.getInputProps('@storeTokens', { type: 'checkbox' })}
        />
      )}
    </FormSection>
  );
}

export function ConnectorSections({ facts, form, connectorId, isNew, secrets, behavior }: Props) {
  const { t } = useTranslation();
  const items = (facts.formItems ?? []).filter((item) => isShown(item, form.values));
  return (
    <>
      {facts.isStandard && <General form={form} isNew={isNew} />}
      {hasCallback(facts) && (
        <FormSection title={t('connectors.setup.provider')} text={t('connectors.setup.provider_text')}>
          <CallbackUrls facts={facts} connectorId={connectorId} />
        </FormSection>
      )}
      {items.length > 0 && (
        <FormSection title={t('connectors.form.settings')} text={t(`connectors.form.settings_text.${facts.type}`)}>
          {items.map((item) => (
            <ConfigField key={item.key} item={item} form={form} secrets={secrets} />
          ))}
        </FormSection>
      )}
      {facts.type === 'Social' && <Behavior facts={facts} form={form} isNew={isNew} behavior={behavior} />}
      {hasOneTap(facts) && <OneTap form={form} />}
    </>
  );
}
