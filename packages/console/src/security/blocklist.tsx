// Email addresses that may not register.
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../app/api.ts';
import { useServices } from '../app/services.tsx';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import { FormSection, FormSections } from '../kit/form-section.tsx';
import { SaveBar } from '../kit/save-bar.tsx';
import { TagInput } from '../kit/tag-input.tsx';
import {
  type BlocklistValues,
  blocklistOf,
  blocklistValuesOf,
  checkBlocklist,
  checkEntry,
} from './blocklist-values.ts';
import { experienceQuery } from './query.ts';
import { type Experience, useSecurityForm } from './security-form.ts';

export function Blocklist() {
  const { api } = useServices();
  const { data } = useQuery(experienceQuery(api));
  return data ? <Form experience={data} /> : null;
}

function Form({ experience }: { experience: Versioned<Experience> }) {
  const { t } = useTranslation();
  const { form, changes, saving, onSubmit, discard, conflict } = useSecurityForm<BlocklistValues>(experience, {
    valuesOf: blocklistValuesOf,
    validate: (values) => checkBlocklist(values, t),
    bodyOf: (values, base) => ({ emailBlocklistPolicy: blocklistOf(values, base) }),
    fieldOf: ({ path: [, part] }) => (part === 'customBlocklist' ? 'typedEntry' : String(part)),
    refusals: {
      'sign_in_experiences.invalid_custom_email_blocklist_format': {
        field: 'typedEntry',
        text: t('security.blocklist.entry_rule'),
      },
    },
  });
  const labels: Record<keyof BlocklistValues, string> = {
    blockSubaddressing: t('security.blocklist.subaddressing'),
    customBlocklist: t('security.blocklist.entries'),
    typedEntry: t('security.blocklist.entries'),
  };
  const { customBlocklist, typedEntry } = form.values;
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormSections>
        <FormSection title={t('security.blocklist.title')} text={t('security.blocklist.text')}>
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
      </FormSections>
      <SaveBar
        changes={changes}
        saving={saving}
        onDiscard={discard}
        {...(conflict && { notice: <ConflictNotice conflict={conflict} labelOf={(field) => labels[field]} /> })}
      />
    </form>
  );
}
