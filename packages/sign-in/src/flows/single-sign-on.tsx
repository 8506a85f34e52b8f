// Enterprise SSO: found by email, with a choice if there are several connectors.
import { IconBuilding } from '@tabler/icons-react';
import { emailPattern } from '@tessera/contract/email-pattern';
import { useEffect, useState } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import { PageLink } from '../kit/button.tsx';
import { ConnectorLogo, FastButton } from '../kit/fast-methods.tsx';
import { Form } from '../kit/form.tsx';
import { Heading } from '../kit/heading.tsx';
import { IdentifierField, useIdentifier } from '../kit/identifier-field.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { useTerms } from '../kit/terms.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { ssoLogo } from '../social-connectors.ts';
import { useOnce } from './arrival.tsx';
import { useExternalSignIn } from './external-sign-in.ts';

const kinds = ['email'] as const;
const hint = () => new URLSearchParams(location.search).get('login_hint') ?? '';

const Others = () => {
  const { t } = useApp();
  return (
    <p className="shelf">
      <PageLink to="/sign-in">{t('elsewhere.another_way')}</PageLink>
    </p>
  );
};

/** With a login hint, skip the form. */
export const SingleSignOn = () => {
  const { go, t } = useApp();
  const { run, message } = useFlow();
  const { companiesFor, goToCompany } = useExternalSignIn();
  const terms = useTerms('SignIn');
  useOnce(() => {
    const email = hint();
    const ask = () => go('/single-sign-on/email', { replace: true });
    if (!emailPattern.test(email)) return ask();
    void run(async () => {
      const companies = await companiesFor(email);
      if (companies.length === 0 || !(await terms.ensure())) return ask();
      await goToCompany(companies);
    });
  });
  return (
    <>
      <Heading title={t('elsewhere.sso_title')} icon={IconBuilding} back="/sign-in" />
      {!message && <Loading />}
      <Notice message={message} />
      {message && <Others />}
      {terms.dialog}
    </>
  );
};

export const SingleSignOnEmail = () => {
  const { store, t } = useApp();
  const known = store.get('sso-email') ?? store.get('identifier-input-value')?.value;
  const input = useIdentifier(kinds, undefined, known ?? hint());
  const [errors, setErrors] = useState<{ identifier?: TextKey }>({});
  const { run, busy, message } = useFlow();
  const { companiesFor, goToCompany } = useExternalSignIn();
  const terms = useTerms('SignIn');
  const submit = async () => {
    const { identifier, text } = input;
    setErrors(identifier ? {} : { identifier: text.trim() ? 'error.invalid_identifier' : 'error.required' });
    if (!identifier || !(await terms.ensure())) return;
    store.set('sso-email', identifier.value);
    await run(async () => {
      const companies = await companiesFor(identifier.value);
      if (companies.length === 0) setErrors({ identifier: 'elsewhere.no_company' });
      else await goToCompany(companies);
    });
  };
  return (
    <>
      <Heading title={t('elsewhere.sso_title')} icon={IconBuilding} back="/sign-in">
        {t('elsewhere.sso_detail')}
      </Heading>
      <Form errors={errors} action={t('action.continue')} busy={busy} message={message} onSubmit={submit}>
        <IdentifierField
          input={input}
          error={errors.identifier && t(errors.identifier, { identifier: t('list.email') })}
          focus
          onChange={() => setErrors({})}
        />
        {terms.element}
      </Form>
      <Others />
    </>
  );
};

export const SingleSignOnConnectors = () => {
  const { settings, store, go, t, theme } = useApp();
  const { run, busy, message } = useFlow();
  const { goToConnector } = useExternalSignIn();
  const terms = useTerms('SignIn');
  const wanted = store.get('sso-connectors') ?? [];
  const connectors = settings.ssoConnectors.filter(({ id }) => wanted.includes(id));
  const isEmpty = connectors.length === 0;
  useEffect(() => {
    if (isEmpty) go('/single-sign-on/email', { replace: true });
  }, [isEmpty, go]);
  const choose = async (id: string) => {
    if (await terms.ensure()) await run(() => goToConnector('sso', id));
  };
  return (
    <>
      <Heading title={t('elsewhere.sso_title')} icon={IconBuilding} back="/sign-in">
        {t('elsewhere.choose_company')}
      </Heading>
      <Notice message={message} />
      <div className="fast">
        {connectors.map((connector) => (
          <FastButton
            key={connector.id}
            icon={<ConnectorLogo logo={ssoLogo(connector, theme)} />}
            busy={busy}
            onClick={() => choose(connector.id)}
          >
            {t('elsewhere.continue_with', { name: connector.connectorName })}
          </FastButton>
        ))}
      </div>
      <Others />
      {terms.dialog}
    </>
  );
};
