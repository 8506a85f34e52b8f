// A question that a person answers with yes or no before the flow goes on.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from './button.tsx';

type Props = { title: string; action: string; onDecide: (agrees: boolean) => void; children: ReactNode };

/** Closed in the browser's own way, Escape included, so that the focus returns where it came from. */
export const Question = ({ title, action, onDecide, children }: Props) => {
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
        <Button onClick={() => close('yes')}>{action}</Button>
      </div>
    </dialog>
  );
};
