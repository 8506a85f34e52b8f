// A palette entry and its search.
import type { TablerIcon } from '@tabler/icons-react';

export type Entry = {
  id: string;
  label: string;
  description?: string;
  icon: TablerIcon;
  /** Additional search terms. */
  words?: string;
  /** One of many similar entries: only shown when the query is a prefix of one of its words. */
  rare?: boolean;
  run: () => void;
};

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const minRare = 2;

/** Entries whose label is the query first, then those whose label begins with it. */
export function exactFirst<E extends Pick<Entry, 'label'>>(entries: readonly E[], query: string): E[] {
  const wanted = plain(query.trim());
  const rank = ({ label }: E) => {
    const text = plain(label);
    return text === wanted ? 0 : text.startsWith(wanted) ? 1 : 2;
  };
  return entries.toSorted((one, other) => rank(one) - rank(other));
}

/** Every typed word must occur in the entry. */
export function matching(entries: readonly Entry[], query: string): Entry[] {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return entries.filter(({ rare }) => !rare);
  return entries.filter(({ label, words = '', rare = false }) => {
    const text = plain(`${label} ${words}`);
    if (!rare) return wanted.every((word) => text.includes(word));
    const parts = text.split(/[^\p{L}\p{N}]+/u);
    return wanted.every((word) => word.length >= minRare && parts.some((part) => part.startsWith(word)));
  });
}
