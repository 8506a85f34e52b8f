// Changes the names in the sample data.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreationDialog } from '../../kit/creation-form.tsx';
import type { Sample } from './query.ts';

/** As on the server, which uses them for names that are left out. */
const defaults = { userName: 'Ada Lovelace', applicationName: 'Storefront', organizationName: 'Acme' };
const fields = ['userName', 'applicationName', 'organizationName'] as const;

export const sampleNames = (sample: Sample) => ({
  userName: sample.userName ?? defaults.userName,
  applicationName: sample.applicationName ?? defaults.applicationName,
  organizationName: sample.organizationName ?? defaults.organizationName,
});

type Props = { sample: Sample; onChange: (sample: Sample) => void; onClose: () => void };

export function SampleDialog({ sample, onChange, onClose }: Props) {
  const { t } = useTranslation();
  const [names, setNames] = useState(sampleNames(sample));
  return (
    <CreationDialog
      title={t('message-templates.sample.title')}
      action={t('message-templates.sample.apply')}
      busy={false}
      onClose={onClose}
      onSubmit={(event) => {
        event?.preventDefault();
        // Also a submit event of the form around the dialog.
        event?.stopPropagation();
        onChange(names);
        onClose();
      }}
    >
      {fields.map((field) => (
        <TextInput
          key={field}
          label={t(`message-templates.sample.${field}`)}
          value={names[field]}
          maxLength={128}
          dir="auto"
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => setNames({ ...names, [field]: value })}
        />
      ))}
    </CreationDialog>
  );
}
