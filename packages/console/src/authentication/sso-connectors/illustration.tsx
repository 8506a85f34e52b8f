// Illustration: a company's building, connected to a tile.
import { Illustration } from '../../kit/illustration.tsx';

export function SsoIllustration() {
  return (
    <Illustration>
      <path d="M14 54V20h22v34M10 54h32" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M21 28h2M28 28h2M21 36h2M28 36h2M21 44h2M28 44h2" strokeLinecap="round" />
      <rect x="60" y="26" width="24" height="24" rx="5" stroke="var(--accent)" fill="var(--mantine-color-body)" />
      <path d="M42 38h18M67 38l4 4 7-8" stroke="var(--accent)" strokeLinecap="round" strokeLinejoin="round" />
    </Illustration>
  );
}
