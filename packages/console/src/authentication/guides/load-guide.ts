// Loads a compiled guide.
import { queryOptions } from '@tanstack/react-query';
import type { Guide } from './guide.ts';
import type { GuideId } from './registry.ts';

const files = import.meta.glob<{ default: Guide }>('./content/*.md');

export const guideQuery = (id: GuideId) =>
  queryOptions({
    queryKey: ['guide', id],
    queryFn: async () => {
      const load = files[`./content/${id}.md`];
      if (!load) throw new Error(`There is no guide ${id}.`);
      return (await load()).default;
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { panel: true },
  });
