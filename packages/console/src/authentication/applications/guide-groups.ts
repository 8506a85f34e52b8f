// Groups the chooser's cards by category, or lists all with the words of a search.
import type { GuideTarget } from '../guides/registry.ts';

export type Category = 'featured' | 'Other' | 'Protected' | 'SAML' | 'ThirdParty' | GuideTarget;
export const categories = [
  'featured',
  'Traditional',
  'SPA',
  'Native',
  'Protected',
  'MachineToMachine',
  'Other',
  'SAML',
  'ThirdParty',
] as const satisfies Category[];

type Guide = {
  name: string;
  target: GuideTarget | 'Protected' | 'SAML';
  isFeatured: boolean;
  isGeneral?: boolean;
  isThirdParty?: boolean;
};
export type Group<G> = {
  /** Missing when a keyword merges all into one list. */
  category?: Category;
  guides: G[];
};

const belongs = ({ isFeatured, isGeneral = false, isThirdParty = false, target }: Guide, category: Category) => {
  if (category === 'featured') return isFeatured;
  if (isGeneral) return category === 'Other';
  // Technically a traditional web application, but listed in its own category.
  return isThirdParty ? category === 'ThirdParty' : target === category;
};

/** The guides with all words in their name or description; names come first. */
const found = <G extends Guide>(guides: readonly G[], words: readonly string[], textOf: (guide: G) => string): G[] => {
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const isNamed = ({ name }: G) => hasAll(name);
  return [
    ...guides.filter(isNamed),
    ...guides.filter((guide) => !isNamed(guide) && hasAll(`${guide.name} ${textOf(guide)}`)),
  ];
};

/** No category selected means all. Featured guides also appear in their own category. `textOf`: the description. */
export function guideGroups<G extends Guide>(
  guides: readonly G[],
  keyword: string,
  ticked: readonly Category[],
  textOf: (guide: G) => string = () => '',
): Group<G>[] {
  const wanted = ticked.length === 0 ? categories : categories.filter((category) => ticked.includes(category));
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0) {
    const chosen = guides.filter((guide) => wanted.some((category) => belongs(guide, category)));
    const matches = found(chosen, words, textOf);
    return matches.length === 0 ? [] : [{ guides: matches }];
  }
  return wanted
    .map((category) => ({ category, guides: guides.filter((guide) => belongs(guide, category)) }))
    .filter((group) => group.guides.length > 0);
}
