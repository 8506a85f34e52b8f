// Layout of a tenant's pages; on narrow screens the sidebar is a drawer.
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useServices } from '../app/services.tsx';
import { ScopeListener } from '../platform/tenants/scope-listener.tsx';
import { Frame } from './frame.tsx';
import { sectionsOf } from './sections.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

// Not needed on wide screens, so loaded lazily.
const SidebarDrawer = lazy(async () => ({ default: (await import('./sidebar-drawer.tsx')).SidebarDrawer }));

export function Layout() {
  const { settings } = useServices();
  const [opened, drawer] = useDisclosure();
  const [needed, drawerNeeded] = useDisclosure();
  const toggle = () => {
    drawerNeeded.open();
    drawer.toggle();
  };
  if (sectionsOf(settings).length === 0) {
    return (
      <Frame bar={<TopBar />}>
        <Outlet />
      </Frame>
    );
  }
  return (
    <Frame bar={<TopBar tenant menu={{ opened, onToggle: toggle }} />} sidebar={<Sidebar />}>
      {settings.capabilities.hasManyTenants && <ScopeListener />}
      {needed && (
        <Suspense>
          <SidebarDrawer opened={opened} onClose={drawer.close} />
        </Suspense>
      )}
      <Outlet />
    </Frame>
  );
}
