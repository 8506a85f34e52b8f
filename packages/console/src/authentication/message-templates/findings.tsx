// Unknown variables: where they are, and a variable with a similar name.
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './message-templates.module.css';
import type { Finding } from './template-values.ts';

type Props = {
  id: string;
  findings: readonly Finding[];
  onFix: (finding: Finding) => void;
  onShow: (finding: Finding) => void;
};

/** Fixing one reveals the next. */
const most = 5;
/** Isolates names inside text of either direction. */
const ltr = (text: string) => `\u2066${text}\u2069`;

export function Findings({ id, findings, onFix, onShow }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={classes.findings} id={id} aria-live="polite">
      {findings.slice(0, most).map((finding) => {
        const { field, line, from, name, suggestion } = finding;
        const place =
          field === 'content' ? t('message-templates.line', { line }) : `${t(`message-templates.fields.${field}`)}:`;
        return (
          <li key={`${field}-${from}`}>
            <IconAlertCircle size={16} aria-hidden="true" />
            <span>
              <button type="button" className={classes.place} onClick={() => onShow(finding)}>
                {place}
              </button>{' '}
              {t('message-templates.unknown', { name: ltr(name) })}{' '}
              {suggestion && (
                <button type="button" className={classes.fix} onClick={() => onFix(finding)}>
                  {t('message-templates.change_to', { name: ltr(suggestion) })}
                </button>
              )}
            </span>
          </li>
        );
      })}
      {findings.length > most && <li>{t('message-templates.more_unknown', { number: findings.length - most })}</li>}
    </ul>
  );
}
