// Buttons and links.
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { useApp } from '../app-context.ts';

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger';
type Look = { kind?: Kind | undefined; size?: 'small'; icon?: ReactNode };

export const buttonClass = (kind: Kind, size?: 'small') => `button ${kind}${size ? ` ${size}` : ''}`;

type Props = ComponentProps<'button'> & Look & { busy?: boolean; badge?: ReactNode };

export const Button = ({
  kind = 'primary',
  size,
  icon,
  busy = false,
  badge,
  type = 'button',
  children,
  ...rest
}: Props) => (
  // Not `disabled`, which would drop the focus during sign-in.
  <button {...rest} type={type} className={buttonClass(kind, size)} aria-disabled={busy} data-busy={busy}>
    <span>
      {icon}
      {children}
    </span>
    {badge}
  </button>
);

export const TextButton = (props: ComponentProps<'button'>) => (
  <button type="button" {...props} className="text-button" />
);

type LinkProps = { to: string; className?: string; label?: string; children: ReactNode; 'data-focus'?: boolean };

/** A link to another page of the app that also works in a new tab. */
export const PageLink = ({ to, label, ...rest }: LinkProps) => {
  const { go, address } = useApp();
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    go(to);
  };
  return <a {...rest} href={address(to)} aria-label={label} onClick={follow} />;
};
