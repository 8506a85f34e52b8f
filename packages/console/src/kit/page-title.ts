// The title of the browser's tab: the page, then the product.
import { useDocumentTitle } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';

export function usePageTitle(title: string) {
  const { t } = useTranslation();
  useDocumentTitle(`${title} - ${t('general.product')}`);
}
