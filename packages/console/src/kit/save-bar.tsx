// Floats at the end of a form while something in it is unsaved. Stands inside the form: saving is submitting it.
import { Button } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from './busy-button.tsx';
import classes from './save-bar.module.css';

type Props = {
  changes: number;
  saving: boolean;
  onDiscard: () => void;
  /** Nothing is saved yet: the bar is there from the start, says this, and offers to create. */
  creation?: string;
  /** Something is on its way without which nothing can be saved: says what. */
  pending?: string | undefined;
  /** Something to decide before anything can be saved; it stands where the buttons do, so that it is seen. */
  notice?: ReactNode;
};

/** A field that is left by pressing the button may show an error, and the button would move away under the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

export function SaveBar({ changes, saving, onDiscard, creation, pending, notice }: Props) {
  const { t } = useTranslation();
  const open = changes > 0 || creation !== undefined || pending !== undefined;
  if (notice !== undefined) return <div className={`${classes.bar} ${classes.notice}`}>{notice}</div>;
  return (
    <div className={open ? classes.bar : undefined}>
      <span className={classes.text} role="status">
        {open ? (pending ?? creation ?? t('unsaved.changes', { count: changes })) : ''}
      </span>
      {open && (
        <>
          <Button variant="default" disabled={saving} onMouseDown={keepFocus} onClick={onDiscard}>
            {t('unsaved.discard')}
          </Button>
          <BusyButton type="submit" busy={saving} disabled={pending !== undefined} onMouseDown={keepFocus}>
            {t(creation === undefined ? 'unsaved.save' : 'general.create')}
          </BusyButton>
        </>
      )}
    </div>
  );
}
