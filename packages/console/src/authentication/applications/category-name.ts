// The display name of an application category.
import type { TFunction } from 'i18next';
import type { Category } from './guide-groups.ts';

export const categoryName = (category: Category, t: TFunction): string => {
  if (category === 'featured') return t('applications.create.featured');
  if (category === 'ThirdParty') return t('applications.create.third_party');
  if (category === 'Other') return t('applications.create.other');
  return t(`applications.types.${category}`);
};
