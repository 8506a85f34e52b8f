// The title of a log entry: its own phrase, or one composed from the parts of its key. Unknown keys are shown as they
// are.
import { type ChangeKey, isChangeKey, operationOf } from '@tessera/contract/audit-log-keys';
import type { LogPayload } from '@tessera/contract/audit-logs';
import { useTranslation } from 'react-i18next';

/** The phrase with this name, if it exists. */
export type Say = (name: string, values?: Record<string, string>) => string | undefined;

const patterns: Record<string, string> = { Verification: 'verification', BindMfa: 'bind' };
type Result = LogPayload['result'];
const webhook = 'TriggerHook.';

const stepOf = (say: Say, parts: string[]): string | undefined => {
  const [kind = '', method = '', part = ''] = parts;
  const name = say(`methods.${method}`);
  const whole = say(`steps.${parts.join('_')}`);
  return whole ?? (name && say(`patterns.${patterns[kind]}_${part.toLowerCase()}`, { method: name }));
};

const toWords = (name: string) => name.replaceAll('-', ' ');

const changeTitle = (say: Say, key: ChangeKey): string => {
  const [entity = '', action = ''] = operationOf(key).split('.');
  const words = {
    entity: say(`entities.${entity}`) ?? toWords(entity),
    action: say(`actions.${action}`) ?? toWords(action),
  };
  return say('patterns.change', words) ?? key;
};

/** `result`: some events have another title if they failed. */
export const titleOf = (say: Say, key: string, result?: Result): string => {
  if (isChangeKey(key)) return changeTitle(say, key);
  if (key.startsWith(webhook)) return say('patterns.webhook', { event: key.slice(webhook.length) }) ?? key;
  const [, event = '', ...parts] = key.split('.');
  const [eventName, step] = [say(`events.${event}`), stepOf(say, parts)];
  const composed = eventName && step && say('patterns.step', { event: eventName, step });
  const name = key.replaceAll('.', '_');
  const failed = result === 'Error' ? say(`failures.${name}`) : undefined;
  return failed ?? say(`titles.${name}`) ?? composed ?? key;
};

export function useSay(): Say {
  const { t, i18n } = useTranslation();
  return (name, values = {}) => {
    const key = `audit-logs.${name}`;
    // The names come from server keys, so check that the phrase exists.
    return i18n.exists(key) ? String(t(key as never, values as never)) : undefined;
  };
}

export function useLogTitle() {
  const say = useSay();
  return (key: string, result?: Result) => titleOf(say, key, result);
}
