// Password reset: verify a code, then set a new password.
import { IconKey } from '@tabler/icons-react';
import type { Identifier } from '@tessera/contract/experience';
import { useApp } from '../app-context.ts';
import { isAddress } from '../identifier.ts';
import { PageLink } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { askedKinds, recoveryIdentifiers } from '../sign-in-methods.ts';
import { IdentifierForm } from './identifier-form.tsx';
import { useInteraction } from './interaction.ts';

const remembered = 'forgot-password-identifier-input-value';

export const ForgotPassword = () => {
  const { settings, store, t } = useApp();
  const { startWithCode } = useInteraction();
  const send = async (identifier: Identifier) => {
    if (!isAddress(identifier)) return;
    store.set(remembered, identifier);
    await startWithCode('forgot-password', identifier);
  };
  return (
    <>
      <Heading title={t('description.reset_password')} icon={IconKey} back="/sign-in">
        {t('description.reset_password_detail')}
      </Heading>
      <IdentifierForm
        kinds={askedKinds(recoveryIdentifiers(settings))}
        known={store.get(remembered) ?? store.get('identifier-input-value')}
        action={t('action.send_code')}
        event="ForgotPassword"
        steps={send}
      />
      <p className="shelf">
        <PageLink to="/sign-in">{t('action.back_to_sign_in')}</PageLink>
      </p>
    </>
  );
};
