// An entry exactly as the server keeps it, to read and to copy.
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../kit/copy-button.tsx';
import classes from './details.module.css';

export function RawJson({ value }: { value: unknown }) {
  const { t } = useTranslation();
  const text = JSON.stringify(value, null, 2);
  return (
    <div className={classes.raw}>
      <div className={classes.rawHead}>
        <h2>{t('audit-logs.details.raw')}</h2>
        <CopyButton value={text} label={t('audit-logs.details.raw_name')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and not everybody has a wheel */}
      <section tabIndex={0} aria-label={t('audit-logs.details.raw')}>
        <pre dir="ltr">{text}</pre>
      </section>
    </div>
  );
}
