// An HTML email in a sandboxed frame: no scripts, forms or links out of it.
import { useMantineStyleNonce } from '@mantine/core';
import classes from './email-frame.module.css';
import { framedEmail } from './email-html.ts';

type Props = {
  html: string;
  title: string;
  /** By default, that of the browser. */
  scheme?: 'light' | 'dark';
  className?: string | undefined;
};

export function EmailFrame({ html, title, scheme, className = '' }: Props) {
  const nonce = useMantineStyleNonce();
  return (
    <iframe
      className={`${classes.frame} ${className}`}
      data-scheme={scheme}
      sandbox=""
      srcDoc={framedEmail(html, { nonce: nonce?.() ?? '', scheme })}
      title={title}
    />
  );
}
