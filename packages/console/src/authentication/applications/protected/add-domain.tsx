// Adds a custom domain. The page's form surrounds it, so it is not one itself.

import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../app/problems.ts';
import { useServices } from '../../../app/services.tsx';
import { BusyButton } from '../../../kit/busy-button.tsx';
import { codeInput } from '../../../kit/code-input.ts';
import { fieldIssues } from '../../../kit/field-issues.ts';
import { useSuccessToast } from '../../../kit/success-toast.ts';
import { checkDomain, exampleDomain } from './check-settings.ts';
import classes from './protected.module.css';
import { addCustomDomain } from './query.ts';

export function AddDomain({ id, onAdded }: { id: string; onAdded: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const toast = useSuccessToast();
  const [domain, setDomain] = useState('');
  const [error, setError] = useState<string>();
  const add = useMutation({
    mutationFn: (name: string) => addCustomDomain(api, id, name),
    onSuccess: () => {
      toast(t('applications.protected.domain.added_toast'));
      return onAdded();
    },
    onError: (problem) => setError(fieldIssues(problem)[0]?.message ?? messageOf(problem, t)),
    meta: { silent: true },
  });
  const submit = () => {
    const wrong = checkDomain(domain, t);
    setError(wrong);
    if (wrong === undefined && !add.isPending) add.mutate(domain.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    submit();
  };
  return (
    <div className={classes.adding}>
      <TextInput
        className={classes.input}
        {...codeInput}
        label={t('applications.protected.domain.custom')}
        description={t('applications.protected.domain.custom_hint')}
        placeholder={exampleDomain}
        value={domain}
        error={error}
        onChange={(event) => setDomain(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <BusyButton variant="default" busy={add.isPending} onClick={submit}>
        {t('applications.protected.domain.add')}
      </BusyButton>
    </div>
  );
}
