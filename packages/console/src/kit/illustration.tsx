// Frame for illustrations: one size, in the current text color.
import type { ReactNode } from 'react';

export const Illustration = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 96 72"
    width="96"
    height="72"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    {children}
  </svg>
);
