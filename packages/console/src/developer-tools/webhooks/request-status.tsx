// Result of a request: the HTTP status, or that there was no response.
import type { WebhookRequest } from '@tessera/contract/webhooks';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../kit/state-tag.tsx';
import { payloadOf } from './request-payload.ts';

export function RequestStatus({ request }: { request: WebhookRequest }) {
  const { t } = useTranslation();
  const { result, response, attempts = 0 } = payloadOf(request);
  if (result === 'Pending') {
    return <StateTag state="warning">{t(attempts > 0 ? 'webhooks.log.retrying' : 'webhooks.log.pending')}</StateTag>;
  }
  const state = result === 'Success' ? 'success' : 'error';
  return <StateTag state={state}>{response?.statusCode ?? t('webhooks.log.failed')}</StateTag>;
}
