// Options of the filters: events in groups, each with an entry for the whole group, and entity types.
import { changeKeyOf, logKeys } from '@tessera/contract/audit-log-keys';
import { useTranslation } from 'react-i18next';
import { useLogTitle } from './log-title.ts';

const families = [
  { name: 'sign_in', family: 'Interaction.SignIn' },
  { name: 'register', family: 'Interaction.Register' },
  { name: 'forgot_password', family: 'Interaction.ForgotPassword' },
  { name: 'tokens', family: 'ExchangeTokenBy' },
] as const;

const isBelow = (key: string, family: string) => key.startsWith(`${family}.`);
const others = logKeys.filter((key) => !families.some(({ family }) => isBelow(key, family)));

export function useEventOptions() {
  const { t } = useTranslation();
  const title = useLogTitle();
  const items = (keys: readonly string[]) => keys.map((key) => ({ value: key, label: title(key) }));
  const groups = families.map(({ name, family }) => {
    const group = t(`audit-logs.groups.${name}`);
    const all = { value: family, label: t('audit-logs.filters.family', { name: group }) };
    return { group, items: [all, ...items(logKeys.filter((key) => isBelow(key, family)))] };
  });
  return [...groups, { group: t('audit-logs.groups.other'), items: items(others) }];
}

export function useEntityOptions() {
  const { t, i18n } = useTranslation();
  const names = t('audit-logs.entities', { returnObjects: true });
  return Object.entries(names)
    .map(([entity, label]) => ({ value: changeKeyOf(entity), label }))
    .sort((one, other) => one.label.localeCompare(other.label, i18n.language));
}

/** Titles of groups of events and of entity types, by key. */
export function useFamilyTitles(): Map<string, string> {
  const { t } = useTranslation();
  const groups = families.map(({ name, family }): [string, string] => [family, t(`audit-logs.groups.${name}`)]);
  return new Map([...groups, ...useEntityOptions().map(({ value, label }): [string, string] => [value, label])]);
}
