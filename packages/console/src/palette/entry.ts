// One line of the palette, and whether it is meant by what somebody typed.
import type { TablerIcon } from '@tabler/icons-react';

export type Entry = {
  id: string;
  label: string;
  description?: string;
  icon: TablerIcon;
  /** Found by these words as well. */
  words?: string;
  /** One of many of its kind: only shown to somebody who looks for it. */
  rare?: boolean;
  run: () => void;
};

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Every word that was typed is in the entry somewhere. */
export function matching(entries: readonly Entry[], query: string): Entry[] {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return entries.filter(({ rare }) => !rare);
  return entries.filter(({ label, words = '' }) => {
    const text = plain(`${label} ${words}`);
    return wanted.every((word) => text.includes(word));
  });
}
