// The search field of the top bar. It opens the palette, as does its key from anywhere on the page.
import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyDialog } from '../kit/lazy-dialog.ts';
import classes from './palette-button.module.css';

const load = () => import('./palette.tsx');
const Palette = lazy(async () => ({ default: (await load()).Palette }));

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function PaletteButton() {
  const { t } = useTranslation();
  const { needed, opened, open, close } = useLazyDialog();
  const toggle = opened ? close : open;
  // Also while somebody types in a field.
  useHotkeys([['mod+K', toggle]], []);
  // It is a matter of one moment between the pointer on the field and the click.
  const prepare = () => void load().catch(() => undefined);

  return (
    <>
      <UnstyledButton
        className={classes.field}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={toggle}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <IconSearch size={16} stroke={1.6} aria-hidden="true" />
        <span className={classes.text}>{t('palette.open')}</span>
        <Kbd className={classes.key} size="xs" dir="ltr">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      {needed && (
        <Suspense>
          <Palette opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
