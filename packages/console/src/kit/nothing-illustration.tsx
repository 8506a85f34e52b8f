// Illustration: a lens over an empty field.
import { Illustration } from './illustration.tsx';

export function NothingIllustration() {
  return (
    <Illustration>
      <rect x="12" y="12" width="56" height="44" rx="4" strokeDasharray="3 3" />
      <path d="M22 24h18M22 34h10" strokeLinecap="round" />
      <circle cx="60" cy="40" r="13" stroke="var(--accent)" />
      <path d="m70 50 12 12" stroke="var(--accent)" strokeLinecap="round" />
    </Illustration>
  );
}
