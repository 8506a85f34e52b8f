// Choosing events: the groups people think in, each with its events by their exact names.
import { Checkbox, Input } from '@mantine/core';
import { type HookEvent, type HookEventGroup, hookEventGroups, hookEvents } from '@tessera/contract/hook-events';
import { Fragment, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './webhooks.module.css';

type Props = {
  value: readonly HookEvent[];
  onChange: (events: HookEvent[]) => void;
  description?: string;
  error?: ReactNode;
};

/** Where there is no room for it, it goes on after a dot. */
function EventName({ event }: { event: HookEvent }) {
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
  // Always in the same order, so that choosing back and forth changes nothing.
  const set = (chosen: ReadonlySet<HookEvent>) => onChange(hookEvents.filter((event) => chosen.has(event)));
  const toggle = (events: readonly HookEvent[], wanted: boolean) => {
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
        {(Object.keys(hookEventGroups) as HookEventGroup[]).map((group) => {
          const events: readonly HookEvent[] = hookEventGroups[group];
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
                  // Where the form puts the focus when nothing is chosen.
                  {...(group === 'user' && index === 0 && { 'data-path': 'events' })}
                />
              ))}
            </div>
          );
        })}
      </div>
      {Boolean(error) && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </fieldset>
  );
}
