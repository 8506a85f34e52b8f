// A message that has to be read: one button, and nothing else to do.
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = { title: string; message: string; onClose: () => void };

export function Alert({ title, message, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={title} withCloseButton={false} size="sm">
      <p>{message}</p>
      <div className="dialog-actions">
        <Button onClick={onClose} data-autofocus>
          {t('general.got_it')}
        </Button>
      </div>
    </Modal>
  );
}
