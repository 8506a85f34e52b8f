// Illustration: a mosaic with a missing tile.
import { Illustration } from './illustration.tsx';

export function TroubleIllustration() {
  return (
    <Illustration>
      <rect x="14" y="8" width="18" height="18" rx="3" />
      <rect x="36" y="8" width="18" height="18" rx="3" />
      <rect x="14" y="30" width="18" height="18" rx="3" />
      <rect x="36" y="30" width="18" height="18" rx="3" strokeDasharray="3 3" />
      <rect x="58" y="30" width="18" height="18" rx="3" />
      <rect x="58" y="8" width="18" height="18" rx="3" />
      <rect x="62" y="50" width="16" height="16" rx="3" transform="rotate(22 70 58)" stroke="var(--accent)" />
      <path d="M6 67h46M84 67h6" strokeLinecap="round" />
    </Illustration>
  );
}
