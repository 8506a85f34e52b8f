// A form with three fields.
import { Illustration } from '../../kit/illustration.tsx';

export function FieldsIllustration() {
  return (
    <Illustration>
      <rect x="20" y="6" width="56" height="60" rx="4" />
      <path d="M28 15h14M28 33h20M28 51h10" strokeLinecap="round" />
      <rect x="28" y="19" width="40" height="8" rx="2" />
      <rect x="28" y="37" width="40" height="8" rx="2" stroke="var(--accent)" />
      <path d="M28 58h24" strokeDasharray="3 3" strokeLinecap="round" />
    </Illustration>
  );
}
