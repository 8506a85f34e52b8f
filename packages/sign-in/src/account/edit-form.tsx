// A form that opens in place of a value.
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { Button } from '../kit/button.tsx';
import { type FieldErrors, useErrorFocus } from '../kit/field-errors.ts';
import { Notice } from '../kit/notice.tsx';
import type { Message } from '../kit/use-flow.ts';
import { useAccount } from './account-context.ts';

type Props = {
  errors?: FieldErrors;
  action: string;
  busy: boolean;
  message: Message | undefined;
  onSubmit: () => void;
  onCancel: () => void;
  /** Next to the buttons. */
  more?: ReactNode;
  children: ReactNode;
};

const none: FieldErrors = {};

export const EditForm = ({ errors = none, action, busy, message, onSubmit, onCancel, more, children }: Props) => {
  const { t } = useAccount();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input:not([type=hidden]), select, button')?.focus(), []);
  useErrorFocus(form, errors);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <form
      ref={form}
      className="form in-place"
      noValidate
      aria-busy={busy}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !busy) onCancel();
      }}
    >
      <Notice message={message} />
      {children}
      <div className="in-place-actions">
        <Button type="submit" busy={busy}>
          {action}
        </Button>
        <Button kind="secondary" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        {more}
      </div>
    </form>
  );
};
