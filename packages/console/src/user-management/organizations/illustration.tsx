// Illustration: a house with members.
import { Illustration } from '../../kit/illustration.tsx';

export function OrganizationsIllustration() {
  return (
    <Illustration>
      <rect x="26" y="8" width="36" height="52" rx="3" />
      <path d="M34 18h5M49 18h5M34 28h5M49 28h5M34 38h5M49 38h5" strokeLinecap="round" />
      <circle cx="20" cy="46" r="5" fill="var(--mantine-color-body)" stroke="var(--accent)" />
      <path d="M10 64c0-6 4-10 10-10s10 4 10 10" fill="var(--mantine-color-body)" stroke="var(--accent)" />
      <circle cx="72" cy="46" r="5" fill="var(--mantine-color-body)" stroke="var(--accent)" />
      <path d="M62 64c0-6 4-10 10-10s10 4 10 10" fill="var(--mantine-color-body)" stroke="var(--accent)" />
    </Illustration>
  );
}
