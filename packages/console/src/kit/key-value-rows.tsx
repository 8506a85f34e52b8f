// Key-value rows. There is always at least one row; values can be masked.

import { PasswordInput, TextInput } from '@mantine/core';
import { secretMask } from '@tessera/contract/secret-mask';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { codeInput } from './code-input.ts';
import classes from './key-value-rows.module.css';
import { AddRow, RemoveRow } from './row-buttons.tsx';

export type Pair = { key: string; value: string };
type Row = Pair & {
  keyError?: ReactNode;
  valueError?: ReactNode;
  /** Form path of the row, used to focus it. */
  path: string;
};

type Props = {
  label: string;
  keyLabel: string;
  valueLabel: string;
  /** Mask the values. */
  secret?: boolean;
  /** Called to load masked values before one is revealed. */
  onReveal?: () => void;
  rows: readonly Row[];
  onChange: (index: number, pair: Pair) => void;
  onAdd: () => void;
  onRemove: (index: number) => void;
};

export function KeyValueRows(props: Props) {
  const { label, keyLabel, valueLabel, secret = false, onReveal, rows, onChange, onAdd, onRemove } = props;
  const { t } = useTranslation();
  const Value = secret ? PasswordInput : TextInput;
  /** A masked value belongs to the stored key, so a renamed row loses it. */
  const renamePair = (value: string, key: string): Pair => ({
    key,
    value: secret && value === secretMask ? '' : value,
  });
  return (
    <fieldset className={classes.rows}>
      <legend className="visually-hidden">{label}</legend>
      {rows.map(({ key, value, keyError, valueError, path }, index) => {
        const labelOf = (name: string) => t('multi_text.row', { label: name, number: index + 1 });
        return (
          <div key={path} className={classes.row}>
            <TextInput
              {...codeInput}
              className={classes.key ?? ''}
              aria-label={labelOf(keyLabel)}
              placeholder={keyLabel}
              value={key}
              error={keyError}
              data-path={`${path}.key`}
              onChange={(event) => onChange(index, renamePair(value, event.currentTarget.value))}
            />
            <Value
              {...codeInput}
              className={classes.value ?? ''}
              aria-label={labelOf(valueLabel)}
              placeholder={valueLabel}
              value={value}
              error={valueError}
              data-path={`${path}.value`}
              {...(secret && {
                autoComplete: 'new-password',
                onVisibilityChange: (visible: boolean) => {
                  if (visible && value === secretMask) onReveal?.();
                },
                visibilityToggleButtonProps: { 'aria-label': t('general.show_named', { name: labelOf(valueLabel) }) },
              })}
              onChange={(event) => onChange(index, { key, value: event.currentTarget.value })}
            />
            {rows.length > 1 && <RemoveRow label={label} number={index + 1} onRemove={() => onRemove(index)} />}
          </div>
        );
      })}
      <AddRow label={label} onAdd={onAdd} />
    </fieldset>
  );
}
