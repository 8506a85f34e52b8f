// Buttons, and links that look and behave like ones of the app.
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { useApp } from '../app-context.ts';

type Props = ComponentProps<'button'> & { kind?: 'primary' | 'secondary'; busy?: boolean };

export const Button = ({ kind = 'primary', busy = false, type = 'button', children, ...rest }: Props) => (
  // Not `disabled`: that would take the focus away from a person in the middle of signing in.
  <button {...rest} type={type} className={`button ${kind}`} aria-disabled={busy} data-busy={busy}>
    <span>{children}</span>
  </button>
);

export const TextButton = (props: ComponentProps<'button'>) => (
  <button type="button" {...props} className="text-button" />
);

/** A link to another page of the app; opening it in a new tab works as with any link. */
export const PageLink = ({ to, children }: { to: string; children: ReactNode }) => {
  const { go, address } = useApp();
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={address(to)} onClick={follow}>
      {children}
    </a>
  );
};
