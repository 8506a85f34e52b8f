// Full-screen step of changing the password; Esc returns to the profile.
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../../kit/details-page.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { usePageTitle } from '../../kit/page-title.ts';
import classes from './password-dialog.module.css';

type Props = { title: string; text: string; children: ReactNode };

export function PasswordDialog({ title, text, children }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(title);
  return (
    <Dialog
      routed
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
    </Dialog>
  );
}
