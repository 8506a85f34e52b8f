// Fields of a CAPTCHA provider. A stored secret is shown as a mask until it is replaced.
import { PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { CaptchaType } from '@tessera/contract/captcha-provider';
import { useTranslation } from 'react-i18next';
import { type ConnectionValues, connectionFields } from './captcha-types.tsx';

type Props = {
  type: CaptchaType;
  form: Pick<UseFormReturnType<ConnectionValues>, 'getInputProps'>;
  hasSecret: boolean;
};

export function CaptchaFields({ type, form, hasSecret }: Props) {
  const { t } = useTranslation();
  return connectionFields(type).map((field) => {
    const common = {
      label: t(`captcha.fields.${type}.${field as 'siteKey'}`),
      withAsterisk: true,
      dir: 'ltr' as const,
      autoComplete: 'off',
      spellCheck: false,
      ...form.getInputProps(field),
    };
    return field === 'secretKey' ? (
      <PasswordInput
        key={field}
        {...common}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('captcha.show_secret') }}
        {...(hasSecret && { description: t('captcha.secret_hint') })}
      />
    ) : (
      <TextInput key={field} {...common} />
    );
  });
}
