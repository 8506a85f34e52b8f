// The screen of one step in changing a password: it takes the whole window, and Esc leads back to the profile.
import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../kit/details-page.tsx';
import { usePageTitle } from '../kit/page-title.ts';
import classes from './password-dialog.module.css';

type Props = { title: string; text: string; children: ReactNode };

export function PasswordDialog({ title, text, children }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(title);
  return (
    <Modal
      opened
      fullScreen
      withCloseButton={false}
      onClose={() => void navigate({ to: '/profile' })}
      radius={0}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': title } }}
    >
      <BackLink to="/profile">{t('profile.back')}</BackLink>
      <div className={classes.step}>
        <h1>{title}</h1>
        <p className={classes.text}>{text}</p>
        {children}
      </div>
    </Modal>
  );
}
