// Creating an account: with a username and a password, or with an address that a code proves.
import type { Identifier } from '@tessera/contract/experience';
import { useApp } from '../app-context.ts';
import { isAddress } from '../identifier.ts';
import { PageLink } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Notice } from '../kit/notice.tsx';
import { SocialButtons } from '../kit/social-buttons.tsx';
import { askedKinds, canSignIn, registrationIdentifiers } from '../sign-in-methods.ts';
import { socialConnectors } from '../social-connectors.ts';
import { IdentifierForm } from './identifier-form.tsx';
import { useInteraction } from './interaction.ts';

export const Register = () => <RegisterPage isWhole />;
/** The identifier and nothing else, of the kinds that the application asked for. */
export const IdentifierRegister = () => <RegisterPage />;

const RegisterPage = ({ isWhole = false }: { isWhole?: boolean }) => {
  const { api, settings, store, go, t } = useApp();
  const { start, finish, startWithCode } = useInteraction();
  const { displayName, signUp } = settings;
  const all = registrationIdentifiers(settings);
  const kinds = isWhole ? all : askedKinds(all);
  const hasSocial = isWhole && socialConnectors(settings).length > 0;
  const title = displayName
    ? t('description.create_account_for', { name: displayName })
    : t('description.create_account');

  const register = async (identifier: Identifier) => {
    store.set('identifier-input-value', identifier);
    if (isAddress(identifier)) return startWithCode('register', identifier);
    await start('Register');
    await api('POST', '/experience/profile', identifier);
    if (signUp.password) go('/register/password');
    else await finish();
  };
  return (
    <>
      <Heading title={title} />
      {kinds.length > 0 && (
        <IdentifierForm
          kinds={kinds}
          known={store.get('identifier-input-value')}
          action={t('action.create_account')}
          event="Register"
          steps={register}
        />
      )}
      {hasSocial && <SocialButtons alone={kinds.length === 0} />}
      {kinds.length === 0 && !hasSocial && <Notice message={{ text: t('error.no_registration_method') }} />}
      {canSignIn(settings) && (
        <p className="aside">
          {t('description.has_account')} <PageLink to="/sign-in">{t('action.sign_in')}</PageLink>
        </p>
      )}
    </>
  );
};
