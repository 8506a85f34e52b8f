// A plain property of a thing: a word in a thin frame.
import type { ReactNode } from 'react';
import classes from './tag.module.css';

export function Tag({ children }: { children: ReactNode }) {
  return <span className={classes.tag}>{children}</span>;
}
