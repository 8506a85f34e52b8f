// Groups the chooser's cards by category, or lists all that match a keyword.
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

/** No category selected means all. Featured guides also appear in their own category. */
export function guideGroups<G extends Guide>(
  guides: readonly G[],
  keyword: string,
  ticked: readonly Category[],
): Group<G>[] {
  const wanted = ticked.length === 0 ? categories : categories.filter((category) => ticked.includes(category));
  const text = keyword.trim().toLowerCase();
  if (text !== '') {
    const found = guides.filter(
      (guide) => guide.name.toLowerCase().includes(text) && wanted.some((category) => belongs(guide, category)),
    );
    return found.length === 0 ? [] : [{ guides: found }];
  }
  return wanted
    .map((category) => ({ category, guides: guides.filter((guide) => belongs(guide, category)) }))
    .filter((group) => group.guides.length > 0);
}
