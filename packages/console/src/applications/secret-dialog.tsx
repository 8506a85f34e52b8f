// The dialog in which a secret gets its name.
import { Button, Modal, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../app/problem.ts';
import { BusyButton } from '../kit/busy-button.tsx';
import { checkSecretName } from './secret-name.ts';

type Props = {
  title: string;
  submitLabel: string;
  initialName: string;
  busy: boolean;
  /** What the server said about the last try. */
  error: unknown;
  /** The code of a refusal because of the name, and what to say then. */
  taken: { code: string; text: string };
  children?: ReactNode;
  onSubmit: (name: string) => void;
  onClose: () => void;
};

export function SecretDialog({
  title,
  submitLabel,
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
    // The dialog is drawn elsewhere, but for events it is still inside the form of the page.
    event.stopPropagation();
    const found = checkSecretName(name, t);
    setProblem(found);
    if (found !== undefined || busy) return;
    setRefused(name);
    onSubmit(name.trim());
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('general.close') }}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t('applications.secrets.name')}
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
    </Modal>
  );
}
