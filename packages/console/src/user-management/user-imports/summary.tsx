// The result of an import in one sentence.
import type { UserImport } from '@tessera/contract/user-imports';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice, type Severity } from '../../kit/notice.tsx';

/** Why a file is unreadable, and where. */
function Failure({ problem }: { problem: NonNullable<UserImport['problem']> }) {
  const { t, i18n } = useTranslation();
  const { message, details, rowNumber, column } = problem;
  const row = new Intl.NumberFormat(i18n.language, { useGrouping: false }).format(rowNumber ?? 0);
  return (
    <>
      {message} {rowNumber === null && details && <code dir="auto">{details}</code>}
      {rowNumber !== null && column === null && t('user-imports.at_row', { row })}
      {rowNumber !== null && column !== null && t('user-imports.at_column', { row, column: `\u2068${column}\u2069` })}
    </>
  );
}

export function Summary({ item }: { item: UserImport }) {
  const { t, i18n } = useTranslation();
  const { status, createdCount, updatedCount, conflictCount, invalidCount, problem } = item;
  const number = new Intl.NumberFormat(i18n.language);
  const count = createdCount + updatedCount;
  const created = { count: createdCount, formatted: number.format(createdCount) };
  const both = { created: number.format(createdCount), updated: number.format(updatedCount) };
  const say = (severity: Severity, text: ReactNode) => (
    <Notice severity={severity} urgent={severity === 'error'}>
      {text}
    </Notice>
  );
  switch (status) {
    case 'failed':
      return say('error', problem && <Failure problem={problem} />);
    case 'cancelled':
      return say(
        'warning',
        item.isDryRun || count === 0
          ? t('user-imports.cancelled_nobody')
          : t('user-imports.cancelled_text', { count, formatted: number.format(count) }),
      );
    case 'finished':
      return say(
        'success',
        updatedCount > 0 ? t('user-imports.finished_both', both) : t('user-imports.finished_text', created),
      );
    case 'checked': {
      if (count === 0) return say('error', t('user-imports.nobody_text'));
      const text = updatedCount > 0 ? t('user-imports.checked_both', both) : t('user-imports.checked_text', created);
      return say('info', conflictCount + invalidCount > 0 ? `${text} ${t('user-imports.skipped')}` : text);
    }
    case 'importing':
      return say('info', t('user-imports.importing_text'));
    default:
      return say('info', t('user-imports.checking_text'));
  }
}
