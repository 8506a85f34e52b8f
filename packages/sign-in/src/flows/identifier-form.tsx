// A form for one identifier: starts a registration or a reset, or completes a profile.
import type { Identifier, InteractionEvent } from '@tessera/contract/experience';
import type { SignInIdentifier } from '@tessera/contract/sign-in-experience';
import { useState } from 'react';
import type { Problem } from '../api.ts';
import { type TextKey, useApp } from '../app-context.ts';
import { isUsername, nameKinds } from '../identifier.ts';
import { Form } from '../kit/form.tsx';
import { IdentifierField, useIdentifier } from '../kit/identifier-field.tsx';
import { useTerms } from '../kit/terms.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { useCompanyLookup } from './company-lookup.ts';
import { useExternalSignIn } from './external-sign-in.ts';

type Props = {
  kinds: readonly SignInIdentifier[];
  known: Identifier | undefined;
  action: string;
  event: InteractionEvent;
  steps: (identifier: Identifier) => Promise<void>;
};

/** Our messages stay keys until rendered; the server's are shown as they are. */
type FieldError = TextKey | { said: string };

export const IdentifierForm = ({ kinds, known, action, event, steps }: Props) => {
  const { t, language } = useApp();
  const { run, busy, message } = useFlow();
  const terms = useTerms(event);
  const input = useIdentifier(kinds, known && kinds.includes(known.type) ? known : undefined);
  const [errors, setErrors] = useState<{ identifier?: FieldError }>({});
  const { text, identifier } = input;
  // Only at registration: other flows have already determined the sign-in method.
  const company = useCompanyLookup(event === 'Register' ? identifier : undefined);
  const { goToCompany } = useExternalSignIn();
  const hasCompany = company.companies.length > 0;
  const onlyUsername = kinds.length === 1 && kinds[0] === 'username';

  const refuse = ({ message: said }: Problem) => setErrors({ identifier: { said } });
  const expected = {
    'user.username_already_in_use': () => setErrors({ identifier: 'error.username_taken' }),
    'user.email_already_in_use': refuse,
    'user.phone_already_in_use': refuse,
    'session.email_blocklist.email_not_allowed': refuse,
    'session.email_blocklist.email_subaddressing_not_allowed': refuse,
  };
  const submit = async () => {
    const invalid = onlyUsername ? 'error.invalid_username' : 'error.invalid_identifier';
    setErrors(identifier ? {} : { identifier: text.trim() ? invalid : 'error.required' });
    if (!identifier || !(await terms.ensure())) return;
    await run(async () => {
      const companies = await company.ask();
      await (companies.length > 0 ? goToCompany(companies) : steps(identifier));
    }, expected);
  };
  const { identifier: error } = errors;
  const shown = typeof error === 'string' ? t(error, { identifier: nameKinds(kinds, t, language) }) : error?.said;
  return (
    <Form
      errors={errors}
      action={hasCompany ? t('elsewhere.sso_action') : action}
      busy={busy}
      message={message}
      onSubmit={submit}
    >
      <IdentifierField
        input={input}
        error={shown}
        hint={onlyUsername && text && !isUsername(text) ? t('input.username_hint') : undefined}
        focus
        onChange={() => setErrors({})}
      />
      <div role="status">{hasCompany && <p className="terms">{t('elsewhere.sso_enabled')}</p>}</div>
      {terms.element}
    </Form>
  );
};
