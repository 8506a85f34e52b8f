// A message with a single button.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

type Props = { title: string; message: string; onClose: () => void };

export function Alert({ title, message, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={title} withCloseButton={false} size="sm">
      <p>{message}</p>
      <div className="dialog-actions">
        <Button onClick={onClose} data-autofocus>
          {t('general.got_it')}
        </Button>
      </div>
    </Dialog>
  );
}
