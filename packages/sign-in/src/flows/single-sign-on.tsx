// The sign-in of one's company: found by the address, chosen where there are several.
import { useEffect, useState } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import { PageLink } from '../kit/button.tsx';
import { Form } from '../kit/form.tsx';
import { Heading } from '../kit/heading.tsx';
import { IdentifierField, useIdentifier } from '../kit/identifier-field.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { ElsewhereButton } from '../kit/social-buttons.tsx';
import { useTerms } from '../kit/terms.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { ssoLogo } from '../social-connectors.ts';
import { useOnce } from './arrival.tsx';
import { useElsewhere } from './go-elsewhere.ts';

const kinds = ['email'] as const;
const hint = () => new URLSearchParams(location.search).get('login_hint') ?? '';

const Aside = () => {
  const { t } = useApp();
  return (
    <p className="aside">
      <PageLink to="/sign-in">{t('elsewhere.another_way')}</PageLink>
    </p>
  );
};

/** Whom the application knows already goes straight on. */
export const SingleSignOn = () => {
  const { go, t } = useApp();
  const { run, message } = useFlow();
  const { companiesFor, goToCompany } = useElsewhere();
  const terms = useTerms('SignIn');
  useOnce(() => {
    const email = hint();
    const ask = () => go('/single-sign-on/email', { replace: true });
    if (!/^\S+@\S+\.\S+$/.test(email)) return ask();
    void run(async () => {
      const companies = await companiesFor(email);
      if (companies.length === 0 || !(await terms.ensure())) return ask();
      await goToCompany(companies);
    });
  });
  return (
    <>
      <Heading title={t('elsewhere.sso_title')} />
      {!message && <Loading />}
      <Notice message={message} />
      {message && <Aside />}
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
  const { companiesFor, goToCompany } = useElsewhere();
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
      <Heading title={t('elsewhere.sso_title')}>
        <p className="prose">{t('elsewhere.sso_detail')}</p>
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
      <Aside />
    </>
  );
};

export const SingleSignOnConnectors = () => {
  const { settings, store, go, t, theme } = useApp();
  const { run, busy, message } = useFlow();
  const { goElsewhere } = useElsewhere();
  const terms = useTerms('SignIn');
  const wanted = store.get('sso-connectors') ?? [];
  const connectors = settings.ssoConnectors.filter(({ id }) => wanted.includes(id));
  const isEmpty = connectors.length === 0;
  useEffect(() => {
    if (isEmpty) go('/single-sign-on/email', { replace: true });
  }, [isEmpty, go]);
  const choose = async (id: string) => {
    if (await terms.ensure()) await run(() => goElsewhere('sso', id));
  };
  return (
    <>
      <Heading title={t('elsewhere.sso_title')}>
        <p className="prose">{t('elsewhere.choose_company')}</p>
      </Heading>
      <Notice message={message} />
      <div className="others">
        {connectors.map((connector) => (
          <ElsewhereButton
            key={connector.id}
            logo={ssoLogo(connector, theme)}
            busy={busy}
            onClick={() => choose(connector.id)}
          >
            {t('elsewhere.continue_with', { name: connector.connectorName })}
          </ElsewhereButton>
        ))}
      </div>
      <Aside />
      {terms.dialog}
    </>
  );
};
