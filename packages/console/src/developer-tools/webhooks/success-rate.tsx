// Success rate of the last 24 hours, colored by severity.
import type { WebhookWithStats } from '@tessera/contract/webhooks';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../kit/state-tag.tsx';
import { Tag } from '../../kit/tag.tsx';

const stateOf = (rate: number) => {
  if (rate < 0.9) return 'error';
  return rate < 0.99 ? 'warning' : 'success';
};

type Props = { hook: Pick<WebhookWithStats, 'enabled' | 'executionStats'> };

export function SuccessRate({ hook: { enabled, executionStats } }: Props) {
  const { t, i18n } = useTranslation();
  if (!enabled) return <Tag>{t('webhooks.not_in_use')}</Tag>;
  const { requestCount = 0, successCount = 0 } = executionStats ?? {};
  if (requestCount === 0) return <span>{t('webhooks.none')}</span>;
  const rate = successCount / requestCount;
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return <StateTag state={stateOf(rate)}>{percent.format(rate)}</StateTag>;
}
