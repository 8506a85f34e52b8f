// A side panel, open while mounted. Focus returns to the opener.
import { Drawer, type DrawerProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOverlay } from './overlays.tsx';

type Props = Omit<DrawerProps, 'opened' | 'closeButtonProps' | 'returnFocus' | 'position'>;

export function SidePanel({ onClose, ...props }: Props) {
  const { t } = useTranslation();
  const { isTop } = useOverlay({ isFilled: () => false, close: onClose });
  return (
    <Drawer
      {...props}
      opened
      onClose={() => {
        if (isTop()) onClose();
      }}
      position="right"
      overlayProps={{ backgroundOpacity: 0.4 }}
      closeButtonProps={{ 'aria-label': t('general.close') }}
      transitionProps={{ duration: 150 }}
      returnFocus={false}
    />
  );
}
