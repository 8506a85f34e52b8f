// Form values of the email blocklist, their validation and the request body.
import type { TFunction } from 'i18next';
import { withoutGaps } from '../../kit/required-text.ts';
import type { Experience } from '../sign-in-experience/query.ts';

export type BlocklistValues = {
  /** Cloud only. */
  blockDisposableAddresses: boolean;
  blockSubaddressing: boolean;
  customBlocklist: string[];
  /** Typed but not added yet; included when saving. */
  typedEntry: string;
};

export const maxEntries = 1000;
/** An email address, or a domain with a leading @. */
const entryPattern = /^[^\s@]*@[^\s@]+\.[^\s@]+$/;
const maxEntryLength = 256;

export const blocklistValuesOf = ({ emailBlocklistPolicy }: Experience): BlocklistValues => ({
  blockDisposableAddresses: emailBlocklistPolicy.blockDisposableAddresses ?? false,
  blockSubaddressing: emailBlocklistPolicy.blockSubaddressing ?? false,
  customBlocklist: emailBlocklistPolicy.customBlocklist ?? [],
  typedEntry: '',
});

export const checkEntry = (entry: string, known: readonly string[], t: TFunction): string | undefined => {
  if (!entryPattern.test(entry) || entry.length > maxEntryLength) return t('security.blocklist.entry_rule');
  if (known.some((other) => other.toLowerCase() === entry.toLowerCase())) return t('fields.duplicate');
  return known.length >= maxEntries ? t('security.blocklist.too_many', { max: maxEntries }) : undefined;
};

export const checkBlocklist = ({ typedEntry, customBlocklist }: BlocklistValues, t: TFunction) => {
  const typed = typedEntry.trim();
  return withoutGaps({ typedEntry: typed === '' ? undefined : checkEntry(typed, customBlocklist, t) });
};

export const blocklistOf = (values: BlocklistValues) => {
  const typed = values.typedEntry.trim().toLowerCase();
  return {
    ...(values.blockDisposableAddresses && { blockDisposableAddresses: true }),
    blockSubaddressing: values.blockSubaddressing,
    customBlocklist: [...new Set([...values.customBlocklist, ...(typed === '' ? [] : [typed])])],
  };
};
