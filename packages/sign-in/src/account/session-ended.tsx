// The session has ended elsewhere. What was typed stays on the page until the user signs in again.
import { useEffect, useId, useRef } from 'react';
import { Button } from '../kit/button.tsx';
import type { AccountTranslate } from './account-context.ts';

type Props = { t: AccountTranslate; onSignIn: () => void; onClose: () => void };

export const SessionEnded = ({ t, onSignIn, onClose }: Props) => {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
    >
      <h2 id={`${id}-title`}>{t('account.outside.session_ended')}</h2>
      <p id={`${id}-text`}>{t('account.outside.session_ended_detail')}</p>
      <div className="actions">
        <Button kind="secondary" onClick={() => dialog.current?.close()}>
          {t('action.close')}
        </Button>
        <Button onClick={onSignIn}>{t('action.sign_in')}</Button>
      </div>
    </dialog>
  );
};
