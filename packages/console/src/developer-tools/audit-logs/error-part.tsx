// The error of an event: a readable message and the server's details.
import type { LogPayload } from '@tessera/contract/audit-logs';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../kit/notice.tsx';
import classes from './details.module.css';
import { problemOf, useExplanation } from './explanation.ts';

export function ErrorPart({ error }: { error: NonNullable<LogPayload['error']> }) {
  const { t } = useTranslation();
  const explain = useExplanation();
  const { code, said } = problemOf(error);
  const explanation = code === undefined ? undefined : explain(code);
  return (
    <section className={classes.part}>
      <h2>{t('audit-logs.details.error')}</h2>
      <Notice severity="error">
        {explanation !== undefined && <p>{explanation}</p>}
        {said.map((text) => (
          <p key={text} className={classes.said} dir="auto">
            {text}
          </p>
        ))}
        {code !== undefined && (
          <p className={classes.code}>
            {t('audit-logs.details.error_code')}: <code dir="ltr">{code}</code>
          </p>
        )}
      </Notice>
    </section>
  );
}
