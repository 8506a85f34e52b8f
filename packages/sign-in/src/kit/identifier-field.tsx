// The one field for every kind of identifier that the tenant accepts.
import type { SignInIdentifier } from '@tessera/contract/sign-in-experience';
import type { ComponentProps } from 'react';
import { useApp } from '../app-context.ts';
import { capitalize, nameKinds } from '../identifier.ts';
import { TextField } from './text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type'> & { kinds: readonly SignInIdentifier[] };

export const IdentifierField = ({ kinds, ...field }: Props) => {
  const { t, language } = useApp();
  const only = kinds.length === 1 ? kinds[0] : undefined;
  const type = only === 'email' ? 'email' : only === 'phone' ? 'tel' : 'text';
  return (
    <TextField
      autoComplete="username"
      name="identifier"
      dir="ltr"
      {...field}
      type={type}
      maxLength={128}
      label={capitalize(nameKinds(kinds, t, language), language)}
      hint={field.hint ?? (only === 'phone' ? t('input.phone_hint') : undefined)}
    />
  );
};
