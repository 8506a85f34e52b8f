// Email blocklist for sign-up.
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { EditableForm } from '../../kit/editable-form.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { TagInput } from '../../kit/tag-input.tsx';
import { OfPlan } from '../../platform/plans/plan.tsx';
import type { Experience } from '../sign-in-experience/query.ts';
import {
  type BlocklistValues,
  blocklistOf,
  blocklistValuesOf,
  checkBlocklist,
  checkEntry,
} from './blocklist-values.ts';
import { experiencePage } from './experience-page.tsx';
import { useSecurityForm } from './security-form.ts';

function Form({ experience }: { experience: Versioned<Experience> }) {
  const { t } = useTranslation();
  const { settings } = useServices();
  const work = useSecurityForm<BlocklistValues>(experience, {
    valuesOf: blocklistValuesOf,
    validate: (values) => checkBlocklist(values, t),
    bodyOf: (values) => ({ emailBlocklistPolicy: blocklistOf(values) }),
    fieldOf: ({ path: [, part] }) => (part === 'customBlocklist' ? 'typedEntry' : String(part)),
    refusals: {
      'sign_in_experiences.invalid_custom_email_blocklist_format': {
        field: 'typedEntry',
        text: t('security.blocklist.entry_rule'),
      },
    },
  });
  const { form } = work;
  const labels: Record<keyof BlocklistValues, string> = {
    blockDisposableAddresses: t('security.blocklist.disposable'),
    blockSubaddressing: t('security.blocklist.subaddressing'),
    customBlocklist: t('security.blocklist.entries'),
    typedEntry: t('security.blocklist.entries'),
  };
  const { customBlocklist, typedEntry } = form.values;
  return (
    <OfPlan
      feature="securityFeaturesEnabled"
      inUse={Object.values(experience.emailBlocklistPolicy).some((part) => part !== false)}
    >
      <EditableForm work={work} labelOf={(field) => labels[field]}>
        <FormSection title={t('security.blocklist.title')} text={t('security.blocklist.text')}>
          {settings.capabilities.hasDisposableEmailList && (
            <Switch
              label={labels.blockDisposableAddresses}
              description={t('security.blocklist.disposable_hint')}
              {...form.getInputProps('blockDisposableAddresses', { type: 'checkbox' })}
            />
          )}
          <Switch
            label={labels.blockSubaddressing}
            description={t('security.blocklist.subaddressing_hint')}
            {...form.getInputProps('blockSubaddressing', { type: 'checkbox' })}
          />
          <TagInput
            label={labels.customBlocklist}
            description={t('security.blocklist.entries_hint')}
            placeholder="name@example.com, @example.org"
            values={customBlocklist}
            typed={typedEntry}
            check={(entry) => checkEntry(entry, customBlocklist, t)}
            error={form.errors.typedEntry}
            onChange={(values) => form.setFieldValue('customBlocklist', values)}
            onType={(typed) => form.setFieldValue('typedEntry', typed)}
            data-path="typedEntry"
          />
        </FormSection>
      </EditableForm>
    </OfPlan>
  );
}

export const Blocklist = experiencePage(Form);
