// Illustration: a door with a lock.
import { Illustration } from '../../kit/illustration.tsx';

export function ResourcesIllustration() {
  return (
    <Illustration>
      <rect x="14" y="12" width="50" height="16" rx="4" />
      <rect x="14" y="32" width="50" height="16" rx="4" />
      <path d="M21 20h1M27 20h1M21 40h1M27 40h1M14 56h36" strokeLinecap="round" />
      <rect x="56" y="38" width="26" height="22" rx="4" fill="var(--mantine-color-body)" stroke="var(--accent)" />
      <path d="M62 38v-5a7 7 0 0 1 14 0v5M69 47v4" stroke="var(--accent)" strokeLinecap="round" />
    </Illustration>
  );
}
