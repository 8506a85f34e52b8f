// The cards as the chooser shows them: by category, or all that match what somebody typed.
import type { GuideTarget } from '../guides/registry.ts';

export type Category = 'featured' | 'Other' | 'ThirdParty' | GuideTarget;
export const categories = [
  'featured',
  'Traditional',
  'SPA',
  'Native',
  'MachineToMachine',
  'Other',
  'ThirdParty',
] as const satisfies Category[];

type Guide = { name: string; target: GuideTarget; isFeatured: boolean; isGeneral?: boolean; isThirdParty?: boolean };
export type Group<G> = {
  /** None where a keyword makes one list of all. */
  category?: Category;
  guides: G[];
};

const belongs = ({ isFeatured, isGeneral = false, isThirdParty = false, target }: Guide, category: Category) => {
  if (category === 'featured') return isFeatured;
  if (isGeneral) return category === 'Other';
  // By type it is an ordinary web application, but nobody looks for it there.
  return isThirdParty ? category === 'ThirdParty' : target === category;
};

/** No category ticked means all of them. What is popular stands in its own category as well. */
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
