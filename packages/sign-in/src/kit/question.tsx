// A yes/no dialog.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from './button.tsx';

type Props = {
  title: string;
  action: string;
  kind?: 'danger';
  onDecide: (agrees: boolean) => void;
  children: ReactNode;
};

/** Closed natively, including by Esc, so that the focus returns to the opener. */
export const Question = ({ title, action, kind, onDecide, children }: Props) => {
  const { t } = useApp();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = (answer: 'yes' | 'no') => dialog.current?.close(answer);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={(event) => onDecide(event.currentTarget.returnValue === 'yes')}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{children}</p>
      <div className="actions">
        <Button kind="secondary" onClick={() => close('no')}>
          {t('action.cancel')}
        </Button>
        <Button kind={kind} onClick={() => close('yes')}>
          {action}
        </Button>
      </div>
    </dialog>
  );
};
