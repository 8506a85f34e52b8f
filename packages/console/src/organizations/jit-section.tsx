// Who joins the organization by signing in, and with which roles.
import { useTranslation } from 'react-i18next';
import { FormSection } from '../kit/form-section.tsx';
import { TagInput } from '../kit/tag-input.tsx';
import { RolePicker } from './role-picker.tsx';
import type { OrganizationForm } from './settings-form.ts';
import { checkDomain } from './settings-values.ts';

export function JitSection({ form }: { form: OrganizationForm }) {
  const { t } = useTranslation();
  const { emailDomains, typedDomain, roles } = form.values;
  return (
    <FormSection title={t('organizations.jit.title')} text={t('organizations.jit.text')}>
      <TagInput
        label={t('organizations.jit.domains')}
        description={t('organizations.jit.domains_hint')}
        placeholder="example.com"
        values={emailDomains}
        typed={typedDomain}
        check={(domain) => checkDomain(domain, emailDomains, t)}
        error={form.errors.typedDomain}
        onChange={(values) => form.setFieldValue('emailDomains', values)}
        onType={(typed) => form.setFieldValue('typedDomain', typed)}
        data-path="typedDomain"
      />
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
