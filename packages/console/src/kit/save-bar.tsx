// Floats at the end of a form while something in it is unsaved. Stands inside the form: saving is submitting it.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BusyButton } from './busy-button.tsx';
import classes from './save-bar.module.css';

type Props = { changes: number; saving: boolean; onDiscard: () => void };

export function SaveBar({ changes, saving, onDiscard }: Props) {
  const { t } = useTranslation();
  const open = changes > 0;
  return (
    <div className={open ? classes.bar : undefined}>
      <span className={classes.text} role="status">
        {open ? t('unsaved.changes', { count: changes }) : ''}
      </span>
      {open && (
        <>
          <Button variant="default" disabled={saving} onClick={onDiscard}>
            {t('unsaved.discard')}
          </Button>
          <BusyButton type="submit" busy={saving}>
            {t('unsaved.save')}
          </BusyButton>
        </>
      )}
    </div>
  );
}
