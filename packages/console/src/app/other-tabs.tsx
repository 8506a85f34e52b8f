// Reacts to sign-in and sign-out in other tabs: hides the page after sign-out, and reloads it when another user signs
// in so that nothing is saved under the wrong account.
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../kit/logo.tsx';
import { usePageTitle } from '../kit/page-title.ts';
import classes from '../kit/state.module.css';
import { useServices } from './services.tsx';

export function OtherTabs({ children }: { children: ReactNode }) {
  const { session } = useServices();
  const [change, setChange] = useState<'signed-out' | 'signed-in'>();
  useEffect(() => session.watch(setChange), [session]);
  // The page is unmounted by now, so no unsaved-changes prompt appears.
  useEffect(() => {
    if (change === 'signed-in') window.location.reload();
  }, [change]);
  return change === undefined ? children : <SignedOutElsewhere />;
}

function SignedOutElsewhere() {
  const { t } = useTranslation();
  const { session, problems } = useServices();
  usePageTitle(t('signed_out.title'));
  const signIn = () => {
    session.saveLocation(window.location);
    session.signIn().catch(problems.report);
  };
  return (
    <main className={classes.screen}>
      <Logo size={40} />
      <h1>{t('signed_out.title')}</h1>
      <p className={classes.text}>{t('signed_out.text')}</p>
      <Button onClick={signIn}>{t('signed_out.sign_in')}</Button>
    </main>
  );
}
