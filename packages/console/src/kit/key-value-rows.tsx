// Pairs of a name and a value, one row each. There is always a first row; values can be kept out of sight.
import { ActionIcon, Button, PasswordInput, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './key-value-rows.module.css';

export type Pair = { key: string; value: string };
type Row = Pair & {
  keyError?: ReactNode;
  valueError?: ReactNode;
  /** How the form finds the row again, to put the focus there. */
  path: string;
};

type Props = {
  label: string;
  keyLabel: string;
  valueLabel: string;
  /** The values are not for everybody who looks at the screen. */
  secret?: boolean;
  rows: readonly Row[];
  onChange: (index: number, pair: Pair) => void;
  onAdd: () => void;
  onRemove: (index: number) => void;
};

const plain = { dir: 'ltr', autoCapitalize: 'off', autoComplete: 'off', spellCheck: false } as const;

export function KeyValueRows({ label, keyLabel, valueLabel, secret = false, rows, onChange, onAdd, onRemove }: Props) {
  const { t } = useTranslation();
  const Value = secret ? PasswordInput : TextInput;
  return (
    <fieldset className={classes.rows}>
      <legend className="visually-hidden">{label}</legend>
      {rows.map(({ key, value, keyError, valueError, path }, index) => {
        const named = (name: string) => t('multi_text.row', { label: name, number: index + 1 });
        return (
          <div key={path} className={classes.row}>
            <TextInput
              {...plain}
              className={classes.key ?? ''}
              aria-label={named(keyLabel)}
              placeholder={keyLabel}
              value={key}
              error={keyError}
              data-path={`${path}.key`}
              onChange={(event) => onChange(index, { key: event.currentTarget.value, value })}
            />
            <Value
              {...plain}
              className={classes.value ?? ''}
              aria-label={named(valueLabel)}
              placeholder={valueLabel}
              value={value}
              error={valueError}
              data-path={`${path}.value`}
              {...(secret && {
                autoComplete: 'new-password',
                visibilityToggleButtonProps: { 'aria-label': t('general.show_named', { name: named(valueLabel) }) },
              })}
              onChange={(event) => onChange(index, { key, value: event.currentTarget.value })}
            />
            {rows.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('multi_text.remove_row', { label, number: index + 1 })}
                onClick={() => onRemove(index)}
              >
                <IconMinus size={16} />
              </ActionIcon>
            )}
          </div>
        );
      })}
      <Button
        className={classes.add}
        variant="subtle"
        leftSection={<IconPlus size={14} />}
        aria-label={t('multi_text.add_to', { label })}
        onClick={onAdd}
      >
        {t('multi_text.add')}
      </Button>
    </fieldset>
  );
}
