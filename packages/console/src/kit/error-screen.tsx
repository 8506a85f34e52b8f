// Screen for unexpected errors, with the stack trace and a retry button.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from './page-title.ts';
import classes from './state.module.css';
import { TroubleIllustration } from './trouble-illustration.tsx';

type Props = { code?: string | undefined; message: string; stack?: string | undefined; onRetry: () => void };

export function ErrorScreen({ code, message, stack, onRetry }: Props) {
  const { t } = useTranslation();
  usePageTitle(t('errors.something_went_wrong'));
  return (
    <main className={classes.screen}>
      <TroubleIllustration />
      <h1>{t('errors.something_went_wrong')}</h1>
      {code !== undefined && <code className="mono">{code}</code>}
      {message !== '' && <p className={classes.text}>{message}</p>}
      <Button onClick={onRetry}>{t('general.retry')}</Button>
      {stack !== undefined && stack !== '' && (
        <details className={classes.stack}>
          <summary>{t('errors.call_stack')}</summary>
          <pre className="mono" dir="ltr">
            {stack}
          </pre>
        </details>
      )}
    </main>
  );
}
