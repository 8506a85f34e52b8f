// The client secret: masked until it is requested. The form keeps the mask, so revealing is not a change.
import { PasswordInput } from '@mantine/core';
import { secretMask } from '@tessera/contract/secret-mask';
import type { ChangeEvent, FocusEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  label: string;
  value?: string;
  error?: ReactNode;
  /** The stored value, once it was requested. */
  revealed: string | undefined;
  /** Without it, the stored value stays masked. */
  onReveal?: () => void;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
  'data-path'?: string;
};

export function SecretField({ label, value = '', revealed, onReveal, ...input }: Props) {
  const { t } = useTranslation();
  const isMasked = value.includes(secretMask);
  return (
    <PasswordInput
      {...input}
      label={label}
      withAsterisk
      dir="ltr"
      autoComplete="new-password"
      spellCheck={false}
      value={isMasked && revealed !== undefined ? revealed : value}
      onVisibilityChange={(visible) => {
        if (visible && isMasked) onReveal?.();
      }}
      visibilityToggleButtonProps={{ 'aria-label': t('general.show_named', { name: label }) }}
    />
  );
}
