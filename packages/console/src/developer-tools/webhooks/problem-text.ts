// Why a request failed, in the reader's language.
import type { DeliveryProblem } from '@tessera/contract/webhooks';
import { useTranslation } from 'react-i18next';

const texts = {
  unsuccessful_status: 'webhooks.problems.unsuccessful_status',
  timeout: 'webhooks.problems.timeout',
  network: 'webhooks.problems.network',
  forbidden_address: 'webhooks.problems.forbidden_address',
  unsupported_url: 'webhooks.problems.unsupported_url',
  unsupported_request: 'webhooks.problems.unsupported_request',
  disabled: 'webhooks.problems.disabled',
  outdated: 'webhooks.problems.outdated',
} as const satisfies Record<DeliveryProblem, string>;

export function useProblemText() {
  const { t } = useTranslation();
  return (problem: string): string => (Object.hasOwn(texts, problem) ? t(texts[problem as DeliveryProblem]) : problem);
}
