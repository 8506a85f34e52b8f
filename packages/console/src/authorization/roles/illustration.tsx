// Illustration: a badge with a key.
import { Illustration } from '../../kit/illustration.tsx';

export function RolesIllustration() {
  return (
    <Illustration>
      <rect x="22" y="14" width="52" height="46" rx="5" />
      <path d="M42 14v-4h12v4M30 50h16M30 54h10" strokeLinecap="round" />
      <circle cx="38" cy="30" r="5" />
      <path d="M30 43c0-4.500 3.600-7 8-7s8 2.500 8 7" strokeLinecap="round" />
      <circle cx="62" cy="34" r="5" fill="var(--mantine-color-body)" stroke="var(--accent)" />
      <path d="M62 39v13M62 46h4M62 51h4" stroke="var(--accent)" strokeLinecap="round" />
    </Illustration>
  );
}
