// The end of a demo social connector's flow: no user is signed in, and the code in the URL is useless.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../kit/logo.tsx';
import { usePageTitle } from '../kit/page-title.ts';
import classes from '../kit/state.module.css';
import { useServices } from './services.tsx';

export function SocialDemo() {
  const { t } = useTranslation();
  const { history } = useServices();
  usePageTitle(t('social_demo.title'));
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!url.searchParams.has('code')) return;
    url.searchParams.delete('code');
    history.replace(url.pathname + url.search + url.hash);
  }, [history]);
  return (
    <main className={classes.screen}>
      <Logo size={40} />
      <h1>{t('social_demo.title')}</h1>
      <p className={classes.text}>{t('social_demo.text')}</p>
    </main>
  );
}
