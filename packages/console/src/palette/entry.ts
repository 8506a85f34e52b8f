// One line of the palette, and whether it is meant by what somebody typed.
import type { TablerIcon } from '@tabler/icons-react';

export type Entry = {
  id: string;
  label: string;
  description?: string;
  icon: TablerIcon;
  /** Found by these words as well. */
  words?: string;
  /** One of many of its kind: only shown to somebody who types how one of its words begins. */
  rare?: boolean;
  run: () => void;
};

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const minRare = 2;

/** Every word that was typed is in the entry somewhere. */
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
