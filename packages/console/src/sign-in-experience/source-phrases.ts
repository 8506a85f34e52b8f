// The texts that a tenant can replace, as they are without that: in their language where we speak it, else in English.
import { queryOptions } from '@tanstack/react-query';
import { type PhraseList, phraseList } from './phrase-tree.ts';

const english = async () => (await import('@tessera/phrases/en/sign-in.json')).default;
const spoken: Readonly<Record<string, () => Promise<object>>> = {
  ar: async () => (await import('@tessera/phrases/ar/sign-in.json')).default,
  de: async () => (await import('@tessera/phrases/de/sign-in.json')).default,
};

export const sourcePhrasesQuery = (tag: string) =>
  queryOptions({
    queryKey: ['source-phrases', tag] as const,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<PhraseList> => {
      const own = await spoken[tag]?.();
      return { ...phraseList(await english()), ...(own && phraseList(own as Parameters<typeof phraseList>[0])) };
    },
  });
