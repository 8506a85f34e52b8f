// Dialog for a confirmation or an alert.
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from './overlays.tsx';

export type Message = { title: string; text: ReactNode };
export type Question = Message & {
  confirmLabel: string;
  /** Label of the cancel button, where declining means more than canceling. */
  cancelLabel?: string;
  /** The action cannot be undone, so the button is red. */
  danger?: boolean;
};

type Props = { message: Message | Question; onAnswer: (agreed: boolean) => void };

export function ConfirmDialog({ message, onAnswer }: Props) {
  const { t } = useTranslation();
  useOverlay({ isFilled: () => false, close: () => onAnswer(false) });
  const question = 'confirmLabel' in message ? message : undefined;
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title={message.title}
      size="sm"
      withCloseButton={false}
      returnFocus={false}
      // Above all other dialogs, since any of them may ask for confirmation.
      zIndex={400}
    >
      <div>{message.text}</div>
      <div className="dialog-actions">
        <Button variant={question ? 'default' : 'filled'} onClick={() => onAnswer(false)} data-autofocus>
          {question ? (question.cancelLabel ?? t('general.cancel')) : t('general.got_it')}
        </Button>
        {question && (
          <Button {...(question.danger && { color: 'red' })} onClick={() => onAnswer(true)}>
            {question.confirmLabel}
          </Button>
        )}
      </div>
    </Modal>
  );
}
