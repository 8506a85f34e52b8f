// A form with an immediate submit state that focuses the first invalid field.
import { type ReactNode, type SubmitEvent, useRef } from 'react';
import { Button } from './button.tsx';
import { type FieldErrors, useErrorFocus } from './field-errors.ts';
import type { LastUsed } from './last-used.tsx';
import { Notice } from './notice.tsx';
import type { Message } from './use-flow.ts';

type Props = {
  errors: FieldErrors;
  action: string;
  busy: boolean;
  message: Message | undefined;
  onSubmit: () => void;
  last?: LastUsed;
  children: ReactNode;
};

export const Form = ({ errors, action, busy, message, onSubmit, last = {}, children }: Props) => {
  const form = useRef<HTMLFormElement>(null);
  useErrorFocus(form, errors);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <form ref={form} className="form" noValidate onSubmit={submit} aria-busy={busy}>
      <Notice message={message} />
      {children}
      <Button type="submit" busy={busy} badge={last.badge} aria-describedby={last.describedBy}>
        {action}
      </Button>
    </form>
  );
};
