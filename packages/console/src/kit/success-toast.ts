// Says that something has been done.
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';

export function useSuccessToast() {
  const { t } = useTranslation();
  return (message: string) =>
    notifications.show({ color: 'teal', message, closeButtonProps: { 'aria-label': t('general.close') } });
}
