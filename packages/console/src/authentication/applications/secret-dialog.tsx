// Dialog for naming a secret.
import { Button, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../app/problem.ts';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { checkSecretName } from './secret-name.ts';

type Props = {
  title: string;
  submitLabel: string;
  nameLabel?: string;
  initialName: string;
  busy: boolean;
  /** The error of the last attempt. */
  error: unknown;
  /** Error code for a name that is already in use, and its message. */
  taken: { code: string; text: string };
  children?: ReactNode;
  onSubmit: (name: string) => void;
  onClose: () => void;
};

export function SecretDialog({
  title,
  submitLabel,
  nameLabel,
  initialName,
  busy,
  error,
  taken,
  children,
  onSubmit,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(initialName);
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const isTaken = error instanceof ApiProblem && error.code === taken.code && refused === name;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The dialog is portalled, but React still bubbles its submit event to the page's form.
    event.stopPropagation();
    const found = checkSecretName(name, t);
    setProblem(found);
    if (found !== undefined || busy) return;
    setRefused(name);
    onSubmit(name.trim());
  };
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label={nameLabel ?? t('applications.secrets.name')}
          withAsterisk
          value={name}
          dir="auto"
          autoComplete="off"
          error={problem ?? (isTaken ? taken.text : undefined)}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
          data-autofocus
        />
        {children}
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={busy}>
            {submitLabel}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
