// The title of the browser's tab: the page, then the product. What stood over another page gives it its title back.
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
