// Illustration: two users.
import { Illustration } from '../../kit/illustration.tsx';

export function UsersIllustration() {
  return (
    <Illustration>
      <circle cx="38" cy="26" r="9" />
      <path d="M20 58c0-10 8-16 18-16s18 6 18 16" strokeLinecap="round" />
      <circle cx="64" cy="32" r="7" fill="var(--mantine-color-body)" stroke="var(--accent)" />
      <path d="M60 46c2-1 3-1 4-1 8 0 14 5 14 13" stroke="var(--accent)" strokeLinecap="round" />
      <path d="M80 16v10M75 21h10" stroke="var(--accent)" strokeLinecap="round" />
    </Illustration>
  );
}
