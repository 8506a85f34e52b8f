// One profile field.
import { IconSelector } from '@tabler/icons-react';
import { useId } from 'react';
import { useApp } from '../app-context.ts';
import { FieldNote } from '../kit/field-note.tsx';
import { TextField } from '../kit/text-field.tsx';
import type { AskedField } from './asked-fields.ts';
import { DatePicker } from './date-picker.tsx';
import { dateFormatOf, exampleOf } from './dates.ts';
import { autoCompleteOf, labelOf, optionText } from './field-text.ts';

type Props = {
  field: AskedField;
  value: string;
  error: string | undefined;
  focus: boolean;
  onChange: (value: string) => void;
};

const useLabel = (field: AskedField) => {
  const { t } = useApp();
  const label = labelOf(t, field);
  return field.required ? label : t('input.optional', { label });
};

const Choice = ({ field, value, error, focus, onChange }: Props) => {
  const { t } = useApp();
  const id = useId();
  const label = useLabel(field);
  const { placeholder, options = [] } = field.config;
  const note = error ?? field.description;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="select-arrow">
        <select
          id={id}
          className="select"
          name={field.key}
          value={value}
          required={field.required}
          autoComplete={autoCompleteOf(field.name)}
          aria-invalid={error !== undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          data-focus={focus || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{placeholder || t('input.choose')}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {optionText(t, field.name, option)}
            </option>
          ))}
        </select>
        <IconSelector size={18} stroke={1.75} aria-hidden />
      </div>
      <FieldNote id={`${id}-note`} error={error}>
        {field.description}
      </FieldNote>
    </div>
  );
};

const Check = ({ field, value, onChange }: Props) => {
  const { t } = useApp();
  return (
    <label className="check check-field">
      <input
        type="checkbox"
        name={field.key}
        checked={value === 'true'}
        onChange={(event) => onChange(String(event.currentTarget.checked))}
      />
      <span dir="auto">{labelOf(t, field)}</span>
    </label>
  );
};

/** Numbers and URLs are always left to right. */
const kinds = {
  Number: { type: 'text', inputMode: 'decimal', dir: 'ltr' },
  Url: { type: 'url', inputMode: 'url', dir: 'ltr' },
  Date: { type: 'text', inputMode: 'text', dir: 'ltr' },
} as const;

export const ProfileField = (props: Props) => {
  const { field, value, error, focus, onChange } = props;
  const label = useLabel(field);
  const { type, config, description, name, key, required } = field;
  if (type === 'Select') return <Choice {...props} />;
  if (type === 'Checkbox') return <Check {...props} />;
  const kind = type === 'Number' || type === 'Url' || type === 'Date' ? kinds[type] : undefined;
  const format = type === 'Date' ? dateFormatOf(config) : '';
  // An example says more than the letters of the format.
  const isFormat = format !== '' && (!config.placeholder || config.placeholder === format);
  const placeholder = isFormat ? exampleOf(format) : config.placeholder;
  return (
    <TextField
      {...kind}
      {...(placeholder && { placeholder })}
      {...(type === 'Text' && { autoCapitalize: 'sentences' })}
      name={key}
      label={label}
      value={value}
      error={error}
      hint={description}
      focus={focus}
      optional={!required}
      autoComplete={autoCompleteOf(name)}
      onChange={onChange}
    >
      {format && <DatePicker format={format} onPick={onChange} />}
    </TextField>
  );
};
