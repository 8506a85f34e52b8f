// The dialog of a question or a message.
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Message, Question } from './confirm.tsx';

type Props = { message: Message | Question; onAnswer: (agreed: boolean) => void };

export function ConfirmDialog({ message, onAnswer }: Props) {
  const { t } = useTranslation();
  const question = 'confirmLabel' in message ? message : undefined;
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title={message.title}
      size="sm"
      withCloseButton={false}
      // Above every other dialog, since any of them may ask.
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
