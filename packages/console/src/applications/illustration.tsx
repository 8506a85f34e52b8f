// A window and a phone, waiting for somebody to sign in.
export function ApplicationsIllustration() {
  return (
    <svg
      viewBox="0 0 96 72"
      width="96"
      height="72"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <rect x="10" y="12" width="58" height="44" rx="4" />
      <path d="M10 22h58M16 17h1M21 17h1M26 17h1" strokeLinecap="round" />
      <circle cx="39" cy="34" r="4" />
      <path d="M31 47c0-4 3.6-6 8-6s8 2 8 6" strokeLinecap="round" />
      <rect x="60" y="28" width="22" height="36" rx="4" fill="var(--mantine-color-body)" stroke="var(--accent)" />
      <path d="M69 59h4" stroke="var(--accent)" strokeLinecap="round" />
    </svg>
  );
}
