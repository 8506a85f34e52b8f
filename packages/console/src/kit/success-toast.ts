// Shows a success toast. Repeating a toast replaces the previous one.
import { notifications, notificationsStore } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';

export function useSuccessToast() {
  const { t } = useTranslation();
  return (message: string) => {
    for (const { id, message: shown } of notificationsStore.getState().notifications) {
      if (id && shown === message) notifications.hide(id);
    }
    notifications.show({ color: 'teal', message, closeButtonProps: { 'aria-label': t('general.close') } });
  };
}
