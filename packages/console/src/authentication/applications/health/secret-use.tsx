// When a secret was used last, and when it expires.
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../kit/date-text.tsx';
import { Expiry } from '../../../kit/expiry.tsx';
import { StateTag } from '../../../kit/state-tag.tsx';
import type { SecretHealth } from './query.ts';

export function LastUse({ secret: { lastUsedAt, recordedSince, createdAt } }: { secret: SecretHealth }) {
  const { t, i18n } = useTranslation();
  if (lastUsedAt !== null) return <DateText value={lastUsedAt} />;
  if (recordedSince <= createdAt) return t('application-health.secrets.never');
  // Uses before were not recorded.
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(recordedSince);
  return t('application-health.secrets.not_since', { date });
}

/** A near expiry asks for attention. */
export function SecretExpiry({
  value,
  issues = [],
}: {
  value: number | null;
  issues?: SecretHealth['issues'] | undefined;
}) {
  if (value === null || !issues.includes('expiring')) return <Expiry value={value} />;
  return (
    <StateTag state="warning">
      <DateText value={value} />
    </StateTag>
  );
}
