// Illustration: tiles, one of them plugged in.
import { Illustration } from '../../kit/illustration.tsx';

export function ConnectorsIllustration() {
  return (
    <Illustration>
      <rect x="14" y="24" width="24" height="24" rx="5" />
      <rect x="58" y="24" width="24" height="24" rx="5" stroke="var(--accent)" fill="var(--mantine-color-body)" />
      <path d="M38 31h8M38 41h8M58 36h-8M50 28v16" stroke="var(--accent)" strokeLinecap="round" />
      <path d="M21 36h10M65 36h10" strokeLinecap="round" />
    </Illustration>
  );
}
