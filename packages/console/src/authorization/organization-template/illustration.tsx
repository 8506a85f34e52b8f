// Illustration: a template and its copies.
import { Illustration } from '../../kit/illustration.tsx';

export function TemplateIllustration() {
  return (
    <Illustration>
      <rect x="8" y="30" width="24" height="30" rx="3" />
      <rect x="64" y="30" width="24" height="30" rx="3" />
      <path d="M14 40h12M14 46h8M70 40h12M70 46h8" strokeLinecap="round" />
      <rect x="34" y="8" width="28" height="36" rx="4" fill="var(--mantine-color-body)" stroke="var(--accent)" />
      <path d="M41 18h14M41 25h14M41 32h8" stroke="var(--accent)" strokeLinecap="round" />
    </Illustration>
  );
}
