// Sample payloads of the chosen events.
import { Select } from '@mantine/core';
import type { WebhookEvent } from '@tessera/contract/webhook-events';
import { samplePayload } from '@tessera/contract/webhook-samples';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../kit/copy-button.tsx';
import classes from './webhooks.module.css';

/** The current day, so that a rerender changes nothing. */
const today = () => Math.floor(Date.now() / 86_400_000) * 86_400_000;

export function Samples({ events }: { events: readonly WebhookEvent[] }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  const event = events.find((one) => one === chosen) ?? events[0];
  if (event === undefined) return null;
  const text = JSON.stringify(samplePayload('webhook-id', event, today()), null, 2);
  return (
    <details className={classes.raw}>
      <summary>{t('webhooks.sample.title')}</summary>
      <div className={classes.tools}>
        <Select
          aria-label={t('webhooks.sample.event')}
          data={[...events]}
          value={event}
          allowDeselect={false}
          onChange={setChosen}
        />
        <CopyButton value={text} label={t('webhooks.sample.title')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
      <section className={classes.code} dir="ltr" tabIndex={0} aria-label={t('webhooks.sample.title')}>
        <pre>{text}</pre>
      </section>
    </details>
  );
}
