// Event picker, grouped, with exact event names.
import { Checkbox, Input } from '@mantine/core';
import {
  type WebhookEvent,
  type WebhookEventGroup,
  webhookEventGroups,
  webhookEvents,
} from '@tessera/contract/webhook-events';
import { Fragment, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Samples } from './samples.tsx';
import classes from './webhooks.module.css';

type Props = {
  value: readonly WebhookEvent[];
  onChange: (events: WebhookEvent[]) => void;
  description?: string;
  error?: ReactNode;
};

/** Allows a line break after each dot. */
function EventName({ event }: { event: WebhookEvent }) {
  const [first, ...others] = event.split('.');
  return (
    <bdi dir="ltr">
      {first}
      {others.map((part) => (
        <Fragment key={part}>
          .<wbr />
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}

export function EventsField({ value, onChange, description, error }: Props) {
  const { t } = useTranslation();
  const id = useId();
  // Keep a fixed order, so that toggling back and forth leaves no change.
  const set = (chosen: ReadonlySet<WebhookEvent>) => onChange(webhookEvents.filter((event) => chosen.has(event)));
  const toggle = (events: readonly WebhookEvent[], wanted: boolean) => {
    const chosen = new Set(value);
    for (const event of events) if (wanted) chosen.add(event);
    for (const event of events) if (!wanted) chosen.delete(event);
    set(chosen);
  };
  return (
    <fieldset className={classes.eventsField} aria-describedby={`${id}-about ${id}-error`}>
      <legend className={classes.legend}>
        {t('webhooks.events')}
        <span className={classes.asterisk} aria-hidden="true">
          {' *'}
        </span>
      </legend>
      {description !== undefined && <Input.Description id={`${id}-about`}>{description}</Input.Description>}
      <div className={classes.groups}>
        {(Object.keys(webhookEventGroups) as WebhookEventGroup[]).map((group) => {
          const events: readonly WebhookEvent[] = webhookEventGroups[group];
          const chosen = events.filter((event) => value.includes(event)).length;
          return (
            <div key={group} className={classes.group}>
              <Checkbox
                label={t(`webhooks.groups.${group}`)}
                checked={chosen === events.length}
                indeterminate={chosen > 0 && chosen < events.length}
                onChange={({ currentTarget: { checked } }) => toggle(events, checked)}
                classNames={{ label: classes.groupName ?? '' }}
              />
              {events.map((event, index) => (
                <Checkbox
                  key={event}
                  className={classes.event ?? ''}
                  label={<EventName event={event} />}
                  checked={value.includes(event)}
                  onChange={({ currentTarget: { checked } }) => toggle([event], checked)}
                  // The form focuses this when no event is selected.
                  {...(group === 'user' && index === 0 && { 'data-path': 'events' })}
                />
              ))}
            </div>
          );
        })}
      </div>
      <Samples events={value} />
      {Boolean(error) && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </fieldset>
  );
}
