// Plots of land, one of them marked out.
export function TenantsIllustration() {
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
      <path d="M12 44 48 26l36 18-36 18L12 44Z" strokeLinejoin="round" />
      <path d="m30 35 36 18M66 35 30 53" strokeDasharray="3 3" />
      <path d="M48 34V10l14 6-14 6" stroke="var(--accent)" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  );
}
