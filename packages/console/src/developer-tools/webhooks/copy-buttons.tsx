// Copies a request as a curl command or as JSON. Masked headers have to be filled in.
import { Button, CopyButton } from '@mantine/core';
import { IconCopy, IconTerminal2 } from '@tabler/icons-react';
import type { WebhookRequest } from '@tessera/contract/webhooks';
import { useTranslation } from 'react-i18next';
import { curlOf } from './curl.ts';
import { payloadOf, readable } from './request-payload.ts';

export function CopyButtons({ url, request }: { url: string; request: WebhookRequest }) {
  const { t } = useTranslation();
  const { webhookRequest, attemptLog = [] } = payloadOf(request);
  const headers = attemptLog.at(-1)?.requestHeaders ?? { 'content-type': 'application/json' };
  const body = JSON.stringify(webhookRequest?.body ?? {});
  const texts = [
    { key: 'curl', Icon: IconTerminal2, label: t('webhooks.request.copy_curl'), value: curlOf(url, headers, body) },
    { key: 'json', Icon: IconCopy, label: t('webhooks.request.copy_json'), value: readable(body) },
  ];
  return texts.map(({ key, Icon, label, value }) => (
    <CopyButton key={key} value={value}>
      {({ copied, copy }) => (
        <Button variant="default" leftSection={<Icon size={14} />} onClick={copy}>
          {copied ? t('general.copied') : label}
        </Button>
      )}
    </CopyButton>
  ));
}
