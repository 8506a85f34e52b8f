// Search button in the top bar. It opens the palette, as does its shortcut.
import { Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhrases } from '../use-phrases.ts';
import classes from './palette-button.module.css';

const load = () => import('./palette.tsx');
const Palette = lazy(async () => ({ default: (await load()).Palette }));

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function PaletteButton() {
  const { t } = useTranslation();
  const [opened, { close, toggle }] = useDisclosure();
  // Also while a text field has the focus.
  useHotkeys([['mod+K', toggle]], []);
  // Start loading on hover, before the click.
  const prepare = () => void load().catch(() => undefined);
  const hasTexts = usePhrases('palette', opened);

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
        <span className={classes.text}>{t('shell.search')}</span>
        <Kbd className={classes.key} size="xs" dir="ltr">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      {opened && hasTexts && (
        <Suspense>
          <Palette onClose={close} />
        </Suspense>
      )}
    </>
  );
}
