// Default texts of the phrases a tenant can override: in the given language if it is built in, otherwise in English.
import { queryOptions } from '@tanstack/react-query';
import { type PhraseList, phraseList } from './phrase-tree.ts';

type Texts = Parameters<typeof phraseList>[0];
const together = async (signIn: Promise<{ default: object }>, account: Promise<{ default: object }>): Promise<Texts> =>
  ({ ...(await signIn).default, account: (await account).default }) as Texts;

const english = () => together(import('@tessera/phrases/en/sign-in.json'), import('@tessera/phrases/en/account.json'));
const spoken: Readonly<Record<string, () => Promise<Texts>>> = {
  ar: () => together(import('@tessera/phrases/ar/sign-in.json'), import('@tessera/phrases/ar/account.json')),
  de: () => together(import('@tessera/phrases/de/sign-in.json'), import('@tessera/phrases/de/account.json')),
};

export const sourcePhrasesQuery = (tag: string) =>
  queryOptions({
    queryKey: ['source-phrases', tag] as const,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<PhraseList> => {
      const own = await spoken[tag]?.();
      return { ...phraseList(await english()), ...(own && phraseList(own)) };
    },
  });
