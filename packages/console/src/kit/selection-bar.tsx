// Floating bar for the selected rows of a list: how many there are, and what can be done with them.
import { Button, CloseButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './selection-bar.module.css';

type Props = {
  /** Such as "3 selected". */
  text: string;
  /** Extends the selection to all results. */
  all?: { label: string; onSelect: () => void };
  onClear: () => void;
  /** The buttons. */
  children: ReactNode;
};

export function SelectionBar({ text, all, onClear, children }: Props) {
  const { t } = useTranslation();
  useHotkeys([['Escape', onClear]]);
  return (
    <section className={classes.bar} aria-label={t('list.selection')}>
      <span className={classes.text} role="status">
        {text}
      </span>
      {all && (
        <Button variant="subtle" size="compact-sm" onClick={all.onSelect}>
          {all.label}
        </Button>
      )}
      <div className={classes.actions}>{children}</div>
      <CloseButton className={classes.close} aria-label={t('list.clear_selection')} onClick={onClear} />
    </section>
  );
}
