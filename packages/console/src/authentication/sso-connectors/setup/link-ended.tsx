// A setup link that does not work.
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../../kit/page-title.ts';
import classes from '../../../kit/state.module.css';
import { TroubleIllustration } from '../../../kit/trouble-illustration.tsx';

export function LinkEnded() {
  const { t } = useTranslation();
  usePageTitle(t('sso-setup.ended.title'));
  return (
    <main className={classes.screen}>
      <TroubleIllustration />
      <h1>{t('sso-setup.ended.title')}</h1>
      <p className={classes.text}>{t('sso-setup.ended.text')}</p>
    </main>
  );
}
