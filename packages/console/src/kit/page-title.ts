// The document title: page, then product. A closed overlay restores the title of the page below.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

export function usePageTitle(page: string) {
  const { t } = useTranslation();
  const title = `${page} - ${t('general.product')}`;
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
