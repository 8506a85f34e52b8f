// What went wrong, in words, with what the server said about it.
import type { LogPayload } from '@tessera/contract/logs';
import { useTranslation } from 'react-i18next';
import { Notice } from '../kit/notice.tsx';
import classes from './details.module.css';
import { useSay } from './log-title.ts';

type Problem = { code: string | undefined; said: string[] };

const problemOf = (error: NonNullable<LogPayload['error']>): Problem => {
  if (typeof error === 'string') return { code: undefined, said: [error] };
  const texts = [error.message, error.description, error.detail, error.reason];
  const code = error.code ?? error.error;
  return {
    code: typeof code === 'string' ? code : undefined,
    said: [...new Set(texts.filter((text): text is string => typeof text === 'string' && text !== ''))],
  };
};

function useExplanation() {
  const say = useSay();
  const { t, i18n } = useTranslation(['console', 'errors']);
  return (code: string): string | undefined => {
    const own = /^\w+$/.test(code) ? say(`explanations.${code}`) : undefined;
    if (own !== undefined || !i18n.exists(code, { ns: 'errors' })) return own;
    const text: unknown = t(code as never, { ns: 'errors' } as never);
    return typeof text === 'string' ? text : undefined;
  };
}

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
