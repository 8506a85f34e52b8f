// A list of short strings, one row each. There is always at least one row, and removing a filled row asks first.

import { TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { codeInput } from './code-input.ts';
import { useConfirm } from './confirm.tsx';
import classes from './multi-text.module.css';
import { AddRow, RemoveRow } from './row-buttons.tsx';

export type Row = {
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** Form path of the row, used to focus it. */
  'data-path': string;
};

type Props = {
  label: string;
  description?: ReactNode;
  placeholder?: string;
  required?: boolean;
  readOnly?: boolean;
  rows: readonly Row[];
  onAdd: () => void;
  onRemove: (index: number) => void;
};

export function MultiText({ label, description, placeholder, rows, onAdd, onRemove, ...props }: Props) {
  const { required = false, readOnly = false } = props;
  const { t } = useTranslation();
  const { confirm } = useConfirm();
  const id = useId();

  const remove = async (index: number, value: string) => {
    const agreed =
      value.trim() === '' ||
      (await confirm({
        title: t('multi_text.remove_title'),
        text: (
          <span className={classes.removed} dir="ltr">
            {value}
          </span>
        ),
        confirmLabel: t('general.remove'),
        danger: true,
      }));
    if (agreed) onRemove(index);
  };

  return (
    <fieldset className={classes.list} aria-describedby={id}>
      <legend className={classes.label}>
        {label}
        {required && (
          <span className={classes.required} aria-hidden="true">
            {' *'}
          </span>
        )}
      </legend>
      <div className={classes.description} id={id}>
        {description}
      </div>
      {rows.map(({ onChange, ...row }, index) => (
        <div key={row['data-path']} className={classes.row}>
          <TextInput
            {...row}
            readOnly={readOnly}
            className={classes.input}
            aria-label={t('multi_text.row', { label, number: index + 1 })}
            aria-required={required && index === 0}
            placeholder={index === 0 ? placeholder : undefined}
            {...codeInput}
            maxLength={2048}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {index > 0 && !readOnly && (
            <RemoveRow label={label} number={index + 1} onRemove={() => void remove(index, row.value)} />
          )}
        </div>
      ))}
      {!readOnly && <AddRow label={label} onAdd={onAdd} />}
    </fieldset>
  );
}
