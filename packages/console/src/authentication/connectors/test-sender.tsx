// Sends a test message with the form's unsaved values.
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../app/problem.ts';
import { messageOf } from '../../app/problems.ts';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { Notice } from '../../kit/notice.tsx';
import { revealFirstError } from '../../kit/reveal-field.ts';
import type { ConnectorForm } from './config-field.tsx';
import { isShown } from './form-values.ts';
import { type Facts, wholeConfig } from './own-values.ts';
import classes from './setup.module.css';
import { showIssues } from './show-issues.ts';
import { refusedField } from './test-failure.ts';

const rules = { Email: /^\S+@\S+\.\S+$/, Sms: /^\+?[\d\-() ]+$/ } as const;
/** Slow mail servers are given up by the connector itself. */
const patience = 60_000;

type Props = { facts: Facts; form: ConnectorForm; stored?: Parameters<typeof wholeConfig>[2] };

export function TestSender({ facts, form, stored }: Props) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string>();
  const type = facts.type === 'Sms' ? 'Sms' : 'Email';
  const send = useMutation({
    mutationFn: (to: string) =>
      api.management.post(
        '/connectors/:factoryId/test',
        {
          params: { factoryId: facts.factoryId },
          body: {
            ...(type === 'Email' ? { email: to } : { phone: to.replace(/\D/g, '') }),
            config: wholeConfig(facts, form.getValues(), stored),
            locale: i18n.language,
          },
        },
        { timeout: patience },
      ),
    // The error is shown here.
    meta: { silent: true },
    onError: (problem) => {
      if (showIssues(form, problem) || !(problem instanceof ApiProblem)) return;
      const shown = (facts.formItems ?? []).filter((item) => isShown(item, form.getValues()));
      const field = problem.code && refusedField(problem.code, shown);
      if (field) form.setFieldError(field.key, t('connectors.test.refused'));
    },
  });
  const start = () => {
    if (send.isPending) return;
    const checked = form.validate();
    const isValid = rules[type].test(address.trim());
    setError(isValid ? undefined : t(`connectors.test.rules.${type}`));
    if (checked.hasErrors) revealFirstError(form, checked.errors);
    else if (isValid) send.mutate(address.trim());
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    start();
  };
  const reason = () => {
    // Its details name the fields, which show their errors.
    if (send.error instanceof ApiProblem && send.error.code === 'connector.invalid_config') return send.error.message;
    return messageOf(send.error, t);
  };
  return (
    <FormSection title={t('connectors.test.title')} text={t('connectors.test.text')}>
      <div className={classes.test}>
        <TextInput
          label={t(`connectors.test.address.${type}`)}
          type={type === 'Email' ? 'email' : 'tel'}
          dir="ltr"
          autoComplete="off"
          value={address}
          error={error}
          onChange={(event) => {
            setAddress(event.currentTarget.value);
            setError(undefined);
          }}
          onKeyDown={onEnter}
        />
        <BusyButton className={classes.send ?? ''} variant="default" busy={send.isPending} onClick={start}>
          {t(`connectors.test.send.${type}`)}
        </BusyButton>
      </div>
      {send.isSuccess && (
        <Notice severity="success" urgent>
          {t('connectors.test.sent', { address: send.variables })}
        </Notice>
      )}
      {send.isError && (
        <Notice severity="error" urgent>
          <span className={classes.reason}>{reason()}</span>
        </Notice>
      )}
    </FormSection>
  );
}
