// A setup link that does not work, and why.
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../../app/problem.ts';
import { usePageTitle } from '../../../kit/page-title.ts';
import classes from '../../../kit/state.module.css';
import { TroubleIllustration } from '../../../kit/trouble-illustration.tsx';

export function LinkEnded({ error }: { error: unknown }) {
  const { t } = useTranslation();
  usePageTitle(t('sso-setup.ended.title'));
  return (
    <main className={classes.screen}>
      <TroubleIllustration />
      <h1>{t('sso-setup.ended.title')}</h1>
      <p className={classes.text}>{error instanceof ApiProblem ? error.message : t('sso-setup.ended.missing')}</p>
    </main>
  );
}
