// Welcomes the operator and lets them create the first account.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { Logo } from '../../kit/logo.tsx';
import { usePageTitle } from '../../kit/page-title.ts';
import classes from './welcome.module.css';

export function Welcome() {
  const { t } = useTranslation();
  const { session } = useServices();
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  usePageTitle(t('welcome.title'));
  if (failure !== undefined) throw failure;

  const createAccount = () => {
    setLeaving(true);
    session.signIn({ signUp: true }).catch(setFailure);
  };

  return (
    <main className={classes.welcome}>
      <Logo size={48} />
      <h1>{t('welcome.title')}</h1>
      <p className={classes.text}>{t('welcome.text')}</p>
      <Button loading={leaving} onClick={createAccount}>
        {t('welcome.create_account')}
      </Button>
    </main>
  );
}
