// A form with three fields.
export function FieldsIllustration() {
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
      <rect x="20" y="6" width="56" height="60" rx="4" />
      <path d="M28 15h14M28 33h20M28 51h10" strokeLinecap="round" />
      <rect x="28" y="19" width="40" height="8" rx="2" />
      <rect x="28" y="37" width="40" height="8" rx="2" stroke="var(--accent)" />
      <path d="M28 58h24" strokeDasharray="3 3" strokeLinecap="round" />
    </svg>
  );
}
