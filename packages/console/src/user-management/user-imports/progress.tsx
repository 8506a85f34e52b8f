// Progress of an import.
import { Progress as Bar } from '@mantine/core';
import type { UserImport } from '@tessera/contract/user-imports';
import { useTranslation } from 'react-i18next';
import { isUnderWay } from './query.ts';
import classes from './user-imports.module.css';

/** A progress bar with a percentage, from 0 to 1. */
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
  const { isDryRun, onConflict, rowCount, createdCount, updatedCount, conflictCount, invalidCount } = item;
  const { processedSize, size } = item;
  const isUpdate = onConflict === 'update';
  const counts = isDryRun
    ? ([
        ['rows', rowCount],
        ['can_be_created', createdCount],
        ['already_exist', updatedCount],
        // If existing users are not updated, they are conflicts as well.
        ['conflicts', isUpdate ? conflictCount : conflictCount - updatedCount],
        ['invalid', invalidCount],
      ] as const)
    : ([
        ['rows', rowCount],
        ['created', createdCount],
        ...(isUpdate ? ([['updated', updatedCount]] as const) : []),
        [isUpdate ? 'conflicts' : 'already_exist', conflictCount],
        ['invalid', invalidCount],
      ] as const);
  return (
    <div className={classes.progress}>
      {isUnderWay(item) && <Share value={size === 0 ? 0 : processedSize / size} label={t('user-imports.progress')} />}
      <dl className={classes.counts}>
        {counts.map(([name, count]) => (
          <div key={name} data-kind={name} data-some={count > 0 || undefined}>
            <dt>{t(`user-imports.${name}`)}</dt>
            <dd>{number.format(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
