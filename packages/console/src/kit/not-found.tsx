// Not-found page.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from './page-title.ts';
import classes from './state.module.css';
import { TroubleIllustration } from './trouble-illustration.tsx';

export function NotFound() {
  const { t } = useTranslation();
  usePageTitle(t('errors.page_not_found'));
  return (
    <div className={classes.panel}>
      <TroubleIllustration />
      <h1>{t('errors.page_not_found')}</h1>
      <p className={classes.text}>{t('errors.page_not_found_text')}</p>
      <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
        {t('general.back_home')}
      </Button>
    </div>
  );
}
