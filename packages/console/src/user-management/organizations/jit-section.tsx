// Just-in-time provisioning: who joins on sign-in, and with which roles.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { Notice } from '../../kit/notice.tsx';
import { TagInput } from '../../kit/tag-input.tsx';
import { ssoConnectorsQuery } from './query.ts';
import { RolePicker } from './role-picker.tsx';
import type { OrganizationForm } from './settings-form.ts';
import { checkDomain } from './settings-values.ts';
import { SsoConnectorPicker } from './sso-connector-picker.tsx';

export function JitSection({ form }: { form: OrganizationForm }) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const { emailDomains, typedDomain, roles, ssoConnectors } = form.values;
  const { data: companies = [] } = useQuery(ssoConnectorsQuery(api));
  // Users with these domains sign in through an enterprise SSO connector, so a domain rule never applies to them.
  const companyDomains = new Set(companies.flatMap(({ domains }) => domains));
  const inVain = emailDomains.filter((domain) => companyDomains.has(domain));
  return (
    <FormSection title={t('organizations.jit.title')} text={t('organizations.jit.text')}>
      {(companies.length > 0 || ssoConnectors.length > 0) && (
        <SsoConnectorPicker
          all={companies}
          chosen={ssoConnectors}
          onChange={(chosen) => form.setFieldValue('ssoConnectors', chosen)}
        />
      )}
      <TagInput
        label={t('organizations.jit.domains')}
        description={t('organizations.jit.domains_hint')}
        placeholder="example.com"
        values={emailDomains}
        typed={typedDomain}
        isMarked={(domain) => companyDomains.has(domain)}
        check={(domain) => checkDomain(domain, emailDomains, t)}
        error={form.errors.typedDomain}
        onChange={(values) => form.setFieldValue('emailDomains', values)}
        onType={(typed) => form.setFieldValue('typedDomain', typed)}
        data-path="typedDomain"
      />
      {inVain.length > 0 && (
        <Notice severity="warning">
          {t('organizations.jit.domains_in_vain', {
            domains: new Intl.ListFormat(i18n.language).format(inVain.map((domain) => `\u2068${domain}\u2069`)),
          })}
        </Notice>
      )}
      <RolePicker
        label={t('organizations.jit.roles')}
        description={t('organizations.jit.roles_hint')}
        type="User"
        chosen={roles}
        onChange={(chosen) => form.setFieldValue('roles', chosen)}
      />
    </FormSection>
  );
}
