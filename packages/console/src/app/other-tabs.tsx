// What other tabs of this browser do with the session: somebody signs out there, or somebody else signs in. The page of
// a person who has left is not shown any longer, and nothing is saved in another person's name.
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../kit/logo.tsx';
import { usePageTitle } from '../kit/page-title.ts';
import classes from '../kit/state.module.css';
import { useServices } from './services.tsx';

export function OtherTabs({ children }: { children: ReactNode }) {
  const { session } = useServices();
  const [news, setNews] = useState<'signed-out' | 'signed-in'>();
  useEffect(() => session.watch(setNews), [session]);
  // The page is gone from the screen by now, so that nobody is asked whether to leave it.
  useEffect(() => {
    if (news === 'signed-in') window.location.reload();
  }, [news]);
  return news === undefined ? children : <SignedOutElsewhere />;
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
