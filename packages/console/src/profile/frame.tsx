// The frame around the profile: no tenant, no pages beside it.
import { Outlet } from '@tanstack/react-router';
import { Frame } from '../shell/frame.tsx';
import { TopBar } from '../shell/top-bar.tsx';

export function ProfileFrame() {
  return (
    <Frame bar={<TopBar />}>
      <Outlet />
    </Frame>
  );
}
