// Page header: title, subtitle and actions.
import type { ReactNode } from 'react';
import classes from './page-header.module.css';
import { usePageTitle } from './page-title.ts';

type Props = {
  title: string;
  /** Shown next to the title. */
  tag?: ReactNode;
  subtitle: string;
  actions?: ReactNode;
};

export function PageHeader({ title, tag, subtitle, actions }: Props) {
  usePageTitle(title);
  return (
    <header className={classes.header}>
      <div>
        <div className={classes.title}>
          <h1>{title}</h1>
          {tag}
        </div>
        <p className={classes.subtitle}>{subtitle}</p>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
