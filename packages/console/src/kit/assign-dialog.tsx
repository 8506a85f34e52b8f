// Dialog for assigning several items.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './assign-dialog.module.css';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  text?: ReactNode;
  submitLabel: string;
  /** Label of the cancel button, where skipping means more than canceling. */
  cancelLabel?: string;
  /** Nothing is selected yet. */
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
    <Dialog unsaved={!empty} onClose={onClose} size="xl" title={title}>
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
    </Dialog>
  );
}
