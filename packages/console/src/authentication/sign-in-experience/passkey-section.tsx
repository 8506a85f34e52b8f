// Passkey sign-in: whether it is on, where users find it, and whether they are asked to create a passkey.
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useExperience } from './experience-context.ts';
import { labelOf } from './field-texts.ts';

export function PasskeySection() {
  const { t } = useTranslation();
  const {
    form: { form },
  } = useExperience();
  const { isPasskeySignInEnabled: isOn, showPasskeyButton, allowAutofill, signInMethods } = form.values;
  const hasField = signInMethods.length > 0;
  const hintOf = (hint: 'button_hint' | 'autofill_hint' | 'autofill_needs_field' | 'offer_hint') =>
    t(`sign-in-experience.passkeys.${isOn ? hint : 'off'}`);
  return (
    <FormSection title={t('sign-in-experience.passkeys.title')} text={t('sign-in-experience.passkeys.text')}>
      <Switch
        label={labelOf('isPasskeySignInEnabled', t)}
        description={t('sign-in-experience.passkeys.enabled_hint')}
        {...form.getInputProps('isPasskeySignInEnabled', { type: 'checkbox' })}
      />
      <Switch
        label={labelOf('showPasskeyButton', t)}
        description={hintOf('button_hint')}
        disabled={!isOn}
        {...form.getInputProps('showPasskeyButton', { type: 'checkbox' })}
      />
      <Switch
        label={labelOf('allowAutofill', t)}
        description={hintOf(hasField ? 'autofill_hint' : 'autofill_needs_field')}
        disabled={!isOn}
        {...form.getInputProps('allowAutofill', { type: 'checkbox' })}
      />
      <Switch
        label={labelOf('offerAfterSignIn', t)}
        description={hintOf('offer_hint')}
        disabled={!isOn}
        {...form.getInputProps('offerAfterSignIn', { type: 'checkbox' })}
      />
      {isOn && !showPasskeyButton && !(allowAutofill && hasField) && (
        <Notice severity="warning">{t('sign-in-experience.passkeys.no_entry')}</Notice>
      )}
      {isOn && <Notice>{t('sign-in-experience.passkeys.domain')}</Notice>}
    </FormSection>
  );
}
