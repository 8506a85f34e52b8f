// The first page of signing in: the identifier, with the password beside it where there is no other way in.
import type { SignInIdentifier } from '@tessera/contract/sign-in-experience';
import { useEffect, useState } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import type { Settings } from '../boot/page.ts';
import { isAddress, nameKinds } from '../identifier.ts';
import { PageLink } from '../kit/button.tsx';
import { Form } from '../kit/form.tsx';
import { Heading } from '../kit/heading.tsx';
import { IdentifierField, useIdentifier } from '../kit/identifier-field.tsx';
import { News, Notice } from '../kit/notice.tsx';
import { PasswordField } from '../kit/password-field.tsx';
import { SocialButtons } from '../kit/social-buttons.tsx';
import { useTerms } from '../kit/terms.tsx';
import {
  askedKinds,
  isPasswordOnly,
  mayRegister,
  registrationIdentifiers,
  signInIdentifiers,
  waysOf,
} from '../sign-in-methods.ts';
import { socialConnectors } from '../social-connectors.ts';
import { useCompanyLookup } from './company-lookup.ts';
import { ForgotPasswordLink } from './forgot-password.tsx';
import { useElsewhere } from './go-elsewhere.ts';
import { useInteraction } from './interaction.ts';
import { usePasswordSignIn } from './password-sign-in.tsx';

export const SignIn = () => <SignInPage kinds={signInIdentifiers} isWhole />;
/** The identifier and nothing else, of the kinds that the application asked for. */
export const IdentifierSignIn = () => <SignInPage kinds={(settings) => askedKinds(signInIdentifiers(settings))} />;

type PageProps = { kinds: (settings: Settings) => SignInIdentifier[]; isWhole?: boolean };

const SignInPage = ({ kinds, isWhole = false }: PageProps) => {
  const { page, settings, t } = useApp();
  const { displayName, googleOneTap, ssoConnectors, singleSignOnEnabled } = settings;
  const accepted = kinds(settings);
  const hasSocial = isWhole && socialConnectors(settings).length > 0;
  const hasCompanies = isWhole && singleSignOnEnabled && ssoConnectors.length > 0;
  const isPossible = accepted.length > 0 || hasSocial || hasCompanies;
  useEffect(() => {
    if (!isWhole || !googleOneTap) return;
    // A prompt that does not come is no loss: the button is there.
    void import('../one-tap.ts').then(({ offerOneTap }) => offerOneTap(page.base, googleOneTap)).catch(() => undefined);
  }, [isWhole, page, googleOneTap]);
  return (
    <>
      <Heading title={displayName ? t('description.sign_in_to', { name: displayName }) : t('description.sign_in')} />
      <News />
      {accepted.length > 0 && <SignInForm kinds={accepted} />}
      {hasSocial && <SocialButtons alone={accepted.length === 0} />}
      {!isPossible && <Notice message={{ text: t('error.no_sign_in_method') }} />}
      {hasCompanies && !accepted.includes('email') && (
        <p className="aside">
          <PageLink to="/single-sign-on/email">{t('elsewhere.sso_action')}</PageLink>
        </p>
      )}
      {mayRegister(settings) && registrationIdentifiers(settings).length > 0 && (
        <p className="aside">
          {t('description.no_account')} <PageLink to="/register">{t('action.create_account')}</PageLink>
        </p>
      )}
    </>
  );
};

type Errors = { identifier?: TextKey; password?: TextKey };

const SignInForm = ({ kinds }: { kinds: SignInIdentifier[] }) => {
  const { settings, store, go, t, language } = useApp();
  // What the person typed before, else what the application knows of them.
  const hint = new URLSearchParams(location.search).get('login_hint') ?? '';
  const input = useIdentifier(kinds, store.get('identifier-input-value'), hint);
  const [prefilled] = useState(input.text !== '');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const { signIn, run, busy, message } = usePasswordSignIn((error) => setErrors({ password: error }));
  const { startWithCode } = useInteraction();
  const terms = useTerms('SignIn');
  const company = useCompanyLookup(input.identifier);
  const { goToCompany } = useElsewhere();
  const hasCompany = company.companies.length > 0;
  const inline = isPasswordOnly(settings) && !hasCompany;

  /** Whose company signs them in goes there, whatever else they have typed. */
  const toCompany = async (): Promise<boolean> => {
    let companies: string[] = [];
    await run(async () => {
      companies = await company.ask();
      if (companies.length > 0) await goToCompany(companies);
    });
    return companies.length > 0;
  };
  const submit = async () => {
    const { identifier, text } = input;
    const found: Errors = {
      ...(!identifier && { identifier: text.trim() ? 'error.invalid_identifier' : 'error.required' }),
      ...(inline && !password && { password: 'error.required' }),
    };
    setErrors(found);
    if (!identifier || found.password || !(await terms.ensure())) return;
    store.set('identifier-input-value', identifier);
    const goesElsewhere = await toCompany();
    if (goesElsewhere) return;
    if (inline) await signIn(identifier, password);
    else if (isAddress(identifier) && waysOf(settings, identifier.type)[0] === 'code') {
      await run(() => startWithCode('sign-in', identifier));
    } else go('/sign-in/password');
  };

  return (
    <Form
      errors={errors}
      action={t(hasCompany ? 'elsewhere.sso_action' : inline ? 'action.sign_in' : 'action.continue')}
      busy={busy}
      message={message}
      onSubmit={submit}
    >
      <IdentifierField
        input={input}
        error={errors.identifier && t(errors.identifier, { identifier: nameKinds(kinds, t, language) })}
        focus={!(inline && prefilled)}
        onChange={() => setErrors({})}
      />
      <div role="status">{hasCompany && <p className="terms">{t('elsewhere.sso_enabled')}</p>}</div>
      {inline && (
        <>
          <PasswordField
            name="password"
            autoComplete="current-password"
            value={password}
            error={errors.password && t(errors.password)}
            focus={prefilled}
            onChange={(value) => {
              setPassword(value);
              setErrors({});
            }}
          />
          <ForgotPasswordLink />
        </>
      )}
      {terms.element}
    </Form>
  );
};
