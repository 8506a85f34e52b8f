// How a request ended: the status that the endpoint answered with, or that there was none.
import type { HookRequest } from '@tessera/contract/hooks';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../kit/state-tag.tsx';
import { payloadOf } from './request-payload.ts';

export function RequestStatus({ request }: { request: HookRequest }) {
  const { t } = useTranslation();
  const { result, response } = payloadOf(request);
  const state = result === 'Success' ? 'success' : 'error';
  return <StateTag state={state}>{response?.statusCode ?? t('webhooks.log.failed')}</StateTag>;
}
