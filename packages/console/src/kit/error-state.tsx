// Error state of a page, with a retry button.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../app/problems.ts';
import classes from './state.module.css';
import { TroubleIllustration } from './trouble-illustration.tsx';

export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.panel} role="alert">
      <TroubleIllustration />
      <h2>{t('errors.could_not_load')}</h2>
      <p className={classes.text}>{messageOf(error, t)}</p>
      <Button variant="default" onClick={onRetry}>
        {t('general.retry')}
      </Button>
    </div>
  );
}
