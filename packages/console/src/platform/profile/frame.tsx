// Layout of the profile pages: no tenant, no sidebar.
import { Outlet } from '@tanstack/react-router';
import { Frame } from '../../shell/frame.tsx';
import { TopBar } from '../../shell/top-bar.tsx';

export function ProfileFrame() {
  return (
    <Frame bar={<TopBar />}>
      <Outlet />
    </Frame>
  );
}
