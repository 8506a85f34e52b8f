// The redirect URIs of an application and how often each was used, most used first.
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './aside.module.css';
import type { UsedUri } from './query.ts';

const mostShown = 5;

export function UsedUris({ uris }: { uris: readonly UsedUri[] }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <div className={classes.part}>
      <h3 className={classes.title}>{t('application-health.aside.uris')}</h3>
      <ul className={classes.list}>
        {uris.slice(0, mostShown).map(({ uri, count }) => (
          <li key={uri} className={classes.row}>
            <span className={classes.mark} data-used={count > 0 || undefined} aria-hidden="true">
              {count > 0 ? <IconCheck size={12} stroke={3} /> : <IconMinus size={12} stroke={3} />}
            </span>
            <bdi className={classes.uri} dir="ltr" title={uri}>
              {uri.replace(/^https?:\/\//, '')}
            </bdi>
            <span className={classes.note}>
              {count > 0 ? number.format(count) : t('application-health.aside.unused')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
