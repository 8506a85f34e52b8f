// Floating save bar, shown while the form has unsaved changes. It must be inside the form, because it submits it.
import { Button } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from './busy-button.tsx';
import classes from './save-bar.module.css';

type Props = {
  changes: number;
  saving: boolean;
  onDiscard: () => void;
  /** Number of invalid fields; `show` reveals the first one. */
  invalid?: { count: number; show: () => void };
  /** For a form that creates an entity: the bar is always visible, with this text and a create button. */
  creation?: string;
  /** Something that has to finish before saving, such as an upload: its text. */
  pending?: string | undefined;
  /** A decision that is needed before saving, shown instead of the buttons. */
  notice?: ReactNode;
};

/**
 * Blurring a field can show an error and move the button away from under the pointer, so keep the focus in the field.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The page keeps this much space below what it scrolls into view. Texts and buttons wrap, so the height varies. */
const measureBar = (bar: HTMLElement | null) => {
  if (!bar) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--save-bar-height', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--save-bar-height');
  };
};

export function SaveBar({ changes, saving, onDiscard, invalid, creation, pending, notice }: Props) {
  const { t } = useTranslation();
  const open = changes > 0 || creation !== undefined || pending !== undefined;
  if (notice !== undefined) {
    return (
      <div ref={measureBar} className={`${classes.bar} ${classes.notice}`}>
        {notice}
      </div>
    );
  }
  return (
    <div ref={measureBar} className={open ? classes.bar : undefined}>
      <span className={classes.text} role="status">
        {open ? (pending ?? creation ?? t('unsaved.changes', { count: changes })) : ''}
      </span>
      {open && (
        <>
          {invalid !== undefined && invalid.count > 0 && (
            <button
              type="button"
              className={classes.errors}
              aria-label={`${t('unsaved.errors', { count: invalid.count })}. ${t('unsaved.show_error')}`}
              onMouseDown={keepFocus}
              onClick={invalid.show}
            >
              {t('unsaved.errors', { count: invalid.count })}
            </button>
          )}
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
