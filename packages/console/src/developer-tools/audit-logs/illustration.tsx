// Illustration: a list of events with a tick and a cross.
import { Illustration } from '../../kit/illustration.tsx';

export function LogIllustration() {
  return (
    <Illustration>
      <g strokeLinecap="round" strokeLinejoin="round">
        <rect x="18" y="8" width="60" height="56" rx="6" />
        <path d="M42 22h26M42 36h26M42 50h16" />
        <path d="m27 22 3 3 5-6" stroke="var(--accent)" />
        <path d="m27 36 3 3 5-6" stroke="var(--accent)" />
        <path d="m28 47 6 6M34 47l-6 6" />
      </g>
    </Illustration>
  );
}
