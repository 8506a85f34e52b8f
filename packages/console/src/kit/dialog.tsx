// A dialog, open while mounted. Closing it by Esc, a click outside or Back asks first if input would be lost; focus
// returns to the opener.
import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConfirm } from './confirm.tsx';
import { useFilledFields } from './filled-fields.ts';
import { useOverlay } from './overlays.tsx';

export type DialogProps = Omit<ModalProps, 'opened' | 'closeButtonProps' | 'returnFocus'> & {
  /** Set when the fields themselves don't show whether closing loses input. */
  unsaved?: boolean;
  /** The dialog has its own URL, over a list. */
  routed?: boolean;
};

/** Asks before input is lost. Explicit buttons call `onClose` directly. */
export function useGuardedClose(isFilled: () => boolean, onClose: () => void) {
  const { t } = useTranslation();
  const { confirm } = useConfirm();
  return async () => {
    const question = {
      title: t('unsaved.close_title'),
      text: t('unsaved.close_text'),
      confirmLabel: t('unsaved.discard'),
      cancelLabel: t('unsaved.keep_editing'),
      danger: true,
    };
    if (!isFilled() || (await confirm(question))) onClose();
  };
}

export function Dialog({ unsaved, routed = false, onClose, ...props }: DialogProps) {
  const { t } = useTranslation();
  const fields = useFilledFields();
  const isFilled = () => unsaved ?? fields.isFilled();
  const close = useGuardedClose(isFilled, onClose);
  const { isTop } = useOverlay({ routed, isFilled, close: () => void close() });
  return (
    <Modal
      {...props}
      opened
      onClose={() => {
        if (isTop()) void close();
      }}
      closeButtonProps={{ 'aria-label': t('general.close') }}
      returnFocus={false}
      {...fields.listeners}
    />
  );
}
