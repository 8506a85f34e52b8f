// A form whose submit button answers at once, and which leads the person to the first field with an error.
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import type { Message } from './use-flow.ts';

type Props = {
  /** The errors shown in the fields; a new object means a new attempt to submit. */
  errors: object;
  action: string;
  busy: boolean;
  message: Message | undefined;
  onSubmit: () => void;
  children: ReactNode;
};

export const Form = ({ errors, action, busy, message, onSubmit, children }: Props) => {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new errors are the occasion
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <form ref={form} className="form" noValidate onSubmit={submit} aria-busy={busy}>
      <Notice message={message} />
      {children}
      <Button type="submit" busy={busy}>
        {action}
      </Button>
    </form>
  );
};
