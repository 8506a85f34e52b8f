// Illustration: a mailbox with a letter.
import { Illustration } from '../../kit/illustration.tsx';

export function MailboxIllustration() {
  return (
    <Illustration>
      <g strokeLinecap="round" strokeLinejoin="round">
        <path d="M16 52V32a12 12 0 0 1 12-12h40a12 12 0 0 1 12 12v20z" />
        <path d="M40 52V32a12 12 0 0 0-12-12M48 52v14M66 20V8h8v6h-8" />
        <rect x="46" y="30" width="26" height="16" rx="2" fill="var(--mantine-color-body)" stroke="var(--accent)" />
        <path d="m46 32 13 8 13-8" stroke="var(--accent)" />
      </g>
    </Illustration>
  );
}
