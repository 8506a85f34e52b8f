// Illustration: plots of land, one marked.
import { Illustration } from '../../kit/illustration.tsx';

export function TenantsIllustration() {
  return (
    <Illustration>
      <path d="M12 44 48 26l36 18-36 18L12 44Z" strokeLinejoin="round" />
      <path d="m30 35 36 18M66 35 30 53" strokeDasharray="3 3" />
      <path d="M48 34V10l14 6-14 6" stroke="var(--accent)" strokeLinejoin="round" strokeLinecap="round" />
    </Illustration>
  );
}
