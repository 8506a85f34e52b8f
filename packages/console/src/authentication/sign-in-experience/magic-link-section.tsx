// Magic links: whether emails with a code also have a link.
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useExperience } from './experience-context.ts';
import { labelOf } from './field-texts.ts';

export function MagicLinkSection() {
  const { t } = useTranslation();
  const {
    form: { form },
  } = useExperience();
  const { magicLinkEnabled, signInMethods, signUpIdentifiers, signUpVerify, customUiAssets } = form.values;
  const signsIn = signInMethods.some(({ identifier, verificationCode }) => identifier === 'email' && verificationCode);
  const signsUp = signUpVerify && (signUpIdentifiers[0] === 'email' || signUpIdentifiers[0] === 'emailOrPhone');
  return (
    <FormSection title={t('sign-in-experience.magic_links.title')} text={t('sign-in-experience.magic_links.text')}>
      <Switch
        label={labelOf('magicLinkEnabled', t)}
        description={t('sign-in-experience.magic_links.enabled_hint')}
        {...form.getInputProps('magicLinkEnabled', { type: 'checkbox' })}
      />
      {magicLinkEnabled && !signsIn && !signsUp && (
        <Notice severity="warning">{t('sign-in-experience.magic_links.no_code')}</Notice>
      )}
      {magicLinkEnabled && <Notice>{t('sign-in-experience.magic_links.templates', { variable: '{{link}}' })}</Notice>}
      {magicLinkEnabled && customUiAssets && <Notice>{t('sign-in-experience.magic_links.custom_ui')}</Notice>}
    </FormSection>
  );
}
