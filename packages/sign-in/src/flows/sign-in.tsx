// First sign-in page: the identifier, together with the password if there is no other method.

import { IconBuilding } from '@tabler/icons-react';
import type { SignInIdentifier } from '@tessera/contract/sign-in-experience';
import { useEffect, useState } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import type { Settings } from '../boot/page.ts';
import { isAddress, nameKinds } from '../identifier.ts';
import { PageLink } from '../kit/button.tsx';
import { FastMethods, InOrder } from '../kit/fast-methods.tsx';
import { ForgotPasswordLink } from '../kit/forgot-password-link.tsx';
import { Form } from '../kit/form.tsx';
import { Heading } from '../kit/heading.tsx';
import { IdentifierField, useIdentifier } from '../kit/identifier-field.tsx';
import { useLastUsed } from '../kit/last-used.tsx';
import { Notice, SuccessNotice } from '../kit/notice.tsx';
import { PasswordField } from '../kit/password-field.tsx';
import { useTerms } from '../kit/terms.tsx';
import { useApplication } from '../kit/use-application.ts';
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
import { useExternalSignIn } from './external-sign-in.ts';
import { useInteraction } from './interaction.ts';
import { hasPasskeyAutofill, hasPasskeyButton, PasskeySignIn } from './passkey-sign-in.tsx';
import { usePasswordSignIn } from './password-sign-in.tsx';

export const SignIn = () => <SignInPage kinds={signInIdentifiers} isWhole />;
/** Only the identifier, limited to the types the application requested. */
export const IdentifierSignIn = () => <SignInPage kinds={(settings) => askedKinds(signInIdentifiers(settings))} />;

type PageProps = { kinds: (settings: Settings) => SignInIdentifier[]; isWhole?: boolean };

const SignInPage = ({ kinds, isWhole = false }: PageProps) => {
  const { page, settings, t } = useApp();
  const { googleOneTap, ssoConnectors, singleSignOnEnabled } = settings;
  const { name } = useApplication();
  const accepted = kinds(settings);
  const hasSocial = isWhole && socialConnectors(settings).length > 0;
  const hasCompanies = isWhole && singleSignOnEnabled && ssoConnectors.length > 0;
  const hasButton = isWhole && hasPasskeyButton(settings);
  const hasAutofill = accepted.length > 0 && hasPasskeyAutofill(settings);
  const hasForm = accepted.length > 0;
  const isPossible = hasForm || hasSocial || hasCompanies || hasButton;
  const passkey = (hasButton || hasAutofill) && <PasskeySignIn hasButton={hasButton} hasAutofill={hasAutofill} />;
  useEffect(() => {
    if (!isWhole || !googleOneTap) return;
    // One Tap is optional, since there is also a button.
    void import('../one-tap.ts').then(({ offerOneTap }) => offerOneTap(page.base, googleOneTap)).catch(() => undefined);
  }, [isWhole, page, googleOneTap]);
  return (
    <>
      <Heading title={name ? t('description.sign_in_to', { name }) : t('description.sign_in')} />
      <SuccessNotice />
      <InOrder
        fast={(hasSocial || hasButton) && <FastMethods alone={!hasForm} passkey={hasButton && passkey} />}
        form={hasForm && <SignInForm kinds={accepted} isOneOfSeveral={hasButton || hasSocial} />}
      />
      {!hasButton && passkey}
      {!isPossible && <Notice message={{ text: t('error.no_sign_in_method') }} />}
      {hasCompanies && (
        <p className="aside">
          <PageLink to="/single-sign-on/email" className="with-icon">
            <IconBuilding size={16} stroke={1.75} aria-hidden />
            {t('elsewhere.use_sso')}
          </PageLink>
        </p>
      )}
      {mayRegister(settings) && registrationIdentifiers(settings).length > 0 && (
        <p className="shelf">
          <span>
            {name ? t('description.new_to', { name }) : t('description.no_account')}{' '}
            <PageLink to="/register">{t('action.create_account')}</PageLink>
          </span>
        </p>
      )}
    </>
  );
};

type Errors = { identifier?: TextKey; password?: TextKey };

const formMethods = ['password', 'code', 'sso'];

type FormProps = { kinds: SignInIdentifier[]; isOneOfSeveral: boolean };

const SignInForm = ({ kinds, isOneOfSeveral }: FormProps) => {
  const { settings, store, go, t, language } = useApp();
  // Prefill what the user typed before, otherwise the login hint.
  const hint = new URLSearchParams(location.search).get('login_hint') ?? '';
  const input = useIdentifier(kinds, store.get('identifier-input-value'), hint);
  const [prefilled] = useState(input.text !== '');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const { signIn, run, busy, message } = usePasswordSignIn((error) => setErrors({ password: error }));
  const { startWithCode } = useInteraction();
  const terms = useTerms('SignIn');
  const company = useCompanyLookup(input.identifier);
  const { goToCompany } = useExternalSignIn();
  const hasCompany = company.companies.length > 0;
  const inline = isPasswordOnly(settings) && !hasCompany;
  const last = useLastUsed((method) => isOneOfSeveral && formMethods.includes(method));

  /** Users with an enterprise SSO domain go there, regardless of other input. */
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
    const goesToCompany = await toCompany();
    if (goesToCompany) return;
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
      last={last}
    >
      <IdentifierField
        input={input}
        {...(hasPasskeyAutofill(settings) && { autoComplete: 'username webauthn' })}
        error={errors.identifier && t(errors.identifier, { identifier: nameKinds(kinds, t, language) })}
        focus={!(inline && prefilled)}
        onChange={() => setErrors({})}
      />
      <div role="status">{hasCompany && <p className="terms">{t('elsewhere.sso_enabled')}</p>}</div>
      {inline && (
        <PasswordField
          name="password"
          autoComplete="current-password"
          value={password}
          error={errors.password && t(errors.password)}
          aside={<ForgotPasswordLink />}
          focus={prefilled}
          onChange={(value) => {
            setPassword(value);
            setErrors({});
          }}
        />
      )}
      {terms.element}
    </Form>
  );
};
