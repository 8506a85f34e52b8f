// Tabs of a page; each one is a link with its own URL.
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import classes from './tab-links.module.css';

export const TabLink = createLink(({ children, ...props }: ComponentProps<'a'>) => (
  <a {...props} className={classes.tab}>
    {children}
  </a>
));

export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
