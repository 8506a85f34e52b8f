// What a person needs to sign in, to be passed on to them. The password is hidden until somebody wants to see it, and
// this is the only time that it can be seen.
import { Button, Modal } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../kit/copy-field.tsx';
import { shownPhone } from './check-user.ts';
import classes from './credentials.module.css';

type Person = { primaryEmail: string | null; primaryPhone: string | null; username: string | null };

type Props = {
  title: string;
  user: Person;
  password: string | undefined;
  /** What else can be done from here. */
  action: ReactNode;
  onClose: () => void;
};

export function Credentials({ title, user, password, action, onClose }: Props) {
  const { t } = useTranslation();
  const { copied, copy } = useClipboard({ timeout: 1500 });
  const lines = [
    { label: t('users.email'), value: user.primaryEmail ?? '' },
    { label: t('users.phone'), value: shownPhone(user.primaryPhone) },
    { label: t('users.username'), value: user.username ?? '' },
    { label: t('users.password'), value: password ?? '', secret: true },
  ].filter(({ value }) => value !== '');
  const text = lines.map(({ label, value }) => `${label}: ${value}`).join('\n');
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      // A click beside it must not lose what cannot be seen again.
      closeOnClickOutside={password === undefined}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <div className={classes.card}>
        <p>{password === undefined ? t('users.credentials.text_without') : t('users.credentials.text')}</p>
        {lines.map((line) => (
          <CopyField key={line.label} {...line} />
        ))}
      </div>
      <div className="dialog-actions">
        {action}
        <Button
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={() => copy(text)}
          data-autofocus
        >
          {copied ? t('general.copied') : t('users.credentials.copy')}
        </Button>
      </div>
    </Modal>
  );
}
