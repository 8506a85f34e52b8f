// The dialog around a choice of several things: gives them, or leaves it for now.
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './assign-dialog.module.css';
import { BusyButton } from './busy-button.tsx';

type Props = {
  title: string;
  text?: ReactNode;
  submitLabel: string;
  /** How it is called to leave without choosing, where that is more than to cancel. */
  cancelLabel?: string;
  /** Nothing is chosen yet, so there is nothing to do. */
  empty: boolean;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function AssignDialog(props: Props) {
  const { title, text, submitLabel, cancelLabel, empty, busy, onSubmit, onClose, children } = props;
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} size="xl" title={title} closeButtonProps={{ 'aria-label': t('general.close') }}>
      {text !== undefined && <div className={classes.text}>{text}</div>}
      {children}
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          {cancelLabel ?? t('general.cancel')}
        </Button>
        <BusyButton busy={busy} disabled={empty} onClick={onSubmit}>
          {submitLabel}
        </BusyButton>
      </div>
    </Modal>
  );
}
