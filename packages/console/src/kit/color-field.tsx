// A color input with text and the browser's picker. Empty means no custom color.
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './color-field.module.css';

type Props = {
  label: string;
  description?: ReactNode;
  /** The color used while the field is empty. */
  fallback: string;
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
  onBlur: () => void;
  'data-path': string;
};

export function ColorField({ label, description, fallback, value, error, onChange, onBlur, 'data-path': path }: Props) {
  const { t } = useTranslation();
  const isHex = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <TextInput
      label={label}
      description={description}
      placeholder={fallback}
      value={value}
      error={error}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      maxLength={7}
      data-path={path}
      leftSectionPointerEvents="all"
      leftSection={
        <input
          type="color"
          className={classes.swatch}
          data-empty={value === '' || undefined}
          aria-label={t('fields.pick_color', { label })}
          value={isHex ? value.toLowerCase() : fallback.toLowerCase()}
          onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
        />
      }
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}
