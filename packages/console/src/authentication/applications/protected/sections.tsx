// Sections of a protected application: the site, its protected pages, the paths of the gateway, and the session.

import { Button, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { Application } from '@tessera/contract/applications';
import { gatewayPaths } from '@tessera/contract/gateway-paths';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { codeInput } from '../../../kit/code-input.ts';
import { CopyField } from '../../../kit/copy-field.tsx';
import { FormSection } from '../../../kit/form-section.tsx';
import { listRows } from '../../../kit/list-rows.ts';
import { MultiText } from '../../../kit/multi-text.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { NameFields } from '../name-fields.tsx';
import { exampleOrigin } from './check-settings.ts';
import { baseOf } from './domain-section.tsx';
import classes from './protected.module.css';
import type { ProtectedForm } from './settings-form.ts';

type Props = { application: Application; form: ProtectedForm };

/** The custom domain once it is active. */
const siteOf = ({ protectedAppMetadata }: Application): string => {
  const { host = '', customDomains = [] } = protectedAppMetadata ?? {};
  return customDomains.find(({ status }) => status === 'Active')?.domain ?? host;
};

export function SiteSection({ application, form }: Props) {
  const { t } = useTranslation();
  const site = siteOf(application);
  return (
    <FormSection
      id="site"
      title={t('applications.protected.site.title')}
      text={t('applications.protected.site.text')}
      action={
        <Button
          component="a"
          href={baseOf(application, site)}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={14} />}
        >
          {t('applications.protected.site.open')}
        </Button>
      }
    >
      <Notice severity="success">{t('applications.protected.site.ready', { host: site })}</Notice>
      <NameFields form={form} />
      <TextInput
        label={t('applications.protected.origin')}
        description={t('applications.protected.origin_hint')}
        placeholder={exampleOrigin}
        withAsterisk
        inputMode="url"
        {...codeInput}
        {...form.getInputProps('origin')}
      />
    </FormSection>
  );
}

export function PagesSection({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation();
  return (
    <FormSection
      id="pages"
      title={t('applications.protected.pages.title')}
      text={t('applications.protected.pages.text')}
    >
      <MultiText
        label={t('applications.protected.pages.rules')}
        description={
          <>
            {t('applications.protected.pages.rules_hint')}
            <ul className={classes.examples}>
              <li>
                <code dir="ltr">^/(admin|account)</code> {t('applications.protected.pages.only')}
              </li>
              <li>
                <code dir="ltr">^(?!.*\.jpg$).*$</code> {t('applications.protected.pages.except')}
              </li>
            </ul>
          </>
        }
        placeholder="^/admin"
        {...listRows(form, 'pageRules')}
      />
    </FormSection>
  );
}

export function PathsSection({ application }: Pick<Props, 'application'>) {
  const { t } = useTranslation();
  const { settings } = useServices();
  const base = baseOf(application, siteOf(application));
  return (
    <FormSection
      id="paths"
      title={t('applications.protected.paths.title')}
      text={t('applications.protected.paths.text')}
    >
      {(Object.keys(gatewayPaths) as (keyof typeof gatewayPaths)[]).map((name) => (
        <CopyField
          key={name}
          label={t(`applications.protected.paths.${name}`)}
          value={`${base}${gatewayPaths[name]}`}
        />
      ))}
      <Notice severity="warning">
        {t('applications.protected.paths.shield', { header: settings.wire.identityHeader })}
      </Notice>
    </FormSection>
  );
}

export function SessionSection({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation();
  return (
    <FormSection
      id="session"
      title={t('applications.protected.session.title')}
      text={t('applications.protected.session.text')}
    >
      <TextInput
        label={t('applications.protected.session.days')}
        description={t('applications.protected.session.days_hint')}
        inputMode="numeric"
        dir="ltr"
        {...form.getInputProps('sessionDays')}
      />
    </FormSection>
  );
}
