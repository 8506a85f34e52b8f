// How far an import has come, in numbers and as a bar.
import { Progress as Bar } from '@mantine/core';
import type { UserImport } from '@tessera/contract/user-imports';
import { useTranslation } from 'react-i18next';
import { isUnderWay } from './query.ts';
import classes from './user-import.module.css';

export function Progress({ item }: { item: UserImport }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const { isDryRun, rowCount, createdCount, conflictCount, invalidCount, processedSize, size } = item;
  const percent = size === 0 ? 0 : (100 * processedSize) / size;
  const counts = [
    ['rows', rowCount],
    [isDryRun ? 'can_be_created' : 'created', createdCount],
    ['conflicts', conflictCount],
    ['invalid', invalidCount],
  ] as const;
  return (
    <div className={classes.progress}>
      {isUnderWay(item) && (
        <div className={classes.bar}>
          <Bar value={percent} size="md" aria-label={t('user-import.progress')} animated />
          <span>{new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(percent / 100)}</span>
        </div>
      )}
      <dl className={classes.counts}>
        {counts.map(([name, count]) => (
          <div key={name} data-kind={name} data-some={count > 0 || undefined}>
            <dt>{t(`user-import.${name}`)}</dt>
            <dd>{number.format(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
