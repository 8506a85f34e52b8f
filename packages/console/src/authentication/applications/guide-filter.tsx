// Filters guides by words and category.
import { Checkbox, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { categoryName } from './category-name.ts';
import classes from './guide-filter.module.css';
import { categories as allCategories, type Category } from './guide-groups.ts';

type Props = {
  keyword: string;
  onKeyword: (keyword: string) => void;
  categories: readonly Category[];
  onCategories: (categories: readonly Category[]) => void;
};

// "Other" is not a category that users search for.
const filters = allCategories.filter((category) => category !== 'Other');

export function GuideFilter({ keyword, onKeyword, categories, onCategories }: Props) {
  const { t } = useTranslation();
  const toggle = (category: Category, ticked: boolean) =>
    onCategories(ticked ? [...categories, category] : categories.filter((one) => one !== category));
  return (
    <search className={classes.filter}>
      <TextInput
        aria-label={t('applications.create.search')}
        placeholder={t('applications.create.search')}
        leftSection={<IconSearch size={16} />}
        value={keyword}
        onChange={(event) => onKeyword(event.currentTarget.value)}
        data-autofocus
      />
      <fieldset className={classes.categories}>
        <legend className={classes.legend}>{t('applications.create.categories')}</legend>
        {filters.map((category) => (
          <Checkbox
            key={category}
            label={categoryName(category, t)}
            checked={categories.includes(category)}
            onChange={(event) => toggle(category, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
    </search>
  );
}
