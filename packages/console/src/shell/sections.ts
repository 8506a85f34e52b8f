// The sidebar as data: groups of pages. The first one that exists in this edition is where the console opens.
import { IconApps, type TablerIcon } from '@tabler/icons-react';
import type { Edition } from '../app/settings.ts';

const sections = [
  {
    key: 'authentication',
    items: [{ key: 'applications', to: '/applications', icon: IconApps, editions: ['oss'] }],
  },
] as const satisfies readonly {
  key: string;
  items: readonly { key: string; to: string; icon: TablerIcon; editions: readonly Edition[] }[];
}[];

export const sectionsOf = (edition: Edition) =>
  sections
    .map(({ key, items }) => ({
      key,
      items: items.filter(({ editions }) => editions.some((one: Edition) => one === edition)),
    }))
    .filter(({ items }) => items.length > 0);

export const firstPageOf = (edition: Edition) => sectionsOf(edition)[0]?.items[0]?.to;
