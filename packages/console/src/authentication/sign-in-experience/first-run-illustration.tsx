// Illustration: a sign-in page being painted.
export function FirstRunIllustration() {
  return (
    <svg
      viewBox="0 0 112 72"
      width="112"
      height="72"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <rect x="8" y="8" width="72" height="56" rx="4" />
      <path d="M8 18h72M13 13h.01M18 13h.01" strokeLinecap="round" />
      <rect x="26" y="26" width="36" height="7" rx="2" />
      <rect x="26" y="37" width="36" height="7" rx="2" />
      <rect x="26" y="49" width="36" height="8" rx="2" fill="var(--accent)" stroke="none" />
      <path d="m84 46 16-22 4 3-15 23z" stroke="var(--accent)" strokeLinejoin="round" />
      <path d="M84 46c-5 1-4 7-9 8 4 4 12 3 14-4" stroke="var(--accent)" strokeLinejoin="round" />
    </svg>
  );
}
