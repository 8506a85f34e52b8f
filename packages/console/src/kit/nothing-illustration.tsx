// A lens over an empty field.
export function NothingIllustration() {
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
      <rect x="12" y="12" width="56" height="44" rx="4" strokeDasharray="3 3" />
      <path d="M22 24h18M22 34h10" strokeLinecap="round" />
      <circle cx="60" cy="40" r="13" stroke="var(--accent)" />
      <path d="m70 50 12 12" stroke="var(--accent)" strokeLinecap="round" />
    </svg>
  );
}
