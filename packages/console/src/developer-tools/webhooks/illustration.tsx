// Illustration: one source and two targets.
import { Illustration } from '../../kit/illustration.tsx';

export function WebhooksIllustration() {
  return (
    <Illustration>
      <rect x="12" y="26" width="28" height="22" rx="4" />
      <path d="M18 34h16M18 40h10" strokeLinecap="round" />
      <circle cx="78" cy="20" r="8" fill="var(--mantine-color-body)" stroke="var(--accent)" />
      <circle cx="78" cy="54" r="8" fill="var(--mantine-color-body)" stroke="var(--accent)" />
      <path d="M40 37h10c8 0 8-17 20-17M50 37c8 0 8 17 20 17" stroke="var(--accent)" strokeLinecap="round" />
    </Illustration>
  );
}
