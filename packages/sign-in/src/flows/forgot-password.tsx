// A forgotten password: a code proves that the account is the person's, then they choose another one.
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
      <Heading title={t('description.reset_password')}>
        <p className="prose">{t('description.reset_password_detail')}</p>
      </Heading>
      <IdentifierForm
        kinds={askedKinds(recoveryIdentifiers(settings))}
        known={store.get(remembered) ?? store.get('identifier-input-value')}
        action={t('action.send_code')}
        event="ForgotPassword"
        steps={send}
      />
      <p className="aside">
        <PageLink to="/sign-in">{t('action.back_to_sign_in')}</PageLink>
      </p>
    </>
  );
};

/** Shown beside passwords, where there is a way to replace one. */
export const ForgotPasswordLink = () => {
  const { settings, t } = useApp();
  if (recoveryIdentifiers(settings).length === 0) return null;
  return (
    <p className="beside">
      <PageLink to="/forgot-password">{t('action.forgot_password')}</PageLink>
    </p>
  );
};
