// Settings of a field or of one of its parts: type, texts and validation.
import { NumberInput, SegmentedControl, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { customDateFormat, dateFormats } from '@tessera/contract/profile-field-rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isBuiltInField } from './field-defaults.ts';
import { FieldIcon } from './field-icon.tsx';
import { type Settings, type SimpleType, simpleTypes, withFormat, withType } from './field-values.ts';
import classes from './settings-form.module.css';

type Entry = keyof Settings;
type Props<S extends Settings> = {
  name: string;
  dataKey: string;
  settings: S;
  /** Path prefix for the errors of a part. */
  path?: string;
  /** Shown instead of the label of a built-in field, which cannot be edited. */
  ownName?: string;
  errorOf: (entry: Entry) => ReactNode;
  onChange: (settings: S) => void;
  onBlur: (entry: Entry) => void;
};

const isSimple = (type: string): type is SimpleType => simpleTypes.some((one) => one === type);

export function SettingsForm<S extends Settings>(props: Props<S>) {
  const { name, dataKey, settings, path = '', ownName, errorOf, onChange, onBlur } = props;
  const { t } = useTranslation();
  const { type } = settings;
  const isLabelOurs = ownName !== undefined || isBuiltInField(name);
  const set = (change: Partial<Settings>) => onChange({ ...settings, ...change });
  const common = (entry: Entry) => ({
    label: t(`custom-profile-fields.fields.${entry}`),
    error: errorOf(entry),
    'data-path': `${path}${entry}`,
    onBlur: () => onBlur(entry),
  });
  const text = (entry: 'label' | 'placeholder' | 'description' | 'customFormat' | 'regex' | 'options') => ({
    ...common(entry),
    value: settings[entry],
    onChange: (event: { currentTarget: { value: string } }) => set({ [entry]: event.currentTarget.value }),
  });
  const number = (entry: 'minLength' | 'maxLength' | 'minValue' | 'maxValue') => ({
    ...common(entry),
    value: settings[entry],
    onChange: (value: number | string) => set({ [entry]: value }),
  });
  const length = { min: 0, allowDecimal: false, allowNegative: false, clampBehavior: 'none' as const };
  return (
    <>
      <TextInput
        label={t('custom-profile-fields.key.data')}
        value={dataKey}
        readOnly
        dir="ltr"
        classNames={{ input: 'mono' }}
      />
      <Select
        {...common('type')}
        data={simpleTypes.map((value) => ({ value, label: t(`custom-profile-fields.types.${value}`) }))}
        value={type}
        allowDeselect={false}
        leftSection={<FieldIcon type={type} />}
        renderOption={({ option }) => (
          <span className={classes.option}>
            {isSimple(option.value) && <FieldIcon type={option.value} />}
            {option.label}
          </span>
        )}
        onChange={(value) => value && isSimple(value) && onChange(withType(settings, value))}
      />
      {type === 'Date' && (
        <Select
          {...common('format')}
          data={([...dateFormats, customDateFormat] as const).map((value) => ({
            value,
            label: t(`custom-profile-fields.formats.${value}`),
          }))}
          value={settings.format}
          allowDeselect={false}
          onChange={(value) => value && onChange(withFormat(settings, value))}
        />
      )}
      {type === 'Date' && settings.format === customDateFormat && (
        <TextInput
          {...text('customFormat')}
          description={t('custom-profile-fields.custom_format_hint')}
          placeholder="d MMMM yyyy"
          dir="ltr"
          withAsterisk
        />
      )}
      {isLabelOurs ? (
        <TextInput
          label={t('custom-profile-fields.fields.label')}
          description={
            <>
              {t('custom-profile-fields.label_ours')}{' '}
              <Link to="/sign-in-experience/content">{t('custom-profile-fields.label_translate')}</Link>
            </>
          }
          value={ownName ?? (isBuiltInField(name) ? t(`custom-profile-fields.names.${name}`) : name)}
          readOnly
        />
      ) : (
        <TextInput {...text('label')} withAsterisk />
      )}
      {type !== 'Checkbox' && (
        <>
          <TextInput {...text('placeholder')} />
          <TextInput {...text('description')} />
        </>
      )}
      {type === 'Select' && (
        <Textarea {...text('options')} description={t('custom-profile-fields.options_hint')} rows={5} withAsterisk />
      )}
      {type === 'Text' && (
        <div className={classes.pair}>
          <NumberInput {...number('minLength')} {...length} />
          <NumberInput {...number('maxLength')} {...length} />
        </div>
      )}
      {type === 'Number' && (
        <div className={classes.pair}>
          <NumberInput {...number('minValue')} />
          <NumberInput {...number('maxValue')} />
        </div>
      )}
      {type === 'Regex' && (
        <TextInput
          {...text('regex')}
          dir="ltr"
          placeholder="^[A-Z]{2}\d{4}$"
          classNames={{ input: 'mono' }}
          withAsterisk
        />
      )}
      {type === 'Checkbox' ? (
        <SegmentedControl
          aria-label={t('custom-profile-fields.fields.defaultValue')}
          className={classes.choice}
          data={(['false', 'true'] as const).map((value) => ({
            value,
            label: t(`custom-profile-fields.defaults.${value}`),
          }))}
          value={settings.defaultValue}
          onChange={(value) => set({ defaultValue: value })}
        />
      ) : (
        <Switch
          label={t('custom-profile-fields.fields.required')}
          description={t('custom-profile-fields.required_hint')}
          checked={settings.required}
          onChange={(event) => set({ required: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
