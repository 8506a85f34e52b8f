// How far an import has come, in numbers and as a bar.
import { Progress as Bar } from '@mantine/core';
import type { UserImport } from '@tessera/contract/user-imports';
import { useTranslation } from 'react-i18next';
import { isUnderWay } from './query.ts';
import classes from './user-import.module.css';

/** From 0 to 1, as a bar and in per cent. */
export function Share({ value, label }: { value: number; label: string }) {
  const { i18n } = useTranslation();
  return (
    <div className={classes.bar}>
      <Bar value={100 * value} size="md" aria-label={label} animated />
      <span>{new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(value)}</span>
    </div>
  );
}

export function Progress({ item }: { item: UserImport }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const { isDryRun, rowCount, createdCount, conflictCount, invalidCount, processedSize, size } = item;
  const counts = [
    ['rows', rowCount],
    [isDryRun ? 'can_be_created' : 'created', createdCount],
    ['conflicts', conflictCount],
    ['invalid', invalidCount],
  ] as const;
  return (
    <div className={classes.progress}>
      {isUnderWay(item) && <Share value={size === 0 ? 0 : processedSize / size} label={t('user-import.progress')} />}
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
