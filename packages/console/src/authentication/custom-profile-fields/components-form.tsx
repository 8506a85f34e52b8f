// The parts of an address or full name: which are enabled, and their settings.
import { Checkbox, Input, Select } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { partName } from './field-name.ts';
import type { FieldValues, PartSettings } from './field-values.ts';
import classes from './settings-form.module.css';
import { SettingsForm } from './settings-form.tsx';

type Props = { values: FieldValues; errors: FormErrors; onChange: (parts: PartSettings[]) => void };

const oneLine = 'formatted';

export function PartsForm({ values: { type, parts }, errors, onChange }: Props) {
  const { t } = useTranslation();
  const isAddress = type === 'Address';
  const isOneLine = isAddress && parts.some(({ name, enabled }) => name === oneLine && enabled);
  const offered = parts.filter(({ name }) => name !== oneLine);
  const set = (name: string, change: Partial<PartSettings>) =>
    onChange(parts.map((part) => (part.name === name ? { ...part, ...change } : part)));
  /** As a single line or as separate components. */
  const setLines = (lines: string) =>
    onChange(parts.map((part) => ({ ...part, enabled: (part.name === oneLine) === (lines === 'one') })));
  return (
    <>
      <FormSection title={t('custom-profile-fields.components')} text={t('custom-profile-fields.components_text')}>
        {isAddress && (
          <Select
            label={t('custom-profile-fields.address_format')}
            data={(['one', 'many'] as const).map((value) => ({
              value,
              label: t(`custom-profile-fields.address_lines.${value}`),
            }))}
            value={isOneLine ? 'one' : 'many'}
            allowDeselect={false}
            onChange={(lines) => lines && setLines(lines)}
          />
        )}
        {!isOneLine && (
          <Checkbox.Group
            label={t('custom-profile-fields.components')}
            value={offered.filter(({ enabled }) => enabled).map(({ name }) => name)}
            onChange={(names) =>
              onChange(
                parts.map((part) => (part.name === oneLine ? part : { ...part, enabled: names.includes(part.name) })),
              )
            }
          >
            <div className={classes.boxes}>
              {offered.map(({ name }) => (
                <Checkbox key={name} value={name} label={partName(name, t)} />
              ))}
            </div>
          </Checkbox.Group>
        )}
        {errors.parts && <Input.Error role="alert">{errors.parts}</Input.Error>}
      </FormSection>
      {parts
        .filter(({ enabled }) => enabled)
        .map((part) => (
          <FormSection key={part.name} title={partName(part.name, t)} text={t('custom-profile-fields.part_text')}>
            <SettingsForm
              name={part.name}
              dataKey={isAddress ? `address.${part.name}` : part.name}
              ownName={partName(part.name, t)}
              settings={part}
              path={`parts.${part.name}.`}
              errorOf={(entry) => errors[`parts.${part.name}.${entry}`]}
              onChange={(changed) => set(part.name, changed)}
              onBlur={() => undefined}
            />
          </FormSection>
        ))}
    </>
  );
}
