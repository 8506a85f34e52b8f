// Adds or changes the own email address: the address first, then the code sent to it.
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../app/problem.ts';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import classes from './password-dialog.module.css';
import { PasswordDialog } from './password-dialog.tsx';

const taken = 'user.email_already_in_use';
const isWrongCode = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && (error.code?.startsWith('verification_code.') ?? false);
const isEmail = (value: string) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value);
const codeLength = 6;

export function LinkEmail() {
  const [email, setEmail] = useState<string>();
  return email === undefined ? (
    <AddressStep onSent={setEmail} />
  ) : (
    <CodeStep email={email} onBack={() => setEmail(undefined)} />
  );
}

function useSendCode() {
  const { api } = useServices();
  return useMutation({
    mutationFn: (email: string) => api.me.post('/verification-codes', { body: { email } }),
    meta: { suppress: [taken] },
  });
}

function AddressStep({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation();
  const send = useSendCode();
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => (isEmail(email.trim()) ? null : t('profile.email.invalid')) },
  });
  const submit = form.onSubmit(({ email }) =>
    send.mutate(email.trim(), {
      onSuccess: () => onSent(email.trim()),
      onError: (error) => {
        if (error instanceof ApiProblem && error.code === taken) form.setFieldError('email', error.message);
      },
    }),
  );
  return (
    <PasswordDialog title={t('profile.email.title')} text={t('profile.email.text')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          {...form.getInputProps('email')}
          label={t('profile.fields.email')}
          type="email"
          autoComplete="email"
          maxLength={128}
          dir="ltr"
          spellCheck={false}
          data-autofocus
        />
        <BusyButton type="submit" busy={send.isPending}>
          {t('profile.email.send')}
        </BusyButton>
      </form>
    </PasswordDialog>
  );
}

function useLinkEmail(email: string, onWrongCode: (text: string) => void) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { alert } = useConfirm();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: async (verificationCode: string) => {
      await api.me.post('/verification-codes/verify', { body: { email, verificationCode } });
      return api.me.patch('', { body: { primaryEmail: email } });
    },
    onSuccess: async (account) => {
      queryClient.setQueryData(api.me.query('').queryKey, account);
      toast(t('profile.saved.email'));
      await navigate({ to: '/profile' });
    },
    onError: async (error) => {
      if (isWrongCode(error)) return onWrongCode(error.message);
      if (!(error instanceof ApiProblem) || (error.status !== 400 && error.status !== 422)) return;
      // The password was verified too long ago, or another user has the address by now.
      await alert({ title: t('profile.not_saved'), text: error.message });
      await navigate({ to: '/profile' });
    },
    meta: { suppressStatus: [400, 422] },
  });
}

function CodeStep({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const link = useLinkEmail(email, (text) => {
    setProblem(text);
    setCode('');
  });
  const send = useSendCode();
  const toast = useSuccessToast();
  const enter = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, codeLength);
    setCode(digits);
    setProblem(undefined);
    if (digits.length === codeLength && !link.isPending) link.mutate(digits);
  };
  return (
    <PasswordDialog title={t('profile.email.code_title')} text={t('profile.email.code_text', { email })}>
      <div className={classes.form}>
        <TextInput
          label={t('profile.email.code')}
          value={code}
          error={problem}
          onChange={(event) => enter(event.currentTarget.value)}
          readOnly={link.isPending}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          data-autofocus
        />
        <Button
          variant="default"
          onClick={() => send.mutate(email, { onSuccess: () => toast(t('profile.email.sent')) })}
        >
          {t('profile.email.resend')}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {t('profile.email.other')}
        </Button>
      </div>
    </PasswordDialog>
  );
}
