// The sidebar on narrow screens.
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Sidebar } from './sidebar.tsx';
import classes from './sidebar-drawer.module.css';

export function SidebarDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={280}
      title={t('general.product')}
      closeButtonProps={{ 'aria-label': t('general.close') }}
      classNames={{ body: classes.body, title: classes.title }}
      transitionProps={{ duration: 150 }}
    >
      <Sidebar onNavigate={onClose} />
    </Drawer>
  );
}
