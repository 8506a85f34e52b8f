// The raw log entry, copyable.
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../kit/copy-button.tsx';
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
      <section tabIndex={0} aria-label={t('audit-logs.details.raw')}>
        <pre dir="ltr">{text}</pre>
      </section>
    </div>
  );
}
