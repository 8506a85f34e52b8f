// The credentials of a user, to pass on. The password is masked until revealed, and cannot be shown again.
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../kit/copy-field.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { shownPhone } from './check-user.ts';
import classes from './credentials.module.css';

type Person = { primaryEmail: string | null; primaryPhone: string | null; username: string | null };

type Props = {
  title: string;
  user: Person;
  password: string | undefined;
  /** Additional actions. */
  action: ReactNode;
  onClose: () => void;
  routed?: boolean;
};

export function Credentials({ title, user, password, action, onClose, routed = false }: Props) {
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
    <Dialog
      routed={routed}
      onClose={onClose}
      title={title}
      // A click outside must not lose a value that cannot be shown again.
      closeOnClickOutside={password === undefined}
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
    </Dialog>
  );
}
