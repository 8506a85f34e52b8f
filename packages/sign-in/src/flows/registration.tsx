// Registration: with username and password, or with a verified email or phone.
import type { Identifier } from '@tessera/contract/experience';
import { useApp } from '../app-context.ts';
import { isAddress } from '../identifier.ts';
import { PageLink } from '../kit/button.tsx';
import { FastMethods, InOrder } from '../kit/fast-methods.tsx';
import { Heading } from '../kit/heading.tsx';
import { Notice } from '../kit/notice.tsx';
import { useApplication } from '../kit/use-application.ts';
import { askedKinds, canSignIn, registrationIdentifiers } from '../sign-in-methods.ts';
import { socialConnectors } from '../social-connectors.ts';
import { IdentifierForm } from './identifier-form.tsx';
import { useInteraction } from './interaction.ts';

export const Register = () => <RegisterPage isWhole />;
/** Only the identifier, limited to the types the application requested. */
export const IdentifierRegister = () => <RegisterPage />;

const RegisterPage = ({ isWhole = false }: { isWhole?: boolean }) => {
  const { api, settings, store, go, t } = useApp();
  const { start, finish, startWithCode } = useInteraction();
  const { signUp } = settings;
  const { name } = useApplication();
  const all = registrationIdentifiers(settings);
  const kinds = isWhole ? all : askedKinds(all);
  const hasSocial = isWhole && socialConnectors(settings).length > 0;

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
      <Heading title={t('description.create_account')} back={canSignIn(settings) ? '/sign-in' : undefined}>
        {name && t('description.get_started', { name })}
      </Heading>
      <InOrder
        fast={hasSocial && <FastMethods alone={kinds.length === 0} />}
        form={
          kinds.length > 0 && (
            <IdentifierForm
              kinds={kinds}
              known={store.get('identifier-input-value')}
              action={t('action.create_account')}
              event="Register"
              steps={register}
            />
          )
        }
      />
      {kinds.length === 0 && !hasSocial && <Notice message={{ text: t('error.no_registration_method') }} />}
      {canSignIn(settings) && (
        <p className="shelf">
          <span>
            {t('description.has_account')} <PageLink to="/sign-in">{t('action.sign_in')}</PageLink>
          </span>
        </p>
      )}
    </>
  );
};
